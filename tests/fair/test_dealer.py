"""The dealer follows every game, and deals only what is possible."""

from collections import Counter

import pytest

from gridwright.content.table import TableSpec, build_game, default_spec
from gridwright.engine.dice import Dice
from gridwright.engine.errors import IllegalAction
from gridwright.engine.game import Game
from gridwright.engine.history import History
from gridwright.engine.ids import CHANCE, NONE
from gridwright.engine.market import CARD_DUE, PlantMarket
from gridwright.engine.masks import count, mask_of
from gridwright.engine.state import State
from gridwright.engine.vocabulary.market import RevealCard, ShuffleStack
from gridwright.engine.vocabulary.setup import DrawOrder, DrawRegions
from gridwright.engine.vocabulary.turn import TakeBack
from gridwright.fair.dealer import Dealer, DealerError
from gridwright.fair.derive import Keys, derive_keys
from gridwright.fair.draw import Stream
from gridwright.fair.hidden import fits, resample
from gridwright.fair.record import RandomChooser
from tests.fair import chi
from tests.fair.tables import name, odd_tables, plain_tables

# Each with dice of its own.
GAMES = [*enumerate(plain_tables() + odd_tables())]


def keys_of(number: int) -> Keys:
    return derive_keys(number.to_bytes(2) * 16, "dealer", {})


def play_on(history: History, dealer: Dealer, dice: Dice) -> Counter[str]:
    """Play to the end; every outcome must be one of those that the game offers."""
    chooser = RandomChooser(dice)
    dealt: Counter[str] = Counter()
    while not history.game.is_over(history.state):
        state = history.state
        if state.actor != CHANCE:
            history.play(chooser(history.game, state))
            continue
        outcome = dealer.deal(state)
        (offer,) = history.game.offers(state)
        assert offer.holds(outcome)
        dealt[outcome.WORD] += 1
        history.play(outcome)
    return dealt


@pytest.mark.parametrize(
    ("number", "spec"), GAMES, ids=[f"{number}-{name(spec)}" for number, spec in GAMES]
)
def test_every_outcome_is_one_that_the_game_offers(number: int, spec: TableSpec) -> None:
    history = History(build_game(spec))
    dealt = play_on(history, Dealer(history.game, keys_of(number)), Dice(number))
    assert dealt["order"] == (spec.order == "random")
    assert dealt["regions"] == (spec.regions == "random")
    assert dealt["reveal"] > 5
    # The Step 3 card shuffles the rest; a market of a board's own may go through its stack again.
    has_own_market = type(history.game.market) is not PlantMarket
    assert dealt["shuffle"] <= (2 if has_own_market else 1)
    assert history.log.count(ShuffleStack(NONE)) == 0


def test_there_are_enough_games() -> None:
    assert len(GAMES) >= 60
    assert {spec.seats for _number, spec in GAMES} == {2, 3, 4, 5, 6}


def replayed(game: Game, history: History, n_actions: int) -> History:
    again = History(game)
    for action in history.log[:n_actions]:
        again.play(action)
    return again


@pytest.mark.parametrize("spec", plain_tables()[2::5], ids=name)
def test_a_resampled_stack_fits_and_can_be_played_to_the_end(spec: TableSpec) -> None:
    game = build_game(spec)
    history = History(game)
    play_on(history, Dealer(game, keys_of(1)), Dice(7))
    stream = Stream(b"resample")
    for n_actions in range(0, len(history.log), 40):
        again = replayed(game, history, n_actions)
        hidden = resample(game, again.state, stream)
        assert fits(hidden, again.state.stack, game.rules.deck.back_masks)
        play_on(again, Dealer(game, keys_of(2), hidden), Dice(n_actions))


def mixed_reveal(spec: TableSpec) -> tuple[Game, State]:
    """The first position in which a card of a layer with two backs is due."""
    game = build_game(spec)
    history = History(game)
    dealer = Dealer(game, keys_of(5))
    chooser = RandomChooser(Dice(5))
    while min(history.state.stack.counts[:2]) == 0 or history.state.actor != CHANCE:
        state = history.state
        history.play(dealer.deal(state) if state.actor == CHANCE else chooser(game, state))
    return game, history.state


