"""Games to watch and games to look back at, as everyone may see them."""

import msgspec


class LiveSeat(msgspec.Struct, frozen=True):
    """A seat of a game that runs."""

    name: str
    is_bot: bool
    cities: list[int]
    """The cities in which it has a house; none in a game without a board."""
    n_cities: int
    money: int
    """-1 where the table hides it."""


class LiveGame(msgspec.Struct, frozen=True):
    """A public game that runs, in short: what a small picture of it needs."""

    game_id: str
    version: int
    edition: str
    board: str
    content: str
    """The digest of a board of the host's own; else empty."""
    seats: list[LiveSeat]
    round: int
    phase: str
    phases: list[str]
    """Phases of a round, in their order."""
    actor: int
    """The seat that is to act; -1 if the server is."""
    began_at: int
    n_watching: int
    """Spectators on the node that answers."""


class LiveCount(msgspec.Struct, frozen=True):
    """The number of running public games of an edition."""

    edition: str
    n_games: int
    n_with_people: int


class LivePage(msgspec.Struct, frozen=True):
    """Public games that run: those of people first, then the most watched, then the newest."""

    games: list[LiveGame]
    counts: list[LiveCount]


class FinishedSeat(msgspec.Struct, frozen=True):
    """A seat of a game that is over."""

    name: str
    is_bot: bool
    place: int
    score: int
    """The first criterion of the ranking; -1 if the game ended before it was counted."""


class FinishedGame(msgspec.Struct, frozen=True):
    """A public game that is over."""

    game_id: str
    edition: str
    board: str
    content: str
    seats: list[FinishedSeat]
    rounds: int
    began_at: int
    ended_at: int


class NearestSearch(msgspec.Struct, frozen=True):
    """Searches that find games where the full search finds none."""

    without: str
    """The part of the search to leave out: one of its parameters."""
    count: int


class FinishedPage(msgspec.Struct, frozen=True):
    """Public games that are over, the newest first."""

    games: list[FinishedGame]
    next: str
    """The value of ``after`` for the next page; empty on the last one."""
    count: int
    """The number of games, as far as they are counted."""
    is_counted: bool
    """True if these are all."""
    nearest: NearestSearch | None = None
    """A search with results, only where nothing was found."""


class Chances(msgspec.Struct, frozen=True):
    """The delayed win probabilities of the seats."""

    version: int
    """The version of the table at which that was so."""
    seats: list[float]
    """A share for each seat; they add up to one."""
