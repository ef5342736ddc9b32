"""Texts of cards, in each language."""

import json
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Final

from gridwright.content.board_texts import board_words
from gridwright.content.spec import TableSpec
from gridwright.server.share.facts import CardFacts, SeatFacts, Stage

ENGLISH: Final = "en"
LATER: Final = "-recharged"
"""Ends the name of a board whose regions have their words with the first one."""
_WORDS: Final = Path(__file__).parent / "words"


def languages() -> list[str]:
    """Return the languages of cards."""
    return sorted(file.stem for file in _WORDS.glob("*.json"))


def language_for(accepted: str) -> str:
    """The first language that a browser asks for and we have; most readers of links ask for none.

    Weights are taken in the order in which they are written, as browsers write them.
    """
    for part in accepted[:200].split(","):
        name = part.partition(";")[0].strip().lower().partition("-")[0]
        if name in languages():
            return name
    return ENGLISH


def word(language: str, key: str, **values: object) -> str:
    """A sentence in a language, or in English if there is none."""
    found = _words(language).get(key) or _words(ENGLISH)[key]
    return found.format(**values)


def counted(language: str, key: str, count: int) -> str:
    number = {0: "zero", 1: "one"}.get(count, "other")
    return word(language, f"{key}_{number}", count=count)


def has_word(key: str) -> bool:
    return key in _words(ENGLISH)


def board_name(spec: TableSpec, language: str) -> str:
    """The board; a game without one is called by its edition."""
    found = board_word(spec, language, f"map.board.{spec.board}") if spec.board else ""
    return found or edition_name(spec, language)


def edition_name(spec: TableSpec, language: str) -> str:
    key = f"edition.{spec.edition}"
    return word(language, key) if has_word(key) else spec.edition.capitalize()


def board_word(spec: TableSpec, language: str, key: str) -> str:
    return board_words(spec, language).get(key) or board_words(spec, ENGLISH).get(key, "")


def region_name(spec: TableSpec, region: str, language: str) -> str:
    """Return the name of a region; boards of later editions share their first one's names."""
    first = spec.board.removesuffix(LATER)
    told = replace(spec, board=first) if first != spec.board else spec
    return board_word(told, language, f"map.region.{first}.{region}")


def table_name(spec: TableSpec, language: str) -> str:
    """Return edition and board, such as "Classic on USA"."""
    edition = edition_name(spec, language)
    board = board_name(spec, language)
    if board == edition:  # It has no board; do not repeat the name.
        return edition
    return word(language, "on", edition=edition, board=board)


def seat_name(seat: SeatFacts, language: str) -> str:
    """A name, or the colour where names are private."""
    return seat.name or word(language, f"colour.{seat.seat}")


def winners(facts: CardFacts) -> list[SeatFacts]:
    return [seat for seat in facts.seats if seat.place == 1]


def title_of(facts: CardFacts, language: str) -> str:
    """The headline of the card and of the link."""
    if facts.stage is Stage.OVER:
        first = winners(facts)
        if len(first) == 1:
            return word(language, "who", name=seat_name(first[0], language))
        return word(language, "who_even") if first else word(language, "over")
    return board_name(facts.spec, language)


def about(facts: CardFacts, language: str) -> str:
    """One sentence under the headline of a link."""
    table = table_name(facts.spec, language)
    if facts.stage is Stage.WAITING:
        n_free = sum(not seat.is_taken for seat in facts.seats)
        number = {0: "zero", 1: "one"}.get(n_free, "other")
        return word(language, f"about.waiting_{number}", table=table, count=n_free)
    if facts.stage is Stage.OVER:
        return word(language, "about.over", table=table)
    return word(language, "about.play", table=table, round=facts.round)


@cache
def _words(language: str) -> dict[str, str]:
    if language not in languages():
        return {}
    words: dict[str, str] = json.loads((_WORDS / f"{language}.json").read_text(encoding="utf-8"))
    return words
