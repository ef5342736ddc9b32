"""What a line takes over from uvicorn is there."""

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from gridwright.server.live.lines import Line


def test_uvicorn_asks_watchers_whether_they_are_there() -> None:
    """Older releases never do, so that a dead watcher would stay for ever without a word."""
    assert "keepalive_timeout" in vars(WebSocketsSansIOProtocol)
    assert Line.keepalive_timeout is not WebSocketsSansIOProtocol.keepalive_timeout
