"""The parts of uvicorn that connections rely on exist."""

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from gridwright.server.live.lines import Line


def test_uvicorn_pings_watchers() -> None:
    """Older releases send no pings, so a dead watcher would stay connected."""
    assert "keepalive_timeout" in vars(WebSocketsSansIOProtocol)
    assert Line.keepalive_timeout is not WebSocketsSansIOProtocol.keepalive_timeout
