"""Verifies a stored run: replays every game from its moves, or has its bots play it again."""

from collections.abc import Iterator
from dataclasses import dataclass

from gridwright.arena.playing import Place, ReplayError, play_place, rebuild
from gridwright.arena.records import Record, RecordError, read_record
from gridwright.arena.runners import Runner
from gridwright.arena.store import Store, StoreError
from gridwright.bots.registry import UnknownBotError
from gridwright.content.errors import ContentError

BATCH = 64
"""Lines per work item."""


@dataclass(frozen=True)
class Batch:
    """Some lines of a run, with everything needed to check them in another process."""

    first: int
    places: list[Place]
    lines: list[bytes]
    again: bool


def verify_header(store: Store, *parts: str) -> None:
    """Raise StoreError if one of these parts of the header has changed since."""
    try:
        today = store.plan.header()
    except UnknownBotError as error:
        raise StoreError(f"{store.folder}: {error}") from error
    for part in parts:
        if today[part] != store.header[part]:
            raise StoreError(f"{store.folder}: other {part} than today's; nothing can be compared")


def verify_rules(store: Store) -> None:
    """Raise StoreError if the rules of the run are no longer known."""
    for number, fixture in enumerate(store.plan.fixtures):
        rules = store.rules_of(fixture.cell)
        try:
            Place(fixture, number, store.plan.series, 0, 0, rules).game()
        except ContentError as error:
            raise StoreError(f"{store.folder}: {fixture.cell}: {error}") from error


def check_batch(batch: Batch) -> list[tuple[int, str]]:
    """Return the number of each line and its fault; an empty text if it has none."""
    checked = zip(batch.places, batch.lines, strict=True)
    return [
        (batch.first + offset, check_line(place, line, batch.again))
        for offset, (place, line) in enumerate(checked)
    ]


def check_line(place: Place, line: bytes, again: bool) -> str:
    """Return the fault of a stored game, or "". ``again``: its bots must play the same again."""
    try:
        stored = read_record(line)
        played = play_place(place, checked=True) if again else rebuild(place, stored)
    except (RecordError, ReplayError) as error:
        return str(error)
    return "" if played.to_line() == line else _difference(stored, played)


def verify_run(store: Store, runner: Runner, again: bool = False) -> Iterator[tuple[int, str]]:
    """Yield the number of each line, from 1, and its fault; an empty text if it has none."""
    verify_rules(store)
    verify_header(store, *(("bots", "code") if again else ()))
    for found in runner.work_through(check_batch, _batches(store, again)):
        yield from found


def _batches(store: Store, again: bool) -> Iterator[Batch]:
    first = 1
    places: list[Place] = []
    lines: list[bytes] = []
    for deal in store.deals():  # Iterating also checks the order of lines.
        for record in deal:
            places.append(store.place(record))
            lines.append(record.to_line())
        if len(lines) >= BATCH:
            yield Batch(first, places, lines, again)
            first += len(lines)
            places, lines = [], []
    yield Batch(first, places, lines, again)


def _difference(stored: Record, played: Record) -> str:
    for name, value in vars(played).items():
        if value != vars(stored)[name]:
            return f"{name}: expected {str(value)[:60]}, got {str(vars(stored)[name])[:60]}"
    return "written in another form"
