"""Games to watch and finished games, as everyone may see them."""

import msgspec


class LiveSeat(msgspec.Struct, frozen=True):
    """A seat of a running game."""

    name: str
    is_bot: bool
    cities: list[int]
    """Cities in which it has a house; empty in a game without a board."""
    n_cities: int
    money: int
    """Money; -1 if hidden at this table."""


class LiveGame(msgspec.Struct, frozen=True):
    """Summary of a running public game, with the data for a small picture of it."""

    game_id: str
    version: int
    edition: str
    board: str
    content: str
    """Digest of a board of the host's own; else empty."""
    seats: list[LiveSeat]
    round: int
    phase: str
    phases: list[str]
    """Phases of a round, in their order."""
    actor: int
    """Seat that must act; -1 if it is the server's turn."""
    began_at: int
    n_watching: int
    """Number of spectators on the responding node."""


class LiveCount(msgspec.Struct, frozen=True):
    """Number of running public games of an edition."""

    edition: str
    n_games: int
    n_with_people: int


class LivePage(msgspec.Struct, frozen=True):
    """Running public games: those of people first, then the most watched, then the newest."""

    games: list[LiveGame]
    counts: list[LiveCount]


class FinishedSeat(msgspec.Struct, frozen=True):
    """A seat of a finished game."""

    name: str
    is_bot: bool
    place: int
    score: int
    """First criterion of the ranking; -1 if the game ended before it was computed."""


class FinishedGame(msgspec.Struct, frozen=True):
    """A finished public game."""

    game_id: str
    edition: str
    board: str
    content: str
    seats: list[FinishedSeat]
    rounds: int
    began_at: int
    ended_at: int


class NearestSearch(msgspec.Struct, frozen=True):
    """A broader search with results, offered when the full search finds none."""

    without: str
    """Parameter of the search to omit."""
    count: int


class FinishedPage(msgspec.Struct, frozen=True):
    """Finished public games, the newest first."""

    games: list[FinishedGame]
    next: str
    """Value of ``after`` for the next page; empty on the last one."""
    count: int
    """Number of games, as far as they are counted."""
    is_counted: bool
    """True if all are counted."""
    nearest: NearestSearch | None = None
    """A search with results, only if nothing was found."""


class Chances(msgspec.Struct, frozen=True):
    """The delayed win probabilities of the seats."""

    version: int
    """Version of the table to which they apply."""
    seats: list[float]
    """A share for each seat; they add up to one."""
