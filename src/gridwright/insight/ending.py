"""The last turns of a game, once its end is certain: no card matters, so they are solved exactly.

Each seat that still acts takes the turn with the best result for it. A seat that cannot win plays
for the better place, then for a better count. The seat whose decision is analysed also tries turns
that deprive others of what they need.
"""

from typing import Final

from gridwright.bots.rollout.chance import ImaginedChance
from gridwright.bots.rollout.policy import SILENT, play_on
from gridwright.bots.value.network import won_shares
from gridwright.engine.editions.card.depot import Depot, is_last_round
from gridwright.engine.editions.card.vocabulary import BuyCard, MayBuyCard
from gridwright.engine.game import Game
from gridwright.engine.ids import CHANCE, FAR, OVER
from gridwright.engine.scoring import cities_to_end
from gridwright.engine.state import State
from gridwright.engine.vocabulary.base import Action, MayDo
from gridwright.engine.vocabulary.building import ConnectCity, MayConnect
from gridwright.insight.facts import most_supplied
from gridwright.insight.turns import ANY_ORDER

WIDTH: Final = 60
"""Number of ways to build or to buy that are searched, for each number of cities or cards."""
ANSWER_WIDTH: Final = 16
"""Number of ways that are searched for the answers of the others."""
MAX_TRIED: Final = 80
"""Number of turns that are tried against the others' answers."""

Count = tuple[int, int, int]


class Turn:
    """A turn up to its end."""

    def __init__(self, actions: list[Action], state: State, count: Count) -> None:
        self.actions: Final = actions
        self.state: Final = state
        """State after the turn."""
        self.count: Final = count
        """Count of the seat for the ranking."""


def is_certain(game: Game, state: State) -> bool:
    """Return True if the game ends with the present phase, after any actions."""
    if state.phase == OVER:
        return False
    name = game.phases[state.phase].NAME
    if isinstance(state.parts, Depot):
        return name == "resources" and is_last_round(state)
    return name == "building" and max(state.grid.n_cities) >= cities_to_end(game.rules, state)


def count_of(game: Game, state: State, seat: int) -> Count:
    """Return the count by which a seat is ranked if it does nothing further."""
    scoring = game.scoring
    money, last = scoring.tie_breaks(state, seat)
    return (scoring.scores(state)[seat], money, last)


def settle(game: Game, state: State) -> State:
    """Return the last position of a certain end, each seat playing for itself."""
    while state.phase != OVER and state.actor != CHANCE and is_certain(game, state):
        state = best_turn(game, state).state
    if state.phase != OVER:
        state = state.copy()
        play_on(game, state, ImaginedChance(game, ANY_ORDER), state.round)
    return state


def best_turn(game: Game, state: State) -> Turn:
    """Return the turn with the best count for the acting seat."""
    return max(turns(game, state, ANSWER_WIDTH, False), key=lambda turn: turn.count)


def turns(game: Game, state: State, width: int, with_waste: bool) -> list[Turn]:
    """Return different turns of the acting seat; the empty one first. The cheapest are kept.

    ``with_waste``: also turns that build more than can be supplied.
    """
    seat, phase = state.actor, state.phase
    found: list[Turn] = []
    open_ = [(state, list[Action]())]
    most = _most_supplied(game, state, seat)
    while open_:
        if found and not with_waste and open_[0][0].grid.n_cities[seat] > most:
            break
        grown: dict[tuple[object, ...], tuple[State, list[Action]]] = {}
        for now, actions in open_:
            found.append(_finished(game, now, actions, seat))
            if now.actor != seat or now.phase != phase:
                continue
            for action in _steps(game, now):
                after = now.copy()
                game.apply(after, action, SILENT)
                _pass_chance(game, after)
                place = (after.grid.networks[seat], tuple(after.fuel[seat]), _cards(after))
                known = grown.get(place)
                if known is None or known[0].money[seat] < after.money[seat]:
                    grown[place] = (after, [*actions, action])
        open_ = sorted(grown.values(), key=lambda each: -each[0].money[seat])[:width]
    return found


def _most_supplied(game: Game, state: State, seat: int) -> int:
    """Return the largest number of cities that can be supplied; card games have no such bound."""
    if isinstance(state.parts, Depot):
        return FAR
    return most_supplied(game, state, seat)


def _cards(state: State) -> object:
    """Return the fuel cards on sale: two ways to the same fuel may leave others."""
    if isinstance(state.parts, Depot):
        return tuple([tuple(column) for column in state.parts.columns])
    return None


def _steps(game: Game, state: State) -> list[Action]:
    found: list[Action] = []
    for offer in game.offers(state):
        if isinstance(offer, MayConnect):
            found += [ConnectCity(offer.seat, city) for city in offer.cities]
        elif isinstance(offer, MayBuyCard):
            cards = zip(offer.cards, offer.prices, strict=True)
            found += [BuyCard(offer.seat, card, price) for card, price in cards]
    return found


def _pass_chance(game: Game, state: State) -> None:
    """Skip the draws of chance: cards shown now decide nothing."""
    if state.actor == CHANCE:
        chance = ImaginedChance(game, ANY_ORDER)
        while state.actor == CHANCE:
            game.apply(state, chance.outcome(state), SILENT)


def _finished(game: Game, state: State, actions: list[Action], seat: int) -> Turn:
    """Return the turn with its end."""
    count = count_of(game, state, seat)
    if state.actor != seat or state.phase == OVER:
        return Turn(actions, state, count)
    for offer in game.offers(state):
        if isinstance(offer, MayDo) and type(offer.action).WORD.startswith("finish"):
            after = state.copy()
            game.apply(after, offer.action, SILENT)
            _pass_chance(game, after)
            return Turn([*actions, offer.action], after, count)
    return Turn(actions, state, count)


def solved(game: Game, state: State) -> tuple[list[Action], list[float]]:
    """Return the best turn of the acting seat in a certain end, and the result of every seat."""
    seat = state.actor
    ranked = sorted(turns(game, state, WIDTH, True), key=lambda turn: turn.count, reverse=True)
    # The best of each number of actions, then all others: those may block a rival.
    firsts: dict[int, Turn] = {}
    for turn in ranked:
        firsts.setdefault(len(turn.actions), turn)
    leading = list(firsts.values())
    best: tuple[float, int, Count] | None = None
    answer: tuple[list[Action], list[float]] = ([], [])
    tried = leading + [turn for turn in ranked if turn not in leading]
    for place, turn in enumerate(tried[:MAX_TRIED]):
        after = settle(game, turn.state)
        shares = won_shares(after.ranking)
        worth = (shares[seat], -after.ranking[seat], turn.count)
        if best is None or worth > best:
            best = worth
            answer = (turn.actions, shares)
        if place + 1 >= len(leading) and best[0] >= 1.0:
            break
    return answer
