"""People beyond one table: profiles, ratings, games that are over, who follows and blocks whom."""

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
    """The place of a bot on the scale of an edition."""

    bot: str
    points: int


class EditionRating(msgspec.Struct, frozen=True):
    """Rating of a person at an edition."""

    edition: str
    points: int
    margin: int
    """Half of the interval that holds the skill 95 times of 100."""
    games: int
    """Games that counted."""
    change: int
    """Points since 30 days ago; 0 if there was no rating then."""


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
    """A win that is shared counts in part."""


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
    """A game that is over, as the person of a profile played it."""

    number: int
    """Request games before it for the next page."""
    game_id: str
    """Empty if the viewer was not there and the table is private."""
    edition: str
    board: str
    seats: int
    ended_at: int
    place: int
    """0 if the game has no result."""
    kind: PlayerKind
    unrated: UnratedReason
    gain: int | None
    """Points; null if the game did not count."""
    others: list[PlayedSeat]


class Form(msgspec.Struct, frozen=True):
    """Recent results."""

    last: list[bool]
    """Results of the last games, true if the game was won; the newest last."""
    longest_run: int
    """Most wins in a row."""
    weeks: int
    """Weeks with a game, in a row up to now."""
    left: int
    """Games that were left early, for a while or for good."""


class Profile(msgspec.Struct, frozen=True):
    """A person, as the viewer may see them. Hidden fields are empty."""

    name: str
    is_own: bool
    is_public: bool
    """True if everyone sees it. Otherwise only the person does, and others get nothing else."""
    follows: bool
    """True if the viewer follows the person."""
    blocks: bool
    """True if the viewer has blocked the person."""
    since: int
    """The end of the first game, in milliseconds since 1970; 0 without games."""
    games: int
    won: float
    ratings: list[EditionRating]
    programs: list[EditionRating]
    """Ratings of the person's programs, which are rated apart."""
    scales: list[EditionScale]
    results: list[ResultRow]
    form: Form
    rivals: list[Rival]
    """The people met most, on the viewer's own profile; on another's, that person alone."""
    recent: list[PlayedGame]
    """The newest games."""


class ProfileChoice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """True if everyone may see one's profile."""

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
    """Empty if the log cannot be read any more."""


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
    """The others play again, and a seat of that table is kept for the person."""

    game_id: str
    """The table of the rematch."""
    of: str
    """The table that was played at; the person takes the seat by its rematch."""


PersonEvent = MyGameBegan | MyTurn | MyGameEnded | MyInvitation
