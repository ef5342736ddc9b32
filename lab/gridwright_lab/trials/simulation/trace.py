"""What happened in a run, line by line, and a digest by which two runs are compared."""

import asyncio
import hashlib
from typing import Final


class Trace:
    """Keeps the lines only for whoever wants to read them."""

    def __init__(self, loop: asyncio.AbstractEventLoop, keeps: bool) -> None:
        self._loop: Final = loop
        self._keeps: Final = keeps
        self._hash: Final = hashlib.sha256()
        self.lines: Final[list[str]] = []

    def note(self, who: str, *words: object) -> None:
        line = f"{self._loop.time():10.6f} {who} {' '.join(map(str, words))}"
        self._hash.update(line.encode() + b"\n")
        if self._keeps:
            self.lines.append(line)

    def digest(self) -> str:
        return self._hash.hexdigest()
