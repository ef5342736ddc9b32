"""Why a table cannot be shown or a command is not carried out."""

from typing import Final


class BrokenLog(Exception):
    """A log that the rules or the seed contradict: stop, and look at the database."""

    def __init__(self, game_id: str, version: int, problem: str) -> None:
        super().__init__(f"game {game_id} at version {version}: {problem}")
        self.game_id: Final = game_id
        self.version: Final = version


class RefusedCommand(Exception):
    """A command that this table does not take now; ``code`` is stable, the text for people."""

    def __init__(self, code: str, problem: str) -> None:
        super().__init__(code, problem)
        self.code: Final = code
        self.problem: Final = problem

    def __str__(self) -> str:
        return self.problem
