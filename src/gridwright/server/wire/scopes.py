"""Scopes of the tokens of programs.

A route that names no scope is out of reach for every token: accounts, passwords, passkeys and the
tokens themselves are the person's own.
"""

from enum import StrEnum
from typing import Final

SEPARATOR: Final = " "


class Scope(StrEnum):
    """One thing that a token may be allowed. None of them contains another."""

    READ = "read"
    """See what the person sees: the lobby, tables from the own seat, streams of what happens."""
    PLAY = "play"
    """Take a seat, seat bots beside it, give orders, and leave."""
    TABLES = "tables"
    """Make tables and rematches."""
    TALK = "talk"
    """Say something at a table."""


def scopes_of(text: str) -> frozenset[Scope]:
    """Parse stored scopes; those that no longer exist are ignored."""
    known = set(Scope)
    return frozenset([Scope(word) for word in text.split(SEPARATOR) if word in known])


def text_of(scopes: frozenset[Scope]) -> str:
    return SEPARATOR.join(sorted(scopes))
