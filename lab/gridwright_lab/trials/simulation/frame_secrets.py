"""No frame holds what its viewer may not know: seeds and keys, and what is another seat's."""

import re
from typing import Any, Final

from gridwright.fair.derive import derive_master
from gridwright.table.table import Table
from gridwright_lab.trials.live_server import KEY
from gridwright_lab.trials.simulation.audit import Audit, GameAudit
from gridwright_lab.trials.wire_secrecy.canaries import writings

DIGITS: Final = 16
"""Characters of a secret in a row that are a hit."""
_LONG: Final = re.compile(r"[A-Za-z0-9+/_-]{16,}")
_OWN: Final = ("offers", "warnings")
"""Fields that only the seat to act sees: they reveal its money (c11.3)."""


class FrameSecrets:
    """Searches everything that the nodes send."""

    def __init__(self, audit: Audit) -> None:
        self._audit: Final = audit
        self._patterns: Final[dict[str, frozenset[str]]] = {}
        self._seen: Final[set[tuple[int, str]]] = set()

    def look(self, game_id: str, viewer: int, text: str, frame: dict[str, Any]) -> None:
        """Check a frame about a table that reached a viewer."""
        key = (viewer, text)
        if key in self._seen:
            return
        self._seen.add(key)
        self._audit.counts["frames searched"] += 1
        known = self._audit.games[game_id]
        if not any(logged.entry.kind == "revealed" for logged in known.log[-3:]):
            self._look_for_keys(game_id, known, text)
        now = frame.get("table")
        if now is None:
            return
        if now["viewer"] != viewer:
            self._find(game_id, viewer, f"the frame is that of seat {now['viewer']}")
        is_foreign = any(now.get(name) for name in _OWN)
        if is_foreign and not self._is_turn(known, viewer, frame["version"]):
            self._find(game_id, viewer, f"offers at {frame['version']} are another seat's")
        for seat, shown in enumerate(now["seats"]):
            if seat != viewer and shown["night"] is not None:
                self._find(game_id, viewer, f"the night of seat {seat}")
        self._look_at_money(game_id, viewer, known.table(), now.get("observation"))

    def _is_turn(self, known: GameAudit, viewer: int, version: int) -> bool:
        """Return whether the viewer had to act; unknown, hence True, if the log has grown."""
        table = known.table()
        return table.version != version or table.actor() == viewer

    def _look_at_money(self, game_id: str, viewer: int, table: Table, seen: Any) -> None:
        if seen is None or not is_money_hidden(table) or table.is_over():
            return
        for seat, money in enumerate(seen["money"]):
            if seat != viewer and money is not None and money >= 0:
                self._find(game_id, viewer, f"the money of seat {seat}")

    def _look_for_keys(self, game_id: str, known: GameAudit, text: str) -> None:
        patterns = self._patterns_of(game_id, known, known.table())
        for word in _LONG.findall(text):
            for first in range(len(word) - DIGITS + 1):
                if word[first : first + DIGITS] in patterns:
                    self._find(game_id, -1, "a stretch of a key or a seed")
                    return

    def _patterns_of(self, game_id: str, known: GameAudit, table: Table) -> frozenset[str]:
        key = f"{game_id} {sorted(table.contributions)}"
        if key not in self._patterns:
            found = writings(known.seed) | writings(KEY)
            found |= writings(derive_master(known.seed, game_id, table.contributions))
            texts = [each.decode("latin-1") for each in found if len(each) == DIGITS]
            self._patterns[key] = frozenset(texts)
        return self._patterns[key]

    def _find(self, game_id: str, viewer: int, what: str) -> None:
        self._audit.find("told a secret", f"{game_id} to seat {viewer}: {what}")


def is_money_hidden(table: Table) -> bool:
    """Return whether the rules of a table hide money."""
    return bool(table.game.rules.options.hidden_money)
