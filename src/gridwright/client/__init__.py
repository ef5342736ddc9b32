"""A small client for programs that play: tokens, tables, event streams and idempotent orders.

Needs the standard library alone and knows no rules: the server sends the legal actions.
"""

from gridwright.client.connection import Refused, Unreachable
from gridwright.client.player import Player
from gridwright.client.seat import PersonEvent, Seat, Turn

__all__ = ["PersonEvent", "Player", "Refused", "Seat", "Turn", "Unreachable"]
