"""The number of spectators of each table on this node."""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Final

from gridwright.server.auth.tickets import Ticket

Arrive = Callable[[str, Ticket | None], AbstractContextManager[None]]


class Spectators:
    """Counts sockets without a seat, anonymously."""

    def __init__(self, arrive: Arrive) -> None:
        """Wrap ``arrive``, which is still called for every socket."""
        self._arrive: Final = arrive
        self._sockets: Final[Counter[str]] = Counter()

    @contextmanager
    def watching(self, game_id: str, ticket: Ticket | None) -> Iterator[None]:
        """Count a socket at a table while the context lasts."""
        with self._arrive(game_id, ticket):
            if ticket is not None:
                yield
                return
            self._sockets[game_id] += 1
            try:
                yield
            finally:
                self._sockets[game_id] -= 1
                if not self._sockets[game_id]:
                    del self._sockets[game_id]

    def count(self, game_id: str) -> int:
        return self._sockets[game_id]

    def most(self, limit: int) -> list[str]:
        """Return the tables with most spectators."""
        return [game_id for game_id, _n_sockets in self._sockets.most_common(limit)]
