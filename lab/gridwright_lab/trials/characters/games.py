"""Games of a character among three plain bots of its level, and what each seat did in them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from gridwright.arena.cells import find_cells
from gridwright.arena.deals import DEVELOPMENT, deal_keys
from gridwright.bots.characters import level_of
from gridwright.bots.contract import Bot
from gridwright.bots.registry import BOTS, in_style
from gridwright.bots.seated_bot import SeatedBot, seat_bots
from gridwright.bots.styles import Style
from gridwright.bots.value.network import won_shares
from gridwright.content.table import build_game
from gridwright.engine.editions.card.depot import Depot
from gridwright.engine.editions.card.vocabulary import FuelCardBought
from gridwright.engine.game import Game
from gridwright.engine.ids import CHANCE
from gridwright.engine.phases.building import BuildingPhase
from gridwright.engine.phases.resources import ResourcesPhase
from gridwright.engine.state import State
from gridwright.engine.vocabulary.auction import Bid, PlantBought
from gridwright.engine.vocabulary.base import Action, EventLog
from gridwright.engine.vocabulary.building import CityConnected, ConnectCity
from gridwright.engine.vocabulary.fuel import ResourcesBought
from gridwright.fair.dealer import Dealer

CELLS: Final = ("classic:4", "deluxe:4", "card:4")
FIRST_DEAL: Final = 40_000
"""Far from the deals of matches and of other trials."""
MIDDLE: Final = 4
"""Round after which the cities of the middle of the game are counted."""
PURCHASES: Final = (ResourcesPhase.NAME, BuildingPhase.NAME)

Statistics = Mapping[str, float]
"""What a seat did in a game, by the name of the statistic."""


@dataclass(frozen=True)
class Task:
    """One deal, played by a character from every seat."""

    name: str
    style: Style
    cell: str
    deal: int


@dataclass(frozen=True)
class Played:
    """One game of a character."""

    won: float
    """Share of the win."""
    own: Statistics
    field: Statistics
    """Means of the other seats."""


def character_bot(name: str, style: Style) -> Bot:
    """Return a character in a style, which may not be the style of the package."""
    return in_style(level_of(name), name, style)


def play_deal(task: Task) -> list[Played]:
    """Return the games of a deal, one for each seat of the character."""
    cell = find_cells(task.cell)[0]
    game = build_game(cell.spec)
    bot = character_bot(task.name, task.style)
    plain = BOTS[level_of(task.name)]
    found: list[Played] = []
    for seat in range(cell.seats):
        keys = deal_keys(cell, DEVELOPMENT, FIRST_DEAL + task.deal)
        bots = [bot if each == seat else plain for each in range(cell.seats)]
        watch = Watch(game)
        state = _play(game, seat_bots(game, keys, bots), Dealer(game, keys), watch)
        seats = watch.statistics()
        others = [each for place, each in enumerate(seats) if place != seat]
        means = {name: sum(each[name] for each in others) / len(others) for name in seats[seat]}
        found.append(Played(won_shares(state.ranking)[seat], seats[seat], means))
    return found


class Watch:
    """Counts what every seat does in a game."""

    def __init__(self, game: Game) -> None:
        self._game: Final = game
        rules = game.rules
        self._on_board: Final = rules.board.n_cities > 0
        names = rules.market.kinds
        self._kinds: Final = [
            {names[kind] for kind in plant.kinds} or {"green"} for plant in rules.deck.plants
        ]
        seats = range(rules.n_seats)
        self._plants: Final[list[list[int]]] = [[] for _ in seats]
        self._above: Final = [0 for _ in seats]
        self._lots: Final[list[set[tuple[int, int]]]] = [set() for _ in seats]
        self._money: Final[list[dict[int, int]]] = [{} for _ in seats]
        """Money by round, after the last purchase of the round."""
        self._fuel: Final[list[list[int]]] = [[] for _ in seats]
        self._spare: Final[list[list[int]]] = [[] for _ in seats]
        self._places: Final[list[list[int]]] = [[] for _ in seats]
        self._built: Final = [0 for _ in seats]
        self._blocked: Final = [0 for _ in seats]
        self._middle: Final = [0 for _ in seats]

    def apply(self, state: State, action: Action) -> None:
        """Apply an action and count what it does."""
        seat, round_, discount, lot = action.seat, state.round, state.discount, state.auction.lot
        is_purchase = self._game.phases[state.phase].NAME in PURCHASES
        money = state.money[:]
        if isinstance(action, Bid):
            self._lots[seat].add((round_, lot))
        elif isinstance(action, ConnectCity) and state.grid.n_cities[seat]:
            self._built[seat] += 1
            self._blocked[seat] += action.city in self._nearest_of_rivals(state, seat)
        log = EventLog(True)
        self._game.apply(state, action, log)
        for event in log.events:
            if isinstance(event, PlantBought):
                self._plants[event.seat].append(event.plant)
                lowest = 1 if event.plant == discount else self._number(event.plant)
                self._above[event.seat] += event.price - lowest
                self._lots[event.seat].discard((round_, event.plant))
            elif isinstance(event, ResourcesBought | FuelCardBought):
                money[event.seat] -= event.cost
            elif isinstance(event, CityConnected):
                money[event.seat] -= event.house + event.connection
        if is_purchase:
            for each, left in enumerate(money):
                self._money[each][round_] = left
        if state.round != round_:
            self._begin_round(state)

    def _begin_round(self, state: State) -> None:
        output_of = self._game.rules.fuel.output_of
        for place, seat in enumerate(state.order):
            self._places[seat].append(place)
            self._fuel[seat].append(self._stored(state, seat))
            if self._on_board:
                n_cities = state.grid.n_cities[seat]
                supply = sum([output_of[plant] for plant in state.plants[seat]])
                self._spare[seat].append(n_cities - supply)
                if state.round == MIDDLE + 1:
                    self._middle[seat] = n_cities

    def statistics(self) -> list[dict[str, float]]:
        """Return what each seat did, once the game is over."""
        return [self._of(seat) for seat in range(self._game.rules.n_seats)]

    def _of(self, seat: int) -> dict[str, float]:
        plants = self._plants[seat]
        names = ("green", *self._game.rules.market.kinds)
        found = {
            "plants bought": float(len(plants)),
            "mean number of a plant": _mean([self._number(plant) for plant in plants]),
            "paid above the lowest bid, a plant": self._above[seat] / max(1, len(plants)),
            "lots of others it bid on": float(len(self._lots[seat])),
            "money kept": _mean(list(self._money[seat].values())),
            "fuel stored": _mean(self._fuel[seat]),
            "place in the order": 1.0 + _mean(self._places[seat]),
        }
        for name in names:
            found[f"{name} plants, %"] = 100 * _mean(
                [float(name in self._kinds[plant]) for plant in plants]
            )
        if self._on_board:
            found[f"cities after round {MIDDLE}"] = float(self._middle[seat])
            found["cities beyond the plants"] = _mean(self._spare[seat])
            found["rivals' nearest cities taken, %"] = (
                100 * self._blocked[seat] / max(1, self._built[seat])
            )
        return found

    def _number(self, plant: int) -> int:
        return self._game.rules.deck.numbers[plant]

    def _stored(self, state: State, seat: int) -> int:
        if self._on_board:
            return sum(state.fuel[seat])
        assert isinstance(state.parts, Depot)
        return sum(self._game.rules.cards.units(state.parts.stored[seat]))

    def _nearest_of_rivals(self, state: State, seat: int) -> set[int]:
        """Return the cheapest next city of each rival."""
        grid = state.grid
        found: set[int] = set()
        for rival, network in enumerate(grid.networks):
            if rival == seat or not network:
                continue
            reach = grid.reach[rival]
            found.add(
                min(
                    (grid.sites[city] + reach[city], city)
                    for city in grid.area.cities
                    if not network >> city & 1
                )[1]
            )
        return found


def _play(game: Game, seats: list[SeatedBot], dealer: Dealer, watch: Watch) -> State:
    state = game.new_state()
    while not game.is_over(state):
        actor = state.actor
        action = dealer.deal(state) if actor == CHANCE else seats[actor].act(state)
        watch.apply(state, action)
    return state


def _mean(numbers: list[float] | list[int]) -> float:
    return sum(numbers) / len(numbers) if numbers else 0.0
