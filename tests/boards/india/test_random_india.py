"""The rules of India once more, written without the engine's, beside random games."""

from gridwright.engine.game import Game
from gridwright.engine.state import State
from gridwright.engine.vocabulary.building import CityConnected
from gridwright.engine.vocabulary.fuel import BuyResources, FinishBuying, MayBuy
from gridwright.engine.vocabulary.production import CitiesSupplied, MayRun
from tests.boards.random_moves import Move, moves_of
from tests.kit.table import only

OPEN = {1: 3, 2: 5, 3: 8}
SPACES = {
    0: {1: 4, 2: 4, 3: 3, 4: 3, 5: 3, 6: 3, 7: 2, 8: 2},
    1: dict.fromkeys(range(1, 9), 3),
    2: dict.fromkeys(range(1, 7), 4),
    3: dict.fromkeys(range(1, 9), 1),
}
"""Spaces of each kind by price."""


def moves() -> list[Move]:
    return moves_of("india", 20)


def cheapest(state: State, kind: int) -> int:
    """The price of the cheapest token on the market, which fills from the dearest space down."""
    spaces = [price for price, n in SPACES[kind].items() for _space in range(n)]
    return spaces[-state.tokens[kind]] if state.tokens[kind] else 0


def has_room(game: Game, state: State, seat: int, kind: int) -> bool:
    """Return whether one more token fits: twice the printed number, in any mix."""
    held = [n + (1 if each == kind else 0) for each, n in enumerate(state.fuel[seat])]
    plants = [game.rules.deck.plants[plant] for plant in state.plants[seat]]
    if not any(kind in plant.kinds for plant in plants):
        return False
    mixed = sum(plant.storage for plant in plants if len(plant.kinds) == 2)
    for each, n in enumerate(held):
        over = n - sum(plant.storage for plant in plants if plant.kinds == [each])
        if over > 0:
            mixed -= over if each in (0, 1) else 1_000
    return mixed >= 0


def can_buy(game: Game, state: State, seat: int) -> set[int]:
    """The kinds of which the seat may buy one token."""
    found: set[int] = set()
    for kind in range(4):
        price = cheapest(state, kind)
        is_open = 0 < price <= min(OPEN[state.step], state.money[seat])
        if is_open and has_room(game, state, seat, kind):
            found.add(kind)
    return found


def test_one_open_token_is_offered_at_a_time() -> None:
    """Tokens are offered singly, on spaces up to 3 in step 1 and up to 5 in step 2."""
    looked = 0
    steps: set[int] = set()
    for move in moves():
        game, state, *_rest = move
        if move.phase != "resources":
            continue
        offers = [offer for offer in game.offers(state) if isinstance(offer, MayBuy)]
        assert {offer.resource for offer in offers} == can_buy(game, state, state.actor)
        assert all(offer.costs() == [cheapest(state, offer.resource)] for offer in offers)
        steps.add(state.step)
        looked += 1
    assert looked > 500
    assert steps == {1, 2, 3}


def test_seats_take_turns_until_they_pass() -> None:
    """The next to buy is the next in reverse order who did not pass and can buy something."""
    looked = 0
    passed: set[int] = set()
    for move in moves():
        game, state, action, after, _events = move
        if move.phase != "resources":
            passed = set()
            continue
        if isinstance(action, FinishBuying):
            passed.add(action.seat)
        else:
            assert isinstance(action, BuyResources)
        line = state.order[::-1]
        place = line.index(action.seat)
        following = [*line[place + 1 :], *line[: place + 1]]
        wanted = [seat for seat in following if seat not in passed and can_buy(game, after, seat)]
        if move.next_phase == "resources":
            # Alone and with nothing left to buy, a seat may still take back.
            alone = isinstance(action, BuyResources) and after.actor == action.seat
            assert after.actor == wanted[0] if wanted else alone
        else:
            assert not wanted
        looked += 1
    assert looked > 500


def test_an_outage_takes_three_for_each_city() -> None:
    """An outage needs more than two new cities per player; no income falls below 0."""
    built = 0
    looked = outages = 0
    for move in moves():
        game, state, _action, _after, events = move
        if move.phase in ("auction", "resources", "player-order"):
            built = 0
        built += len(only(events, CityConnected))
        for event in only(events, CitiesSupplied):
            income = game.rules.income[min(event.n_cities, 20)]
            if built > 2 * game.rules.n_seats:
                income = max(0, income - 3 * state.grid.n_cities[event.seat])
                outages += 1
            assert event.income == income
            looked += 1
    assert looked > 500
    assert outages > 10


def test_seats_supply_as_many_cities_as_they_can() -> None:
    looked = bound = 0
    for move in moves():
        game, state, *_rest = move
        if move.phase != "bureaucracy" or state.actor < 0:
            continue
        seat = state.actor
        every = game.rules.fuel.runs(state.plants[seat], state.capacity[seat], state.fuel[seat])
        lit = {run.plants: min(run.output, state.grid.n_cities[seat]) for run in every}
        wanted = {plants for plants, cities in lit.items() if cities == max(lit.values())}
        (offer,) = [each for each in game.offers(state) if isinstance(each, MayRun)]
        assert {run.plants for run in offer.runs} == wanted
        looked += 1
        bound += len(wanted) < len(lit)
    assert looked > 500
    assert bound > 100
