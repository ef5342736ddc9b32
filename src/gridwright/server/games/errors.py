"""Why a table cannot be shown or a command is not carried out."""

from typing import Final

from gridwright.protocol.refusals import Code
from gridwright.server.wire.refusals import Refused


class BrokenLog(Exception):
    """A log that the rules or the seed contradict: stop, and look at the database."""

    def __init__(self, game_id: str, version: int, problem: str) -> None:
        super().__init__(f"game {game_id} at version {version}: {problem}")
        self.game_id: Final = game_id
        self.version: Final = version


class RefusedCommand(Refused):
    """A command that this table does not take now."""

    def __init__(self, code: Code, problem: str) -> None:
        super().__init__(problem, code)
