"""Reserved numbers. Seats, plants, cities, regions and kinds are otherwise ints from 0."""

from typing import Final

CHANCE: Final = -1
"""Actor of all random draws."""

NO_ACTOR: Final = -2
"""No actor: the game is over, or no seat has to act."""

SPECTATOR: Final = -3
"""Viewer without a seat."""

OVER: Final = -1
"""Phase of a finished game."""

NONE: Final = -1
"""No card, no seat, no city: the empty value of an id field."""

TRUST: Final = 7
"""Owner of the Trust's houses; seats are 0 to 5."""

FAR: Final = 1_000_000
"""A cost that no seat can pay: no path, no free space."""
