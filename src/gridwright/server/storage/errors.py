"""Errors of the store."""

from collections.abc import Iterable


class StoreError(Exception):
    """Base class of errors of the store."""


class Malformed(StoreError, ValueError):
    """An argument is invalid; nothing was written."""

    def __init__(self, name: str, problem: str) -> None:
        super().__init__(f"{name}: {problem}")
        self.name = name


class UnknownGame(StoreError, LookupError):
    """The game does not exist, or was deleted."""

    def __init__(self, game_id: str) -> None:
        super().__init__(f"no game {game_id[:80]!r}")
        self.game_id = game_id


class GameExists(StoreError):
    """A game with this id exists already."""

    def __init__(self, game_id: str) -> None:
        super().__init__(f"game {game_id!r} exists")
        self.game_id = game_id


class GameArchived(StoreError):
    """The game is archived: it can be read and accepts no entries."""

    def __init__(self, game_id: str) -> None:
        super().__init__(f"game {game_id!r} is archived")
        self.game_id = game_id


class LogInArchive(StoreError):
    """The entries of the game are in a file of the archive; read them there."""

    def __init__(self, game_id: str) -> None:
        super().__init__(f"the log of game {game_id!r} is in the archive")
        self.game_id = game_id


class DamagedArchive(StoreError):
    """The file of an archived game is missing, or its content differs from what was stored."""

    def __init__(self, game_id: str, problem: str) -> None:
        super().__init__(f"archived game {game_id!r}: {problem}")
        self.game_id = game_id


class GameNotOver(StoreError):
    """The game is not over, so it cannot be archived."""

    def __init__(self, game_id: str, status: str) -> None:
        super().__init__(f"expected a game that is over, {game_id!r} is {status}")
        self.game_id = game_id


class StoreUnavailable(StoreError):
    """The database did not respond.

    It is unknown whether a write happened. The same append with the same command id may be sent
    again: the result is then either Appended or Duplicate, never a second entry.
    """


class BrokenLog(StoreError):
    """Game row and log disagree.

    No statement of the server can cause it; the operator must investigate.
    """

    def __init__(self, game_id: str, problem: str) -> None:
        super().__init__(f"game {game_id!r}: {problem}")
        self.game_id = game_id


class RowTaken(StoreError):
    """A row with this key exists; nothing was changed."""


class RowMissing(StoreError, LookupError):
    """A foreign key has no target; nothing was changed."""


class UnsafeDatabase(StoreError):
    """The database may lose acknowledged writes, so the server refuses to start."""

    def __init__(self, problems: Iterable[str]) -> None:
        self.problems = tuple(problems)
        super().__init__("unsafe database: " + "; ".join(self.problems))


class SchemaMismatch(StoreError):
    """The schema has another version; ``migrate`` upgrades it."""

    def __init__(self, found: str | None, expected: str) -> None:
        super().__init__(f"expected schema revision {expected}, found {found or 'none'}")
        self.found = found
        self.expected = expected


class ShardMapError(StoreError, ValueError):
    """The map does not assign each shard to exactly one database."""


class SecretError(StoreError):
    """Base class: a secret is unavailable."""


class NoSecret(SecretError, LookupError):
    """The game has no secret."""

    def __init__(self, game_id: str) -> None:
        super().__init__(f"no secret of game {game_id[:80]!r}")
        self.game_id = game_id


class WrongKey(SecretError):
    """The secret was sealed with a key that is not available."""


class BrokenBox(SecretError):
    """The sealed box is damaged or belongs to another game."""


class UnsafeKeyFile(SecretError):
    """The key file can be read by others, or contains no key."""
