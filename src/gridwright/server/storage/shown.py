"""What an append says about a game that everybody may watch: it has begun, ended or gone.

It is written in the transaction of the entry, so no public game is forgotten. What there is to tell
of the game is written later, by whoever does what is due.
"""

from enum import Enum


class Shown(Enum):
    """What became of a public game."""

    BEGAN = "began"
    ENDED = "ended"
    GONE = "gone"
    """It ended without a result, and nobody looks for it."""
