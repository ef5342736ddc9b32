"""Broadcast of the present seats to watchers."""

from collections.abc import Collection
from typing import Final

from gridwright.protocol.frames import AwaySeat, PresenceFrame, encode
from gridwright.server.feature import Feature, Parts
from gridwright.server.live.bus import UNKNOWN
from gridwright.server.live.watchers import Broadcast, Watcher
from gridwright.server.presence.service import Presence, here_key
from gridwright.server.presence.store import NodePresence


class PresenceBroadcast(Broadcast):
    """Sends the present seats to watchers when they change."""

    is_eager = True

    def __init__(self, game_id: str, presence: Presence) -> None:
        super().__init__(here_key(game_id))
        self._game_id: Final = game_id
        self._presence: Final = presence
        self._others: list[NodePresence] | None = None
        """Last response of other nodes; None before the first one."""
        self._seen: dict[int, int] = {}
        """Time at which each seat was last present."""

    async def look(self) -> None:
        others = await self._presence.others(self._game_id)
        if others is not None or self._others is None:
            self._others = others or []
        seen = await self._presence.seen(self._game_id)
        if seen is not None:
            self._seen = seen

    async def tell(self, watchers: Collection[Watcher]) -> int:
        if self._others is not None:
            here = self._presence.now(self._game_id, self._others)
            away = [AwaySeat(seat, at) for seat, at in sorted(self._seen.items())]
            away = [each for each in away if each.seat not in here]
            text = encode(PresenceFrame(here, away)).decode()
            for watcher in watchers:
                if watcher.presence is not None and watcher.presence != text:
                    watcher.tell(text)
                    watcher.presence = text
        return UNKNOWN


def _presence(parts: Parts) -> Presence:
    return Presence(parts.bus, parts.clock)


def _broadcast(parts: Parts, game_id: str) -> PresenceBroadcast:
    return PresenceBroadcast(game_id, parts[Presence])


PRESENCE: Final = Feature(
    "presence", parts={Presence: _presence}, closes=(Presence,), broadcasts=(_broadcast,)
)
