"""The effect of a game on the skills of its players."""

from collections.abc import Mapping
from typing import TypeAlias

import msgspec

from gridwright.ratings.bots import load_bots
from gridwright.ratings.plackett_luce import Skill, rated
from gridwright.server.people.finished import FinishedGame, FinishedSeat, Kind, Unrated

Rated: TypeAlias = tuple[str, Kind]
"""A person, as a person or by a program."""


class Standing(msgspec.Struct, frozen=True):
    """A player's rating in one edition."""

    skill: Skill = Skill()
    games: int = 0


class Moved(msgspec.Struct, frozen=True):
    """The skill of a seat after a rated game, and its change."""

    skill: Skill
    gain: int


def key_of(seat: FinishedSeat) -> Rated:
    return (seat.person, seat.kind)


def rate_game(game: FinishedGame, before: Mapping[Rated, Standing]) -> list[Moved | None]:
    """Return each seat's rating after the game; None for all seats if it is unrated.

    A player without a standing is new. Bots keep their measured rating.
    """
    if game.unrated is not Unrated.NOT:
        return [None] * len(game.seats)
    bots = load_bots()[game.edition]
    skills = [
        bots[seat.bot] if seat.kind is Kind.BOT else before.get(key_of(seat), Standing()).skill
        for seat in game.seats
    ]
    after = rated(skills, [seat.place for seat in game.seats])
    return [
        Moved(old, 0) if seat.kind is Kind.BOT else Moved(new, new.mu - old.mu)
        for seat, old, new in zip(game.seats, skills, after, strict=True)
    ]
