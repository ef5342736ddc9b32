"""Rows of figures kept up to date with positions, for many games at once.

To copy an observation and write it down anew costs more than the rest of a step, and most actions
change little. So rows are written from the position itself, and after an action that only touches
its own seat, only what it touches. A position holds nothing unseen; the one thing that some viewers
may not see is money, which ``_money`` alone decides. Tests compare every figure of every step with
those of the observation.
"""

import struct
from array import array
from collections.abc import Sequence
from typing import Final

from gridwright.engine.actions import (
    Action,
    Bid,
    BuyCard,
    BuyResources,
    ConnectCity,
    DropOut,
    FinishBuilding,
    FinishBuying,
    OfferPlant,
    PassAuction,
    Produce,
    RunPlants,
)
from gridwright.engine.game import OVER, Game
from gridwright.engine.ids import TRUST
from gridwright.engine.masks import mask_of
from gridwright.engine.state import State
from gridwright.envs.choosing import WHAT, Choosing
from gridwright.envs.figures import BITS
from gridwright.envs.layout import Layout


class Kept:
    """The lists of a position that were written last into a row."""

    __slots__ = ("fuel", "networks", "order", "parts", "plants")

    def __init__(self, n_seats: int, n_parts: int) -> None:
        self.order: list[int] | None = None
        self.plants: list[list[int] | None] = [None] * n_seats
        self.networks: list[int] = []
        self.fuel: list[list[int] | None] = [None] * n_seats
        self.parts: Sequence[list[int] | None] = [None] * n_parts


