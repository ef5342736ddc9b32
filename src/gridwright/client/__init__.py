"""A small client for programs that play: tokens, tables, streams, and orders that happen once.

It needs the standard library alone, and knows no rules: what may be done comes from the server.
"""

from gridwright.client.connection import Refused, Unreachable
from gridwright.client.player import Player
from gridwright.client.seat import PersonEvent, Seat, Turn

__all__ = ["PersonEvent", "Player", "Refused", "Seat", "Turn", "Unreachable"]
