"""The line to a watcher, which can be cut: a peer that does not read cannot be asked to leave."""

from typing import Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

PING_SECONDS: Final = 20.0
"""So often a watcher is asked whether it is there."""
PONG_SECONDS: Final = 20.0
"""So long it has for an answer; a dead one is gone after both."""
CUT: Final = "gridwright.cut"
"""Among the extensions of a connection: ends it at once, whatever is still to be sent."""


class Line(WebSocketsSansIOProtocol):
    """uvicorn's sockets, with an end that does not wait for the other side to read."""

    async def run_asgi(self) -> None:
        extensions = self.scope["extensions"]
        assert extensions is not None
        extensions[CUT] = {"cut": self.transport.abort}
        await super().run_asgi()

    def keepalive_timeout(self) -> None:
        """No answer to a ping: closing alone would wait until the buffer is read, so for ever."""
        super().keepalive_timeout()
        if self.close_sent:
            self.loop.call_soon(self.transport.abort)
