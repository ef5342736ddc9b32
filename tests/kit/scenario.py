"""Scenarios: positions that tests describe in words."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from gridwright.content.table import (
    build_game,
    default_spec,
    list_boards,
    list_editions,
    list_presets,
)
from gridwright.engine.game import Game
from gridwright.engine.houses import join_network, place_house, refresh_sites
from gridwright.engine.ids import CHANCE, NONE, TRUST
from gridwright.engine.masks import mask_of
from gridwright.engine.notation import Notation
from gridwright.engine.stack import Stack, shown_backs
from gridwright.engine.state import State, Trust, fresh_auction
from gridwright.engine.vocabulary.base import Action, EventLog
from gridwright.engine.vocabulary.setup import DrawRegions, DrawTrustRegion
from tests.kit.table import Card, Table


def edition_of(preset: str | None, board: str | None) -> str:
    """The edition that has the preset or the board; without both the default one."""
    for edition in sorted(list_editions(), key="classic".__ne__):
        if preset in list_presets(edition) or board in list_boards(edition):
            return edition
    return "classic"


def opening(
    edition: str | None = None,
    *,
    preset: str | None = None,
    board: str | None = None,
    seats: int = 4,
    **options: Any,
) -> Table:
    """A new game, before anything was drawn; options are those of ``TableSpec``."""
    edition = edition or edition_of(preset, board)
    spec = replace(default_spec(edition, preset, board, seats), **options)
    game = build_game(spec)
    return Table(game, game.new_state(), [])


def scenario(
    edition: str | None = None,
    *,
    preset: str | None = None,
    board: str | None = None,
    seats: int = 4,
    **options: Any,
) -> "Scenario":
    """A position to be built; unless given, the regions are some that hold every named city."""
    edition = edition or edition_of(preset, board)
    spec = replace(default_spec(edition, preset, board, seats), order=tuple(range(seats)))
    return Scenario(build_game(replace(spec, **options)))


class Scenario:
    """The description of a position. Each word returns the scenario; ``at`` builds the table."""

    def __init__(self, game: Game) -> None:
        self.game: Final = game
        self._notation: Final = Notation(game.rules)
        n_seats = game.rules.n_seats
        n_kinds = game.rules.market.n_kinds
        self._money = [game.rules.start_money] * n_seats
        self._plants: list[list[int]] = [[] for seat in range(n_seats)]
        self._fuel = [[0] * n_kinds for seat in range(n_seats)]
        self._houses: list[tuple[int, int]] = []
        self._n_cities = [0] * n_seats
        self._trust_plants: list[int] = []
        self._trust_fuel = [0] * n_kinds
        self._trust_region = ""
        self._order = list(range(n_seats))
        self._round = 2
        self._step = 1
        self._market: list[int] | None = None
        self._gone: list[int] = []
        self._tokens: dict[int, int] = {}
        self._top: list[int] = []
        self._rest: list[int] | None = None
        self._under: list[int] = []
        self._back = ""
        self._contractor = 0
        self._closed = 0
        self._is_dry = False
        self._parts: dict[str, list[int]] = {}

    # Seats

    def money(self, seat: int, amount: int) -> "Scenario":
        self._money[seat] = amount
        return self

    def owns(self, seat: int, *plants: int) -> "Scenario":
        self._plants[seat] = sorted(self._cards(plants))
        return self

    def fuel(self, seat: int, **tokens: int) -> "Scenario":
        """Return what a seat holds, by kind."""
        self._fuel[seat] = self._by_kind(tokens)
        return self

    def cities(self, seat: int, *cities: str) -> "Scenario":
        """A house in each city; who is named first is on the cheaper space."""
        self._houses.extend((seat, self._city(city)) for city in cities)
        return self

    def n_cities(self, seat: int, number: int) -> "Scenario":
        """Cities of a seat in all: those named, then the first empty ones, then any with room."""
        self._n_cities[seat] = number
        return self

    def trust(self, *plants: int, cities: Sequence[str] = (), **tokens: int) -> "Scenario":
        """Return what the Trust has; its plants in the order in which they came."""
        self._trust_plants = self._cards(plants)
        self._trust_fuel = self._by_kind(tokens)
        self._houses.extend((TRUST, self._city(city)) for city in cities)
        return self

    def trust_region(self, region: str) -> "Scenario":
        """Region with the Trust's houses, if a lot decides that; else the first in play."""
        self._trust_region = region
        return self

    def order(self, *seats: int) -> "Scenario":
        self._order = list(seats)
        return self

    # The table

    def round(self, number: int) -> "Scenario":
        self._round = number
        return self

    def step(self, number: int) -> "Scenario":
        """Set the step; from 3 on the Step 3 card is gone and the stack is one shuffled pile."""
        self._step = number
        return self

    def market(self, *cards: Card) -> "Scenario":
        """The whole plant market; opening plants that are not placed have left the game."""
        self._market = sorted(self._cards(cards))
        return self

    def gone(self, *cards: Card) -> "Scenario":
        self._gone = self._cards(cards)
        return self

    def tokens(self, **tokens: int) -> "Scenario":
        """Fuel on the market, by kind; what no one holds is in the supply."""
        self._tokens = {self._notation.kinds.index(kind): n for kind, n in tokens.items()}
        return self

    def stack(
        self,
        top: Sequence[Card] = (),
        rest: Sequence[Card] | None = None,
        under: Sequence[Card] = (),
        back: str = "",
    ) -> "Scenario":
        """Known cards from the top, then a shuffled rest, then known cards at the bottom.

        Without ``rest`` all other cards of the stack stay in it; ``rest=()`` empties it.
        ``back`` is the visible one where the top card is unknown.
        """
        self._top = self._cards(top)
        self._rest = None if rest is None else self._cards(rest)
        self._under = self._cards(under)
        self._back = back
        return self

    def contractor(self, card: int) -> "Scenario":
        self._contractor = card
        return self

    def closed(self, *kinds: str) -> "Scenario":
        """Kinds that are never refilled again."""
        self._closed = mask_of([self._notation.kinds.index(kind) for kind in kinds])
        return self

    def dry(self) -> "Scenario":
        """A card was due and the stack was empty."""
        self._is_dry = True
        return self

    def part(self, name: str, *row: int) -> "Scenario":
        """Numbers of a part of the board."""
        self._parts[name] = list(row)
        return self

    # Building

    def at(self, phase: str) -> Table:
        """Enter the phase of that name and advance until a seat must act."""
        state = self._build()
        state.phase = [each.NAME for each in self.game.phases].index(phase)
        log = EventLog(True)
        self.game.phases[state.phase].enter(state, log)
        self.game._advance(state, log)
        return Table(self.game, state, log.events)

    def _base(self) -> State:
        """The position after the regions and the opening market were drawn."""
        city_regions = self.game.rules.board.city_regions
        needed = mask_of([city_regions[city] for _owner, city in self._houses])
        state = self.game.new_state()
        while state.phase < self.game.first_of_round and state.actor == CHANCE:
            outcomes = self.game.legal(state)
            regions = [each for each in outcomes if isinstance(each, DrawRegions)]
            fitting = [each for each in regions if each.regions & needed == needed]
            assert fitting or not regions, "the named cities cannot be in play together"
            outcome = fitting[-1] if fitting else self._first(outcomes)
            self.game.apply(state, outcome, EventLog(False))
        return state

    def _first(self, outcomes: list[Action]) -> Action:
        """The first outcome, or the region that was named for the Trust."""
        if self._trust_region and isinstance(outcomes[0], DrawTrustRegion):
            return DrawTrustRegion(self._notation.regions.index(self._trust_region))
        return outcomes[0]

    def _build(self) -> State:
        state = self._base()
        rules = self.game.rules
        state.round = self._round
        state.step = self._step
        state.order = self._order[:]
        state.money = self._money[:]
        state.plants = [plants[:] for plants in self._plants]
        state.capacity = [rules.fuel.capacity(plants) for plants in self._plants]
        state.fuel = [held[:] for held in self._fuel]
        state.auction = fresh_auction()
        state.discount = NONE
        state.contractor = self._contractor
        state.closed = self._closed
        state.is_dry = self._is_dry
        for name, row in self._parts.items():
            state.parts.put(state.parts.names().index(name), row)
        self._build_houses(state)
        self._build_cards(state)
        self._build_tokens(state)
        return state

    def _build_houses(self, state: State) -> None:
        for owner, city in self._houses:
            self._build_house(state, owner, city)
        for seat, number in enumerate(self._n_cities):
            for taken in range(self.game.rules.board.n_spaces):
                for city in state.grid.area.cities:
                    has_room = state.grid.n_houses[city] <= taken
                    is_new = not state.grid.networks[seat] >> city & 1
                    if state.grid.n_cities[seat] < number and has_room and is_new:
                        self._build_house(state, seat, city)
            assert state.grid.n_cities[seat] >= number, "too few free cities are in play"
        refresh_sites(self.game.rules.board, state)
        grid = state.grid
        for seat, network in enumerate(grid.networks):
            grid.reach[seat] = grid.area.reach_of(network, seat, state.parts)
        n_houses = state.trust.n_houses - [owner for owner, city in self._houses].count(TRUST)
        state.trust = Trust(self._trust_plants, self._trust_fuel, n_houses, False)

    def _build_house(self, state: State, owner: int, city: int) -> None:
        place_house(self.game.rules.board, state, owner, city)
        if owner != TRUST:
            join_network(state, owner, city)

    def _build_cards(self, state: State) -> None:
        rules = self.game.rules
        state.market_size = rules.deck.market_sizes[self._step - 1]
        state.current_size = rules.deck.current_sizes[self._step - 1]
        taken = [card for plants in self._plants for card in plants]
        taken += self._trust_plants + self._gone + self._top + self._under + (self._rest or [])
        assert len(set(taken)) == len(taken), "a card was named twice"
        if self._step == 3 and rules.deck.step_card not in taken:
            taken.append(rules.deck.step_card)
            self._gone = [*self._gone, rules.deck.step_card]
        market = self._market
        if market is None:
            largest = max(state.grid.n_cities) if rules.settings.obsolete_plants else 0
            numbers = [plant.number for plant in rules.deck.plants]
            free = [card for card in range(len(numbers)) if card not in taken]
            market = [card for card in free if numbers[card] > largest][: state.market_size]
        assert not set(market) & set(taken), "a card of the market was named elsewhere"
        displaced = set(state.market) - set(market) - set(taken)
        state.gone = mask_of([*self._gone, *displaced])
        state.market = market[:]
        state.stack = self._build_stack(state.stack, [*taken, *market])

    def _build_stack(self, stack: Stack, taken: list[int]) -> Stack:
        """The stack after all those cards were drawn from it, and then the known layers."""
        deck = self.game.rules.deck
        layers: list[tuple[int, list[int]]] = []
        for layer in range(len(stack.pools)):
            counts = stack.counts[layer * deck.n_backs : (layer + 1) * deck.n_backs]
            layers.append((stack.pools[layer], counts))
        drawn = 0
        for card in taken:
            drawn |= 1 << card
            for pool, counts in layers:
                if pool >> card & 1 and counts[deck.back_of[card]]:
                    counts[deck.back_of[card]] -= 1
                    break
        layers = [(pool & ~drawn, counts) for pool, counts in layers if sum(counts)]
        if self._rest is not None:
            layers = [self._layer(self._rest)] if self._rest else []
        elif self._step == 3 and self._top:
            layers = _merged(layers)
        layers = [self._layer([card]) for card in self._top] + layers
        layers += [self._layer([card]) for card in self._under]
        top_back = NONE
        if layers:
            top_back = shown_backs(layers[0][1])[0]
            if self._back:
                top_back = deck.backs.index(self._back)
        flat = [count for _pool, counts in layers for count in counts]
        built = Stack(deck.n_backs, [pool for pool, _counts in layers], flat, top_back)
        if self._step == 3 and layers and self._rest is None and not self._top:
            built.shuffle(top_back)
        return built

    def _layer(self, cards: list[int]) -> tuple[int, list[int]]:
        deck = self.game.rules.deck
        backs = [deck.back_of[card] for card in cards]
        return mask_of(cards), [backs.count(back) for back in range(deck.n_backs)]

    def _build_tokens(self, state: State) -> None:
        market = self.game.rules.market
        for kind in range(market.n_kinds):
            held = sum(each[kind] for each in self._fuel) + self._trust_fuel[kind]
            left = market.token_totals[kind] - held - state.parts.tokens(kind)
            state.tokens[kind] = self._tokens.get(kind, min(market.opening_tokens[kind], left))
            state.supply[kind] = left - state.tokens[kind]

    # Names

    def _cards(self, cards: Sequence[Card]) -> list[int]:
        return [self._notation.cards.index(str(card)) for card in cards]

    def _city(self, city: str) -> int:
        return self._notation.cities.index(city)

    def _by_kind(self, tokens: dict[str, int]) -> list[int]:
        assert set(tokens) <= set(self._notation.kinds), f"unknown kind in {tokens}"
        return [tokens.get(kind, 0) for kind in self._notation.kinds]


def _merged(layers: list[tuple[int, list[int]]]) -> list[tuple[int, list[int]]]:
    """All layers as one."""
    if not layers:
        return []
    pool = 0
    for each, _counts in layers:
        pool |= each
    return [(pool, [sum(column) for column in zip(*[c for _, c in layers], strict=True)])]
