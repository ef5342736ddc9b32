"""How uvicorn serves an application of ours."""

from typing import Any, Final

from gridwright.protocol.orders import MOST_BYTES
from gridwright.server.live.connections import CountingConfig, OpenConnections
from gridwright.server.live.http_connections import HttpConnection
from gridwright.server.live.lines import PING_SECONDS, PONG_SECONDS, Line

BY_TLS_ALONE: Final = "max-age=31536000"
"""For a year a browser that has been here by TLS comes no other way."""


class ServingConfig(CountingConfig):
    """uvicorn's settings for our protocols; what differs between servers is given by name."""

    def __init__(
        self, app: Any, open_connections: OpenConnections, origin: str = "", **more: Any
    ) -> None:
        is_secure = origin.startswith("https:")
        headers = [("strict-transport-security", BY_TLS_ALONE)] if is_secure else []
        given: dict[str, Any] = {"timeout_keep_alive": open_connections.timeouts.idle, **more}
        super().__init__(
            app,
            open_connections,
            http=HttpConnection,
            ws=Line,
            ws_max_size=MOST_BYTES,
            ws_per_message_deflate=False,
            ws_ping_interval=PING_SECONDS,
            ws_ping_timeout=PONG_SECONDS,
            headers=headers,
            log_config=None,
            access_log=False,
            # Who is trusted to say where a request comes from is ours to decide; see RateLimiter.
            proxy_headers=False,
            server_header=False,
            **given,
        )
