"""Text of notices: the table, the phase, the round and the time left. All of it is public.

It is composed from ``TurnFacts`` only, so it cannot contain hidden information.
"""

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Final

import msgspec

from gridwright.content.board_texts import board_words
from gridwright.content.table import TableSpec
from gridwright.table.table import Table

ENGLISH: Final = "en"
MAX_NAMED: Final = 3
"""Tables that one notice names."""
_WORDS: Final = Path(__file__).parent / "words"
_MINUTE: Final = 60_000
"""Milliseconds of a minute."""
_UNITS: Final = (("day", 1_440 * _MINUTE), ("hour", 60 * _MINUTE), ("minute", _MINUTE))


class TurnFacts(msgspec.Struct, frozen=True):
    """Public facts of a turn."""

    tag: str
    game_id: str
    version: int
    spec: TableSpec
    phase: str
    round: int
    others: tuple[str, ...]
    """Names of the other players."""
    deadline_at: int | None

    @property
    def path(self) -> str:
        """Path of the page of the table at the beginning of the turn."""
        return f"/t/{self.game_id}?at={self.version}"


class Message(msgspec.Struct, frozen=True):
    """Texts of a notice."""

    tag: str
    """Tag of the turn, or of the combined turns."""
    title: str
    body: str
    path: str
    open: str
    """Label of the button that opens the table."""
    later: str = ""
    """Label of the button that postpones it by an hour; empty for a test message."""
    tags: tuple[str, ...] = ()
    """Tags of its turns; none for a test message."""
    lasts: int = 0
    """Milliseconds until it is obsolete."""


def facts_of(table: Table, tag: str, version: int, seat: int) -> TurnFacts:
    return TurnFacts(
        tag=tag,
        game_id=table.game_id,
        version=version,
        spec=table.spec,
        phase=table.game.phases[table.state.phase].NAME,
        round=table.state.round,
        others=tuple(
            holder.name for place, holder in enumerate(table.seats) if place != seat and holder.name
        ),
        deadline_at=table.clocks.deadline(),
    )


def languages() -> list[str]:
    """Return the languages of notices."""
    return sorted(file.stem for file in _WORDS.glob("*.json"))


def compose(turns: Sequence[TurnFacts], language: str, now: int) -> Message:
    """Return one message about all turns, of which there is at least one."""
    first = turns[0]
    lasts = max([_lasts(each, now) for each in turns])
    tags = tuple(each.tag for each in turns)
    button = word(language, "open")
    if len(turns) == 1:
        title = word(language, "turn", table=_table(first, language))
        about = _about(first, language, now)
        later = word(language, "later")
        return Message(first.tag, title, about, first.path, button, later, tags, lasts)
    title = word(language, "turns", count=len(turns))
    lines = [
        f"{_table(each, language)}: {_about(each, language, now)}" for each in turns[:MAX_NAMED]
    ]
    if len(turns) > MAX_NAMED:
        lines.append("…")
    later = word(language, "later")
    return Message(first.tag, title, "\n".join(lines), "/", button, later, tags, lasts)


def compose_try(language: str) -> Message:
    """Return the test message of a channel."""
    title, body = word(language, "test.title"), word(language, "test.body")
    return Message("try", title, body, "/", word(language, "open"), lasts=10 * _MINUTE)


def word(language: str, key: str, **values: object) -> str:
    """Return a sentence in a language, or in English if it has no translation."""
    found = _words(language).get(key) or _words(ENGLISH)[key]
    return found.format(**values)


def _about(turn: TurnFacts, language: str, now: int) -> str:
    parts = [_phase(turn, language), word(language, "round", count=turn.round)]
    if turn.others:
        parts.append(word(language, "with", names=", ".join(turn.others)))
    if turn.deadline_at is not None:
        parts.append(_left(turn.deadline_at - now, language))
    return ", ".join([part for part in parts if part])


def _table(turn: TurnFacts, language: str) -> str:
    """Return the name of the board, or of the edition without one."""
    spec = turn.spec
    key = f"map.board.{spec.board}"
    found = _board_word(spec, language, key) if spec.board else ""
    return found or _words(language).get(f"edition.{spec.edition}") or "Gridwright"


def _phase(turn: TurnFacts, language: str) -> str:
    key = f"phase.{turn.phase}"
    found = _words(language).get(key) or _words(ENGLISH).get(key)
    return found or (_board_word(turn.spec, language, key) if turn.spec.board else "")


def _board_word(spec: TableSpec, language: str, key: str) -> str:
    return board_words(spec, language).get(key) or board_words(spec, ENGLISH).get(key, "")


def _left(span: int, language: str) -> str:
    for name, length in _UNITS:
        if span >= 2 * length or name == "minute":
            count = max(1, span // length)
            return word(language, f"{name}_{'one' if count == 1 else 'other'}", count=count)
    raise AssertionError("the last unit takes the rest")


def _lasts(turn: TurnFacts, now: int) -> int:
    ends = turn.deadline_at if turn.deadline_at is not None else now + _UNITS[0][1]
    return max(_MINUTE, ends - now)


@cache
def _words(language: str) -> dict[str, str]:
    file = _WORDS / f"{language}.json"
    if language not in languages():
        return {}
    words: dict[str, str] = json.loads(file.read_text(encoding="utf-8"))
    return words
