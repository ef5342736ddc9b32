"""What watchers hear of the talk at a table."""

from collections.abc import Collection
from typing import Final

from gridwright.protocol.frames import encode
from gridwright.server.chat.messages import MOST_PAGE
from gridwright.server.chat.service import Chat, chat_frames, chat_key
from gridwright.server.live.broadcast import Broadcast
from gridwright.server.live.bus import UNKNOWN
from gridwright.server.live.watcher import Watcher


class ChatBroadcast(Broadcast):
    """The chat of the table, without the voices that a watcher hides."""

    def __init__(self, game_id: str, chat: Chat) -> None:
        super().__init__(chat_key(game_id))
        self._game_id: Final = game_id
        self._chat: Final = chat

    async def tell(self, watchers: Collection[Watcher]) -> int:
        listening = [watcher for watcher in watchers if watcher.said >= 0]
        if not listening:
            return UNKNOWN
        newest = await self._chat.newest(self._game_id)
        for watcher in listening:
            if watcher.said < newest:
                # Whoever has heard nothing yet is told the last page; older ones can be asked for.
                since = max(watcher.said, newest - MOST_PAGE)
                frames, watcher.said = await chat_frames(
                    self._chat, self._game_id, watcher.ticket, since
                )
                for frame in frames:
                    watcher.tell(encode(frame).decode())
        return newest
