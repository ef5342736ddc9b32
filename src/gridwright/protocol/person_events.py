"""What a person's programs are told about all tables of that person, a line for each."""

import msgspec


class MyGameBegan(msgspec.Struct, frozen=True, tag="began"):
    """A game goes on at a table where one sits; also told of each when a stream is opened."""

    game_id: str
    seat: int
    version: int


class MyTurn(msgspec.Struct, frozen=True, tag="turn"):
    """Nothing goes on at the table before the seat acts; told again at each version."""

    game_id: str
    seat: int
    version: int


class MyGameEnded(msgspec.Struct, frozen=True, tag="ended"):
    """The game is over. A game that ended while nobody listened is only not told as begun."""

    game_id: str
    seat: int
    version: int


class MyInvitation(msgspec.Struct, frozen=True, tag="invited"):
    """The others play again, and a seat of that table is kept for one."""

    game_id: str
    """The table of the rematch."""
    of: str
    """The table that was played at; its rematch is where one sits down."""


PersonEvent = MyGameBegan | MyTurn | MyGameEnded | MyInvitation
