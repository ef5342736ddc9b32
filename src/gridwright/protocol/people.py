"""People beyond one table: profiles, ratings, finished games, follows and blocks."""

from typing import Annotated, Final, Literal, TypeAlias

import msgspec

MAX_NAME: Final = 64

PersonName = Annotated[str, msgspec.Meta(min_length=1, max_length=MAX_NAME)]
PlayerKind: TypeAlias = Literal["person", "program", "bot", "guest"]
UnratedReason: TypeAlias = Literal[
    "",
    "friendly",
    "position",
    "own_figures",
    "abandoned",
    "left",
    "helped",
    "undone",
    "guest",
    "alone",
    "unmeasured",
    "erased",
]


class BotMark(msgspec.Struct, frozen=True):
    """Position of a bot on the rating scale of an edition."""

    bot: str
    points: int


class EditionRating(msgspec.Struct, frozen=True):
    """Rating of a person in an edition."""

    edition: str
    points: int
    margin: int
    """Half of the 95 % confidence interval of the skill."""
    games: int
    """Number of rated games."""
    change: int
    """Change in points over 30 days; 0 if there was no rating then."""


class EditionScale(msgspec.Struct, frozen=True):
    """The bots of an edition, the weakest first."""

    edition: str
    bots: list[BotMark]


class ResultRow(msgspec.Struct, frozen=True):
    """Results of a person on a board with a number of seats."""

    edition: str
    board: str
    seats: int
    games: int
    won: float
    """Number of wins; a shared win counts as a fraction."""


class Rival(msgspec.Struct, frozen=True):
    """A person whom the viewer has played with."""

    name: str
    games: int
    ahead: int
    """Number of games in which one placed before the other."""
    behind: int


class PlayedSeat(msgspec.Struct, frozen=True):
    """Another player of a game."""

    kind: PlayerKind
    name: str
    """Empty for guests, for erased accounts, and for people not visible here."""
    bot: str
    place: int


class PlayedGame(msgspec.Struct, frozen=True):
    """A finished game, from the view of the person of a profile."""

    number: int
    """Cursor: request games before it for the next page."""
    game_id: str
    """Empty if the table is private and the viewer did not play."""
    edition: str
    board: str
    seats: int
    ended_at: int
    place: int
    """0 if the game has no result."""
    kind: PlayerKind
    unrated: UnratedReason
    gain: int | None
    """Rating change in points; null for an unrated game."""
    others: list[PlayedSeat]


class Form(msgspec.Struct, frozen=True):
    """Recent results."""

    last: list[bool]
    """Results of the last games, true for a win; the newest last."""
    longest_run: int
    """Longest series of wins."""
    weeks: int
    """Number of consecutive weeks with a game, up to now."""
    left: int
    """Number of games that were left early, temporarily or permanently."""


class Profile(msgspec.Struct, frozen=True):
    """A person, as far as the viewer may see them. Hidden fields are empty."""

    name: str
    is_own: bool
    is_public: bool
    """True if everyone may see it. Otherwise only the person does, and others get nothing else."""
    follows: bool
    """True if the viewer follows the person."""
    blocks: bool
    """True if the viewer has blocked the person."""
    since: int
    """End of the first game, in milliseconds since 1970; 0 without games."""
    games: int
    won: float
    ratings: list[EditionRating]
    programs: list[EditionRating]
    """Ratings of the person's programs, which are rated separately."""
    scales: list[EditionScale]
    results: list[ResultRow]
    form: Form
    rivals: list[Rival]
    """The most frequent opponents on the viewer's own profile; on another's, that person alone."""
    recent: list[PlayedGame]
    """The newest games."""


class ProfileChoice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """True to make the own profile public."""

    is_public: bool


class KnownPerson(msgspec.Struct, frozen=True):
    """A person whom the viewer follows or has blocked."""

    name: str
    at: int


class Invited(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The person invited to the table."""

    name: PersonName


class Invitation(msgspec.Struct, frozen=True):
    """A table to which the person is invited."""

    game_id: str
    path: str
    by: str
    at: int
    edition: str
    board: str
    seats: int


class ExportedGame(msgspec.Struct, frozen=True):
    """A line of the export: a game of the person, as a transcript that anyone can verify."""

    game_id: str
    ended_at: int
    place: int
    transcript: str
    """Empty if the log can no longer be read."""


class MyGameBegan(msgspec.Struct, frozen=True, tag="began"):
    """A game is in progress at a table of the person; also sent for each when a stream opens."""

    game_id: str
    seat: int
    version: int


class MyTurn(msgspec.Struct, frozen=True, tag="turn"):
    """The table waits for the seat; sent again at each version."""

    game_id: str
    seat: int
    version: int


class MyGameEnded(msgspec.Struct, frozen=True, tag="ended"):
    """The game is over. One that ended between streams is absent from the next one."""

    game_id: str
    seat: int
    version: int


class MyInvitation(msgspec.Struct, frozen=True, tag="invited"):
    """The other players play again, and a seat of that table is reserved for the person."""

    game_id: str
    """Table of the rematch."""
    of: str
    """The previous table; the person takes the seat by its rematch."""


PersonEvent = MyGameBegan | MyTurn | MyGameEnded | MyInvitation
