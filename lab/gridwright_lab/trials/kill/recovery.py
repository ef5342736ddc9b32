"""Downtime of tables after a kill of the node that held them."""

from typing import Final

from gridwright_lab.trials.kill.client_journal import Sent
from gridwright_lab.trials.kill.killable import NODE, Killed


class Recoveries:
    """A node holds the tables whose last acknowledged command it answered.

    For each of them the time runs from the kill until the next acknowledgement, by any node.
    """

    def __init__(self) -> None:
        self._holder: Final[dict[str, int]] = {}
        """Node that responded last, by game."""
        self._waiting: Final[dict[str, Killed]] = {}
        self._n_kills_seen = 0
        self.seconds: Final[list[float]] = []
        """Downtime of each table that a killed node held, in seconds."""

    def note_kills(self, kills: list[Killed]) -> None:
        """Start to wait for the tables of nodes that were killed since the last call."""
        for killed in kills[self._n_kills_seen :]:
            if killed.kind == NODE:
                for game_id, node in self._holder.items():
                    if node == killed.node:
                        self._waiting.setdefault(game_id, killed)
        self._n_kills_seen = len(kills)

    def note_answer(self, game_id: str, sent: Sent) -> None:
        """Record an acknowledged command of the table."""
        killed = self._waiting.get(game_id)
        if killed is not None and not _came_before(killed, sent):
            self.seconds.append(sent.answered_at - killed.at)
            del self._waiting[game_id]
        self._holder[game_id] = sent.node

    def forget(self, game_id: str) -> None:
        """Remove a table whose game is over."""
        self._holder.pop(game_id, None)
        self._waiting.pop(game_id, None)


def _came_before(killed: Killed, sent: Sent) -> bool:
    """Return whether the node responded before it died, and only the client read it later."""
    is_its_answer = sent.node == killed.node and not sent.n_unknown
    return sent.answered_at < killed.at or (is_its_answer and sent.sent_at < killed.at)
