"""Scopes of the tokens of programs.

A route that names no scope is out of reach for every token: accounts, passwords, passkeys and the
tokens themselves are the person's own.
"""

from enum import StrEnum
from typing import Final

SEPARATOR: Final = " "


class Scope(StrEnum):
    """A permission of a token. No scope contains another."""

    READ = "read"
    """Read the lobby, tables from the person's seat, and streams of events."""
    PLAY = "play"
    """Take a seat, add bots, send orders, and leave."""
    TABLES = "tables"
    """Create tables and rematches."""
    TALK = "talk"
    """Send chat messages."""


def scopes_of(text: str) -> frozenset[Scope]:
    """Parse stored scopes; those that no longer exist are ignored."""
    known = set(Scope)
    return frozenset([Scope(word) for word in text.split(SEPARATOR) if word in known])


def text_of(scopes: frozenset[Scope]) -> str:
    return SEPARATOR.join(sorted(scopes))
