"""The features of many games, updated after each action.

Copying an observation and rewriting its row costs more than the rest of a step, and most actions
change little. So rows are written from the position itself, and an action that affects only its own
seat updates only that seat. A position contains nothing unseen, except that some viewers may not
see money, which ``_money`` alone decides. Tests compare every feature of every step with those of
the observation.
"""

from typing import Final

from gridwright.engine.editions.card.vocabulary import BuyCard, Produce
from gridwright.engine.game import Game
from gridwright.engine.ids import OVER, TRUST
from gridwright.engine.masks import mask_of
from gridwright.engine.state import State
from gridwright.engine.vocabulary.auction import Bid, DropOut, OfferPlant, PassAuction
from gridwright.engine.vocabulary.base import Action
from gridwright.engine.vocabulary.building import CONNECTING, FinishBuilding
from gridwright.engine.vocabulary.fuel import BuyResources, FinishBuying
from gridwright.engine.vocabulary.production import RunPlants
from gridwright.envs.action_builder import WHAT, ActionBuilder
from gridwright.envs.layout import Layout, n_words_of, words_of


class FeatureRow:
    """One row: its start, its features, and the lists of the position they were written from."""

    __slots__ = ("at", "features", "fuel", "order", "parts", "plants")

    def __init__(self, at: int, n_features: int, n_seats: int, parts: list[list[int]]) -> None:
        self.at: Final = at
        self.features: Final = [0] * n_features
        """Copy of the cells, except parts: a list is faster to read than the memory view."""
        self.order: list[int] = []
        self.plants: Final[list[list[int]]] = [[] for seat in range(n_seats)]
        self.fuel: Final[list[list[int]]] = [[] for seat in range(n_seats)]
        self.parts = [[0] * len(part) for part in parts]


