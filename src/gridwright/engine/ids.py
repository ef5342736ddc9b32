"""Reserved numbers. Seats, plants, cities, regions and kinds are otherwise ints from 0."""

from typing import Final

CHANCE: Final = -1
"""The actor of everything that is drawn by lot."""

NO_ACTOR: Final = -2
"""No seat: the game is over, or no one has to act."""

SPECTATOR: Final = -3
"""The viewer who holds no seat."""

OVER: Final = -1
"""The phase of a finished game."""

NONE: Final = -1
"""No card, no seat, no city: the empty value of an id field."""

TRUST: Final = 7
"""The Trust as the owner of a house; seats are 0 to 5."""

FAR: Final = 1_000_000
"""A cost that no one can pay: no path, no free space."""