def test_the_next_card_and_the_next_back_are_as_likely_as_they_should_be() -> None:
    game, state = mixed_reveal(default_spec(preset="recharged", seats=4))
    stack = state.stack
    stream = Stream(b"next")
    n_deals = 3000
    cards: Counter[int] = Counter()
    backs: Counter[int] = Counter()
    for _deal in range(n_deals):
        outcome = Dealer(game, keys_of(0), resample(game, state, stream)).deal(state)
        assert isinstance(outcome, RevealCard)
        cards[outcome.card] += 1
        backs[outcome.next_back] += 1
    possible = stack.possible_cards(game.rules.deck.back_masks)
    assert mask_of(list(cards)) == possible
    n_cards = count(possible)
    assert chi.statistic(cards.values(), n_deals / n_cards) < chi.limit(max(n_cards - 1, 1))
    left = stack.counts_after_draw()
    for back, n_left in enumerate(left):
        assert abs(backs[back] / n_deals - n_left / sum(left)) < 0.03


def test_cards_under_the_stack_come_back_after_the_step_three_card() -> None:
    """All plants that went under are revealed again, and nothing else is (c4.7)."""
    spec = default_spec(preset="reference", board="usa", seats=6)
    history = History(build_game(spec))
    play_on(history, Dealer(history.game, keys_of(3)), Dice(3))
    revealed = [action.card for action in history.log if isinstance(action, RevealCard)]
    step_card = history.game.rules.deck.step_card
    early = revealed[: revealed.index(step_card)]
    late = revealed[revealed.index(step_card) + 1 :]
    assert len(set(early)) == 34  # Six seats: no plant is removed.
    assert late
    assert set(late) <= {*early, *history.game.rules.deck.opening_market}


def test_the_deal_depends_on_the_keys_alone() -> None:
    spec = default_spec()
    game = build_game(spec)
    logs = []
    for number in (1, 1, 2):
        history = History(game)
        play_on(history, Dealer(game, keys_of(number)), Dice(1))
        logs.append([action for action in history.log if action.seat == CHANCE])
    assert logs[0] == logs[1] != logs[2]


def test_orders_and_regions_are_uniform() -> None:
    game = build_game(default_spec(board="usa", seats=3))
    state = game.new_state()
    orders: Counter[tuple[int, ...]] = Counter()
    regions: Counter[int] = Counter()
    for number in range(900):
        dealer = Dealer(game, Keys(number.to_bytes(32, "big")))
        order = dealer.deal(state)
        assert isinstance(order, DrawOrder)
        orders[tuple(order.order)] += 1
        choice = dealer.deal(game.step(state, order)[0])
        assert isinstance(choice, DrawRegions)
        regions[choice.regions] += 1
    assert len(orders) == 6
    assert chi.statistic(orders.values(), 150) < chi.limit(5)
    n_choices = len(game.offers(game.step(state, DrawOrder([0, 1, 2]))[0])[0].actions())
    assert len(regions) == n_choices
    assert chi.statistic(regions.values(), 900 / n_choices) < chi.limit(n_choices - 1)


def test_a_dealer_that_lost_the_game_says_so() -> None:
    game = build_game(default_spec(preset="recharged", seats=3))
    dealer = Dealer(game, keys_of(1))
    history = History(game)
    while history.state.due != CARD_DUE:
        history.play(dealer.deal(history.state))
    dealer.deal(history.state)
    with pytest.raises(DealerError, match="got another stack"):
        dealer.deal(history.state)


def test_a_dealer_deals_only_when_it_is_due() -> None:
    game = build_game(default_spec())
    dealer = Dealer(game, keys_of(1))
    history = History(game)
    while history.state.actor == CHANCE:
        history.play(dealer.deal(history.state))
    with pytest.raises(DealerError, match="expected chance to be the actor"):
        dealer.deal(history.state)


@pytest.mark.clause("c12.1")
def test_no_card_is_taken_back() -> None:
    """A revealed card is not taken back, neither immediately nor with several actions."""
    n_attempts = 0
    for number, spec in enumerate(plain_tables() * 2):
        history = History(build_game(spec))
        dealer = Dealer(history.game, keys_of(number))
        chooser = RandomChooser(Dice(number))
        while not history.game.is_over(history.state):
            state = history.state
            if state.actor != CHANCE:
                size = state.stack.size()
                action = chooser(history.game, state)
                history.play(action)
                if isinstance(action, TakeBack):
                    assert history.state.stack.size() == size
                continue
            history.play(dealer.deal(state))
            for seat in range(spec.seats):
                n_attempts += 1
                with pytest.raises(IllegalAction):
                    history.play(TakeBack(seat))
    print(f"{n_attempts} attempts")
    assert n_attempts > 10_000