class StateFigures:
    """The rows of one batch. A row shows what its acting seat sees."""

    def __init__(self, game: Game, layout: Layout, cells: "array[int]", n_rows: int) -> None:
        """Row after row lies in ``cells``, whose type code is ``q``."""
        rules = game.rules
        self._game: Final = game
        self._n_seats: Final = rules.n_seats
        self._n_kinds: Final = rules.market.n_kinds
        self._over: Final = len(game.phases)
        self._everybody: Final = (1 << rules.n_seats) - 1
        self._hides: Final = rules.options.hidden_money
        self._n_spaces: Final = rules.board.n_spaces
        self._has_trust: Final = rules.trust.plays
        self._has_tokens: Final = rules.cards.n_cards == 0
        # The Trust acts in other seats' turns, and hidden money differs from viewer to viewer.
        self._notes: Final = not self._has_trust and not self._hides
        self.width: Final = layout.n_figures
        self._cells: Final = cells
        n_parts = len(game.parts.names())
        self._has_parts: Final = n_parts > 0
        self._kept: Final = [Kept(rules.n_seats, n_parts) for row in range(n_rows)]
        self._nothing_said: Final = [0] * (self._n_kinds + 2)

        columns = layout.columns
        self.question: Final = columns["question"]
        self.named: Final = columns["named"]
        self.more: Final = columns["more"]
        self.actor: Final = columns["actor"]
        self.auction: Final = columns["out"]
        self.lot: Final = columns["lot"]
        self.bid: Final = columns["bid"]
        self.dry: Final = columns["dry"]
        self.market: Final = columns["market"]
        self.discount: Final = columns["discount"]
        self.gone: Final = columns["gone"]
        self.houses: Final = columns["houses"]
        self.money: Final = columns["money"]
        self.cities: Final = columns["cities"]
        self.tokens: Final = columns["tokens"]
        self.supply: Final = columns["supply"]
        self.fuel: Final = columns.get("fuel", 0)
        self.place: Final = columns["place"]
        self.plants: Final = columns["plants"]
        end = columns["left"] + self._n_kinds
        self.parts: Final = end + (self._n_seats * self._n_kinds if self._has_tokens else 0)
        self._pack_masks: Final = struct.Struct(f"={self.place}q").pack_into
        self._pack_amounts: Final = struct.Struct(f"={end - self.money}q").pack_into

    # A whole row

    def write(self, row: int, state: State, viewer: int, choosing: Choosing | None) -> None:
        """What a viewer sees; ``choosing`` if the viewer acts.

        Lists that the engine replaces and never changes are written only if they are other ones.
        """
        stack = state.stack
        auction = state.auction
        grid = state.grid
        trust = state.trust
        market = state.market
        pools = stack.pools
        unseen = 0
        for pool in pools:
            unseen |= pool
        seen = self._everybody
        money = state.money
        if self._hides:
            seen, money = self._money(state, viewer)
        at = row * self.width
        self._pack_masks(
            self._cells,
            at * 8,
            1 << (state.phase if state.phase >= 0 else self._over),
            BITS[state.step - 1],
            1 << choosing.question if choosing is not None else 0,
            BITS[state.actor],
            auction.out,
            auction.contenders,
            BITS[auction.leader],
            BITS[auction.scrapper],
            seen,
            BITS[stack.top_back],
            int(state.is_dry),
            state.closed,
            grid.area.regions,
            choosing.plants if choosing is not None else 0,
            mask_of(market),
            mask_of(market[: state.current_size]),
            BITS[auction.lot],
            BITS[state.discount],
            state.gone,
            unseen,
            pools[0] if pools else 0,
            mask_of(trust.plants) if self._has_trust else 0,
        )
        self._pack_amounts(
            self._cells,
            (at + self.money) * 8,
            *money,
            *grid.n_cities,
            state.round,
            auction.bid,
            state.contractor,
            trust.n_houses,
            *stack.counts_after_shuffle(),
            *state.tokens,
            *state.supply,
            *trust.fuel,
            *self._said(choosing),
        )
        self._write_lists(row, at, state)

    def _write_lists(self, row: int, at: int, state: State) -> None:
        cells = self._cells
        n_seats = self._n_seats
        kept = self._kept[row]
        if state.order is not kept.order:
            kept.order = state.order
            places = array("q", [0] * n_seats)
            for place, seat in enumerate(state.order):
                places[seat] = 1 << place
            start = at + self.place
            cells[start : start + n_seats] = places
        for seat, owned in enumerate(state.plants):
            if owned is not kept.plants[seat]:
                kept.plants[seat] = owned
                cells[at + self.plants + seat] = mask_of(owned)
        networks = state.grid.networks
        if networks != kept.networks:
            kept.networks = networks[:]
            start = at + self.houses
            cells[start : start + n_seats] = array("q", networks)
        if self._has_trust:
            cells[at + self.houses + n_seats] = self._trust_network(state)
        if self._has_tokens:
            start = at + self.fuel
            for seat, held in enumerate(state.fuel):
                if held is not kept.fuel[seat]:
                    kept.fuel[seat] = held
                    cells[start : start + self._n_kinds] = array("q", held)
                start += self._n_kinds
        if self._has_parts:
            self._write_parts(kept, at, state)

    def _write_parts(self, kept: "Kept", at: int, state: State) -> None:
        parts = state.parts.rows()
        start = at + self.parts
        for part, before in zip(parts, kept.parts, strict=True):
            if part is not before and part != before:
                self._cells[start : start + len(part)] = array("q", part)
            start += len(part)
        kept.parts = parts

    def _money(self, state: State, viewer: int) -> tuple[int, list[int]]:
        """Whose money the viewer sees, and all of it that is seen (c11.3)."""
        if state.phase == OVER:
            return self._everybody, state.money
        money = [0] * self._n_seats
        money[viewer] = state.money[viewer]
        return 1 << viewer, money

    def _said(self, choosing: Choosing | None) -> list[int]:
        if choosing is None or choosing.question == WHAT:
            return self._nothing_said
        turning = choosing.turning
        left = self._nothing_said[2:] if turning is None else turning.left
        return [choosing.base, choosing.first, *left]

    def _trust_network(self, state: State) -> int:
        cities = 0
        for space, owner in enumerate(state.grid.spaces):
            if owner == TRUST:
                cities |= 1 << space // self._n_spaces
        return cities

    # What changed

    def note_choosing(self, row: int, choosing: Choosing) -> None:
        """The acting seat has begun an action in parts, went on with it or finished it."""
        cells = self._cells
        at = row * self.width
        cells[at + self.question] = 1 << choosing.question
        cells[at + self.named] = choosing.plants
        start = at + self.more
        cells[start : start + self._n_kinds + 2] = array("q", self._said(choosing))

    def note(self, row: int, state: State, action: Action) -> bool:
        """Write what an action touched that left the phase and let chance rest.

        False if that may be more than is known here: then the row has to be written anew.
        """
        if not self._notes:
            return False
        if isinstance(action, Bid | DropOut | OfferPlant | PassAuction):
            self._note_auction(row, state)
        elif isinstance(action, ConnectCity):
            self._note_city(row, state, action.seat)
        elif isinstance(action, BuyResources):
            self._note_purchase(row, state, action.seat)
        elif isinstance(action, BuyCard | Produce):
            self._note_cards(row, state)
        elif isinstance(action, RunPlants):
            self._note_run(row, state, action.seat)
        elif isinstance(action, FinishBuying | FinishBuilding):
            self._cells[row * self.width + self.actor] = 1 << state.actor
        else:
            return False
        return True

    def _note_auction(self, row: int, state: State) -> None:
        at = row * self.width
        auction = state.auction
        cells = self._cells
        start = at + self.auction
        cells[at + self.actor] = 1 << state.actor
        cells[start] = auction.out
        cells[start + 1] = auction.contenders
        cells[start + 2] = BITS[auction.leader]
        cells[at + self.lot] = BITS[auction.lot]
        cells[at + self.bid] = auction.bid

    def _note_purchase(self, row: int, state: State, seat: int) -> None:
        at = row * self.width
        cells = self._cells
        n_kinds = self._n_kinds
        cells[at + self.actor] = 1 << state.actor
        cells[at + self.money + seat] = state.money[seat]
        start = at + self.tokens
        for amount in state.tokens:
            cells[start] = amount
            start += 1
        for amount in state.supply:
            cells[start] = amount
            start += 1
        held = state.fuel[seat]
        self._kept[row].fuel[seat] = held
        start = at + self.fuel + seat * n_kinds
        cells[start : start + n_kinds] = array("q", held)

    def _note_run(self, row: int, state: State, seat: int) -> None:
        at = row * self.width
        cells = self._cells
        n_kinds = self._n_kinds
        cells[at + self.actor] = 1 << state.actor
        start = at + self.money  # Seats that can run nothing were paid as well (c7.9).
        cells[start : start + self._n_seats] = array("q", state.money)
        start = at + self.supply
        cells[start : start + n_kinds] = array("q", state.supply)
        held = state.fuel[seat]
        self._kept[row].fuel[seat] = held
        start = at + self.fuel + seat * n_kinds
        cells[start : start + n_kinds] = array("q", held)

    def _note_city(self, row: int, state: State, seat: int) -> None:
        at = row * self.width
        cells = self._cells
        grid = state.grid
        cells[at + self.actor] = 1 << state.actor
        market = state.market
        cells[at + self.money + seat] = state.money[seat]
        cells[at + self.houses + seat] = grid.networks[seat]
        self._kept[row].networks[seat] = grid.networks[seat]
        cells[at + self.cities + seat] = grid.n_cities[seat]
        cells[at + self.dry] = int(state.is_dry)
        cells[at + self.market] = mask_of(market)
        cells[at + self.market + 1] = mask_of(market[: state.current_size])
        cells[at + self.discount] = BITS[state.discount]
        cells[at + self.gone] = state.gone

    def _note_cards(self, row: int, state: State) -> None:
        at = row * self.width
        cells = self._cells
        cells[at + self.actor] = 1 << state.actor
        start = at + self.money
        cells[start : start + self._n_seats] = array("q", state.money)
        self._write_parts(self._kept[row], at, state)
