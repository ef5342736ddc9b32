"""What is wrong with a content file or with a choice of table."""

from typing import Final


class ContentError(Exception):
    """Content that cannot be used: the file, the key inside it, what was expected and what came."""

    def __init__(self, file: str, path: str, problem: str) -> None:
        super().__init__(file, path, problem)
        self.file: Final = file
        self.path: Final = path
        self.problem: Final = problem

    def __str__(self) -> str:
        place = f"{self.file}: {self.path}" if self.path else self.file
        return f"{place}: {self.problem}"
