"""Fuel cards are dealt from the seed as the protocol says, each order equally likely."""

import pytest

from gridwright.content.table import build_game, default_spec, load_game
from gridwright.engine.editions.card.depot import depot_of
from gridwright.engine.editions.card.vocabulary import DealFuel
from gridwright.engine.history import History
from gridwright.engine.ids import CHANCE
from gridwright.engine.market import FUEL_DUE
from gridwright.engine.notation import Notation
from gridwright.fair.dealer import Dealer, DealerError
from gridwright.fair.derive import Keys, derive_keys
from gridwright_lab.conformance.replay.corpus import Corpus
from tests.fair import chi, second
from tests.golden.test_golden import HERE

CORPUS = Corpus([HERE])
N_SHUFFLES = 3_000


def expanded(counts: list[int]) -> list[int]:
    return [card for card, count in enumerate(counts) for each in range(count)]


@pytest.mark.parametrize("name", ["card-2", "card-reshuffles-3", "card-6"])
def test_a_second_implementation_deals_the_same_cards(name: str) -> None:
    """Each pile by kind and units, shuffled with the key of its number."""
    transcript = CORPUS.transcript(name)
    assert transcript.closing is not None
    master = second.master(transcript.closing.seed, transcript.game_id, transcript.contributions)
    history = History(load_game(transcript.table, transcript.rules))
    notation = Notation(history.game.rules)
    expected: list[int] = []
    n_piles = 0
    for line in transcript.moves:
        action = notation.parse(line)
        if isinstance(action, DealFuel):
            if not expected:
                key = second.mac(master, f"fuel/{n_piles}".encode())
                pile = expanded(depot_of(history.state).stack)
                expected = second.shuffled(second.words(key), pile)
                n_piles += 1
            assert action.card == expected.pop(0)
        history.play(action)
    assert n_piles == depot_of(history.state).n_reshuffles + 1


def first_fuel(keys: Keys) -> tuple[History, Dealer]:
    """A new game in which the first fuel card is due."""
    game = build_game(default_spec("card", seats=3))
    history = History(game)
    dealer = Dealer(game, keys)
    while history.state.due != FUEL_DUE:
        history.play(dealer.deal(history.state))
    return history, dealer


def test_the_first_card_is_as_likely_as_its_count() -> None:
    history, _dealer = first_fuel(derive_keys(bytes(32), "fuel", {}))
    counts = depot_of(history.state).stack
    seen = [0] * len(counts)
    for number in range(N_SHUFFLES):
        dealer = Dealer(history.game, Keys(number.to_bytes(4, "big")), [])
        action = dealer.deal(history.state)
        assert isinstance(action, DealFuel)
        seen[action.card] += 1
    shares = [N_SHUFFLES * count / sum(counts) for count in counts]
    places = [card for card, share in enumerate(shares) if share]
    statistic = sum((seen[card] - shares[card]) ** 2 / shares[card] for card in places)
    assert statistic < chi.limit(len(places) - 1)
    assert sum(seen[card] for card in places) == N_SHUFFLES


def test_another_game_is_not_dealt_on() -> None:
    """A dealer that lost a card of its pile says so instead of dealing something."""
    history, dealer = first_fuel(derive_keys(bytes(32), "fuel", {}))
    dealer.deal(history.state)
    assert history.state.actor == CHANCE
    with pytest.raises(DealerError, match="got other fuel cards"):
        dealer.deal(history.state)
