"""WebSocket transport that can be aborted: a peer that does not read ignores a close."""

from typing import Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from gridwright.server.live.connections import CountingConfig, OpenConnections

PING_SECONDS: Final = 20.0
"""Interval of pings to a watcher."""
PONG_SECONDS: Final = 20.0
"""Timeout of a pong; a dead watcher is disconnected after both times."""
CUT: Final = "gridwright.cut"
"""ASGI extension that aborts the connection immediately, dropping unsent data."""
TOO_MANY: Final = 4429
"""Close code of a socket whose watcher sends too much."""
SLICE: Final = 2_048
"""Bytes read before their frames are counted; the smallest frame has six."""
LAST_SECONDS: Final = 2.0
"""Time for a watcher that sent too much to read its close code."""


class Line(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket protocol, with a close that does not wait for the peer to read."""

    _is_cut = False

    @property
    def _open(self) -> OpenConnections | None:
        """Counter of the open connections; None under uvicorn's plain settings."""
        return self.config.open_connections if isinstance(self.config, CountingConfig) else None

    async def run_asgi(self) -> None:
        extensions = self.scope["extensions"]
        assert extensions is not None
        extensions[CUT] = {"cut": self.transport.abort}
        await super().run_asgi()

    def keepalive_timeout(self) -> None:
        """Abort on a missing pong: a mere close would wait until the peer reads the buffer."""
        super().keepalive_timeout()
        if self.close_sent:
            self.loop.call_soon(self.transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        if self._open is not None:
            self._open.leave(self.transport)
        super().connection_lost(exc)

    # Frames that the watcher sends

    def data_received(self, data: bytes) -> None:
        for start in range(0, len(data), SLICE):
            if self._is_cut:
                return
            super().data_received(data[start : start + SLICE])

    def handle_events(self) -> None:
        # The first event is the request for the socket itself, which is no frame.
        n_frames = len(self.conn.events) if self.handshake_initiated else 0
        open_ = self._open
        if open_ is None or not n_frames or open_.may_send(self.transport, n_frames):
            super().handle_events()
        else:
            self._refuse()

    def _refuse(self) -> None:
        """Close the socket for too many frames, and stop reading."""
        self._is_cut = True
        self.queue.put_nowait({"type": "websocket.disconnect", "code": TOO_MANY})
        if self.handshake_complete and not self.close_sent:
            self.conn.send_close(TOO_MANY, "too many frames")
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.close_sent = True
        self.transport.close()
        self.loop.call_later(LAST_SECONDS, self.transport.abort)
