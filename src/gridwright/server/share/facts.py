"""Facts for a card: a subset of a spectator's view of a table at some version.

A card is drawn from these facts alone. Followers of the link see at least as much.
"""

from collections.abc import Sequence
from enum import StrEnum
from typing import Final

import msgspec

from gridwright.content.spec import TableSpec
from gridwright.engine.history import History
from gridwright.engine.ids import SPECTATOR
from gridwright.engine.observation import HIDDEN, Observation
from gridwright.engine.observe import observe
from gridwright.engine.vocabulary.building import CityConnected
from gridwright.engine.vocabulary.production import CitiesSupplied
from gridwright.server.share.map_picture import MapFacts
from gridwright.table.entries import Status
from gridwright.table.table import Table
from gridwright.table.view import result_of

N_CARDS: Final = 4


class Stage(StrEnum):
    """The stage of a table."""

    WAITING = "waiting"
    PLAYED = "played"
    OVER = "over"


class PlantFacts(msgspec.Struct, frozen=True):
    """A plant card of the market, for games without a board."""

    number: int
    kinds: tuple[str, ...]
    need: int
    output: int


class SeatFacts(msgspec.Struct, frozen=True):
    """A seat in the list."""

    seat: int
    name: str
    """Empty if the seat is free or the table is unlisted."""
    is_taken: bool
    count: int
    """Cities, or the score at the end; plants in games without cities."""
    money: int | None
    """None if it is hidden."""
    place: int


class CardFacts(msgspec.Struct, frozen=True):
    """A card without words."""

    stage: Stage
    spec: TableSpec
    is_private: bool
    is_imported: bool
    round: int
    step: int
    phase: str
    actor: int
    """Seat to act, or -1."""
    end_cities: int
    seats: tuple[SeatFacts, ...]
    map: MapFacts | None
    plants: tuple[PlantFacts, ...]
    rounds: tuple[tuple[int, ...], ...]
    """Cities supplied, by round and seat; for finished games only."""


def facts_of(table: Table) -> CardFacts:
    """Return the facts of a table at its current version; no seed is read."""
    stage = _stage(table)
    rules = table.game.rules
    seen = None if stage is Stage.WAITING else observe(table.game, table.state, SPECTATOR)
    actor = table.actor()
    spaces = () if seen is None else tuple(seen.spaces)
    drawn: MapFacts | None = None
    rounds: tuple[tuple[int, ...], ...] = ()
    if rules.board.links:
        ways, rounds = _history(table)
        drawn = MapFacts(
            regions=0 if seen is None else seen.regions,
            spaces=spaces,
            step=1 if seen is None else seen.step,
            ways=ways,
            links=tuple([(one, other, cost) for one, other, cost in rules.board.links]),
        )
    return CardFacts(
        stage=stage,
        spec=table.spec,
        is_private=not table.listed,
        is_imported=table.is_imported,
        round=0 if seen is None else seen.round,
        step=1 if seen is None else seen.step,
        phase="" if seen is None else table.game.phases[seen.phase].NAME,
        actor=-1 if actor is None else actor,
        end_cities=rules.limits.end_cities,
        seats=_seats(table, seen),
        map=drawn,
        plants=_plants(table, seen) if drawn is None else (),
        rounds=_with_end(table, rounds) if stage is Stage.OVER else (),
    )


def _stage(table: Table) -> Stage:
    if table.status is Status.GATHERING:
        return Stage.WAITING
    return Stage.OVER if table.is_over() else Stage.PLAYED


def _seats(table: Table, seen: Observation | None) -> tuple[SeatFacts, ...]:
    result = result_of(table)
    found = [
        SeatFacts(
            seat=seat,
            name=holder.name if table.listed else "",
            is_taken=holder.is_taken,
            count=0 if seen is None else _count(table, seen, seat, result is not None),
            money=None if seen is None or seen.money[seat] == HIDDEN else seen.money[seat],
            place=0 if result is None else result.seats[seat].place,
        )
        for seat, holder in enumerate(table.seats)
    ]
    if result is not None:
        return tuple(sorted(found, key=lambda each: each.place))
    order = [] if seen is None else list(seen.order)
    return tuple([found[seat] for seat in order]) if len(order) == len(found) else tuple(found)


def _count(table: Table, seen: Observation, seat: int, is_over: bool) -> int:
    if is_over and table.game.is_over(table.state):
        return seen.scores[seat]
    return seen.n_cities[seat] if table.game.rules.board.links else len(seen.plants[seat])


def _history(
    table: Table,
) -> tuple[tuple[tuple[int, tuple[int, ...]], ...], tuple[tuple[int, ...], ...]]:
    """Return the paid connections, and the cities supplied by each seat, by round."""
    history = History(table.game)
    ways: list[tuple[int, tuple[int, ...]]] = []
    rounds: list[list[int]] = []
    for line in table.lines:
        round_now = history.state.round
        for event in history.play_watched(table.notation.parse(line)):
            if isinstance(event, CityConnected):
                ways.append((event.seat, tuple(event.path)))
            elif isinstance(event, CitiesSupplied):
                while len(rounds) < round_now:
                    rounds.append([0] * table.spec.seats)
                rounds[round_now - 1][event.seat] = event.n_cities
    return tuple(ways), tuple([tuple(each) for each in rounds])


def _with_end(table: Table, rounds: tuple[tuple[int, ...], ...]) -> tuple[tuple[int, ...], ...]:
    """Return the rounds; a last round without payment shows the score."""
    is_short = bool(rounds) and len(rounds) < table.state.round
    if not is_short or not table.game.is_over(table.state):
        return rounds
    scores = observe(table.game, table.state, SPECTATOR).scores
    return (*rounds, tuple(scores))


def _plants(table: Table, seen: Observation | None) -> tuple[PlantFacts, ...]:
    """Return the open plants; before the game the first ones of the deck."""
    deck = table.game.rules.deck
    shown: Sequence[int] = range(len(deck.plants)) if seen is None else seen.market
    kinds = table.game.rules.market.kinds
    return tuple(
        [
            PlantFacts(
                plant.number,
                tuple([kinds[kind] for kind in plant.kinds]),
                plant.need,
                plant.output,
            )
            for plant in [deck.plants[card] for card in shown if 0 <= card < len(deck.plants)]
        ][:N_CARDS]
    )