class BatchFeatures:
    """Rows of one batch. Each shows what its acting seat sees."""

    def __init__(self, game: Game, layout: Layout, cells: "memoryview[int]", n_rows: int) -> None:
        """``cells`` contains the rows in order, in the format ``q``."""
        rules = game.rules
        self._game: Final = game
        self._n_seats: Final = rules.n_seats
        self._n_kinds: Final = rules.market.n_kinds
        self._over: Final = len(game.phases)
        self._all_seats: Final = (1 << rules.n_seats) - 1
        self._hides: Final = rules.options.hidden_money
        self._n_spaces: Final = rules.board.n_spaces
        self._n_words: Final = n_words_of(rules.board.n_cities)
        self._has_trust: Final = rules.trust.plays or len(rules.trust.blocked) > 0
        self._has_tokens: Final = rules.cards.n_cards == 0
        # The Trust acts in other seats' turns, and hidden money differs from viewer to viewer.
        self._updates: Final = not rules.trust.plays and not self._hides
        self._cells: Final = cells
        parts = game.parts.rows()
        self._has_parts: Final = len(parts) > 0
        width = layout.n_features
        self._rows: Final = [
            FeatureRow(row * width, width, rules.n_seats, parts) for row in range(n_rows)
        ]
        self._nothing_said: Final = [0] * (self._n_kinds + 2)

        columns = layout.columns
        self.phase: Final = columns["phase"]
        self.step: Final = columns["step"]
        self.question: Final = columns["question"]
        self.actor: Final = columns["actor"]
        self.out: Final = columns["out"]
        self.contenders: Final = columns["contenders"]
        self.leader: Final = columns["leader"]
        self.scrapper: Final = columns["scrapper"]
        self.money_seen: Final = columns["money_seen"]
        self.top_back: Final = columns["top_back"]
        self.dry: Final = columns["dry"]
        self.closed: Final = columns["closed"]
        self.regions: Final = columns["regions"]
        self.named: Final = columns["named"]
        self.market: Final = columns["market"]
        self.current: Final = columns["current"]
        self.lot: Final = columns["lot"]
        self.discount: Final = columns["discount"]
        self.gone: Final = columns["gone"]
        self.unseen: Final = columns["unseen"]
        self.next: Final = columns["next"]
        self.trust_plants: Final = columns["trust_plants"]
        self.place: Final = columns["place"]
        self.plants: Final = columns["plants"]
        self.houses: Final = columns["houses"]
        self.trust_houses: Final = columns["trust_houses"]
        self.money: Final = columns["money"]
        self.cities: Final = columns["cities"]
        self.round: Final = columns["round"]
        self.bid: Final = columns["bid"]
        self.contractor: Final = columns["contractor"]
        self.trust_left: Final = columns["trust_left"]
        self.stack: Final = columns["stack"]
        self.tokens: Final = columns["tokens"]
        self.supply: Final = columns["supply"]
        self.trust_fuel: Final = columns["trust_fuel"]
        self.more: Final = columns["more"]
        self.fuel: Final = columns.get("fuel", 0)
        end = columns["left"] + self._n_kinds
        self.parts: Final = end + (self._n_seats * self._n_kinds if self._has_tokens else 0)

    def _put(self, row: FeatureRow, column: int, value: int) -> None:
        if row.features[column] != value:
            row.features[column] = value
            self._cells[row.at + column] = value

    def _put_all(self, row: FeatureRow, column: int, values: list[int]) -> None:
        features = row.features
        for value in values:
            if features[column] != value:
                features[column] = value
                self._cells[row.at + column] = value
            column += 1

    # A whole row

    def write(self, place: int, state: State, viewer: int, builder: ActionBuilder | None) -> None:
        """Write a viewer's observation; ``builder`` if the viewer acts."""
        row = self._rows[place]
        seen = self._all_seats
        money = state.money
        if self._hides:
            seen, money = self._money(state, viewer)
        self._put(row, self.phase, 1 << (state.phase if state.phase >= 0 else self._over))
        self._put(row, self.step, 1 << state.step - 1)
        self._put(row, self.actor, _bit(state.actor))
        self._put(row, self.money_seen, seen)
        self._put(row, self.closed, state.closed)
        self._put(row, self.round, state.round)
        self._put(row, self.contractor, state.contractor)
        self._put(row, self.trust_left, state.trust.n_houses)
        self._put_all(row, self.money, money)
        self._put_all(row, self.tokens, state.tokens)
        self._put_all(row, self.supply, state.supply)
        self._write_question(row, builder)
        self._write_auction(row, state)
        self._write_market(row, state)
        self._write_stack(row, state)
        self._write_seats(row, state)
        if self._has_trust:
            self._write_trust(row, state)
        if self._has_parts:
            self._write_parts(row, state)

    def _write_question(self, row: FeatureRow, builder: ActionBuilder | None) -> None:
        if builder is None:
            self._put(row, self.question, 0)
            self._put(row, self.named, 0)
            self._put_all(row, self.more, self._nothing_said)
            return
        self._put(row, self.question, 1 << builder.question)
        self._put(row, self.named, builder.plants)
        self._put_all(row, self.more, self._said(builder))

    def _write_auction(self, row: FeatureRow, state: State) -> None:
        auction = state.auction
        self._put(row, self.out, auction.out)
        self._put(row, self.contenders, auction.contenders)
        self._put(row, self.leader, _bit(auction.leader))
        self._put(row, self.scrapper, _bit(auction.scrapper))
        self._put(row, self.lot, _bit(auction.lot))
        self._put(row, self.bid, auction.bid)

    def _write_market(self, row: FeatureRow, state: State) -> None:
        market = 0
        current = 0
        for place, card in enumerate(state.market):
            market |= 1 << card
            if place < state.current_size:
                current |= 1 << card
        self._put(row, self.dry, 1 if state.is_dry else 0)
        self._put(row, self.market, market)
        self._put(row, self.current, current)
        self._put(row, self.discount, _bit(state.discount))
        self._put(row, self.gone, state.gone)

    def _write_stack(self, row: FeatureRow, state: State) -> None:
        stack = state.stack
        pools = stack.pools
        unseen = 0
        for pool in pools:
            unseen |= pool
        self._put(row, self.top_back, _bit(stack.top_back))
        self._put(row, self.unseen, unseen)
        self._put(row, self.next, pools[0] if pools else 0)
        counts = stack.counts
        n_backs = stack.n_backs
        for back in range(n_backs):
            n_cards = 0
            place = back
            while place < len(counts):
                n_cards += counts[place]
                place += n_backs
            self._put(row, self.stack + back, n_cards)

    def _write_seats(self, row: FeatureRow, state: State) -> None:
        """Rewrite only lists that were replaced: the engine never changes these lists in place."""
        if state.order is not row.order:
            row.order = state.order
            places = [0] * self._n_seats
            for place, seat in enumerate(state.order):
                places[seat] = 1 << place
            self._put_all(row, self.place, places)
        for seat, owned in enumerate(state.plants):
            if owned is not row.plants[seat]:
                row.plants[seat] = owned
                self._put(row, self.plants + seat, mask_of(owned))
        for seat, network in enumerate(state.grid.networks):
            self._put_cities(row, self.houses + seat * self._n_words, network)
        self._put_all(row, self.cities, state.grid.n_cities)
        self._put(row, self.regions, state.grid.area.regions)
        if self._has_tokens:
            for seat in range(self._n_seats):
                self._write_fuel(row, state, seat)

    def _write_fuel(self, row: FeatureRow, state: State, seat: int) -> None:
        held = state.fuel[seat]
        if held is not row.fuel[seat]:
            row.fuel[seat] = held
            self._put_all(row, self.fuel + seat * self._n_kinds, held)

    def _write_trust(self, row: FeatureRow, state: State) -> None:
        trust = state.trust
        self._put(row, self.trust_plants, mask_of(trust.plants))
        self._put_all(row, self.trust_fuel, trust.fuel)
        cities = 0
        for space, owner in enumerate(state.grid.spaces):
            if owner == TRUST:
                cities |= 1 << space // self._n_spaces
        self._put_cities(row, self.trust_houses, cities)

    def _put_cities(self, row: FeatureRow, column: int, cities: int) -> None:
        """Write a mask of cities, which may be wider than a feature."""
        if self._n_words == 1:
            self._put(row, column, cities)
        else:
            self._put_all(row, column, words_of(cities, self._n_words))

    def _write_parts(self, row: FeatureRow, state: State) -> None:
        parts = state.parts.rows()
        column = self.parts
        for each, part in enumerate(parts):
            before = row.parts[each]
            if part is not before and part != before:
                at = row.at + column
                for amount, known in zip(part, before):  # noqa: B905 - Compiled as two plain loops.
                    if amount != known:
                        self._cells[at] = amount
                    at += 1
            column += len(part)
        row.parts = parts

    def _money(self, state: State, viewer: int) -> tuple[int, list[int]]:
        """Return the seats whose money the viewer sees, and the money seen (c11.3)."""
        if state.phase == OVER:
            return self._all_seats, state.money
        money = [0] * self._n_seats
        money[viewer] = state.money[viewer]
        return 1 << viewer, money

    def _said(self, builder: ActionBuilder) -> list[int]:
        if builder.question == WHAT:
            return self._nothing_said
        card_turns = builder.card_turns
        left = self._nothing_said[2:] if card_turns is None else card_turns.left
        return [builder.base, builder.first, *left]

    # Partial updates

    def update_question(self, place: int, builder: ActionBuilder) -> None:
        """Write the unfinished action of the acting seat after it began, continued or ended."""
        self._write_question(self._rows[place], builder)

    def update(self, place: int, state: State, action: Action) -> bool:
        """Write the changes of an action within its phase and without chance.

        Returns False if more may have changed; the caller must then rewrite the row.
        """
        if not self._updates:
            return False
        row = self._rows[place]
        if isinstance(action, (Bid, DropOut, OfferPlant, PassAuction)):
            self._write_auction(row, state)
        elif isinstance(action, CONNECTING):
            self._update_city(row, state, action.seat)
        elif isinstance(action, BuyResources):
            self._put(row, self.money + action.seat, state.money[action.seat])
            self._put_all(row, self.tokens, state.tokens)
            self._put_all(row, self.supply, state.supply)
            self._write_fuel(row, state, action.seat)
        elif isinstance(action, (BuyCard, Produce)):
            self._put_all(row, self.money, state.money)
            self._write_parts(row, state)
        elif isinstance(action, RunPlants):
            # Seats that can run nothing were paid as well (c7.9).
            self._put_all(row, self.money, state.money)
            self._put_all(row, self.supply, state.supply)
            self._write_fuel(row, state, action.seat)
        elif not isinstance(action, (FinishBuying, FinishBuilding)):
            return False
        if self._has_parts:
            # A board's own rules may have changed them, and paid for it.
            self._put_all(row, self.money, state.money)
            self._write_parts(row, state)
        self._put(row, self.actor, 1 << state.actor)
        return True

    def _update_city(self, row: FeatureRow, state: State, seat: int) -> None:
        grid = state.grid
        self._put(row, self.money + seat, state.money[seat])
        self._put_cities(row, self.houses + seat * self._n_words, grid.networks[seat])
        self._put(row, self.cities + seat, grid.n_cities[seat])
        self._write_market(row, state)


def _bit(place: int) -> int:
    """Return the mask of one place; empty for the negative numbers of no plant, seat or chance."""
    return 1 << place if place >= 0 else 0
