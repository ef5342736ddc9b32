"""HTTP connections with a timeout for each part of a request and response."""

import asyncio
from typing import Any, Final

from uvicorn.config import Config
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol
from uvicorn.server import ServerState

from gridwright.server.live.connections import Awaited, CountingConfig
from gridwright.server.live.whole_answers import WholeAnswer

TOO_SLOW: Final = 408
PROGRESS_BYTES: Final = 16_384
"""Bytes of a waiting response that a client must read within its timeout."""


class HttpConnection(HttpToolsProtocol):
    """uvicorn's connection, closed if the client sends or reads too slowly.

    The deadline of a request's header starts with the connection, or with the first byte after a
    response; that of the body follows. Data that arrives meanwhile does not extend it.
    """

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        assert isinstance(config, CountingConfig)
        self._open: Final = config.open_connections
        self._due: Awaited | None = Awaited.HEAD
        """Part of a request still to be received; None between two requests."""
        self._n_requests = 0
        self._noted: tuple[int, Awaited] | None = None
        """Request and part whose deadline is running."""
        self._waiting_bytes = 0

    # Opening and closing

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        # The base class does this too; asyncio's own type does not allow it.
        super().connection_made(transport)
        if self._open.admit(transport, self.client[0] if self.client else ""):
            self._note()
        else:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._due = None
        self._note()
        self._open.got(self, Awaited.READER)
        self._open.leave(self.transport)
        super().connection_lost(exc)

    def handle_websocket_upgrade(self) -> None:
        """Pass the connection's slot to the socket, which releases it when it closes."""
        self._due = None
        self._note()
        super().handle_websocket_upgrade()

    # Parts of a request that are due

    def data_received(self, data: bytes) -> None:
        if self._due is None and self.cycle.response_complete:
            # Even an empty line ends the wait between two requests.
            self._expect_head()
        super().data_received(data)
        if not self.transport.is_closing():
            self._note()

    def on_message_begin(self) -> None:
        if self._due is None:
            self._expect_head()
        super().on_message_begin()

    def _expect_head(self) -> None:
        self._n_requests += 1
        self._due = Awaited.HEAD

    def on_headers_complete(self) -> None:
        self._due = Awaited.BODY
        before = self.cycle
        super().on_headers_complete()
        if self.cycle is not before:
            # Its task, which begins later, passes `send` to the application.
            self.cycle.send = WholeAnswer(self.cycle).send  # type: ignore[method-assign, assignment]

    def on_message_complete(self) -> None:
        self._due = None
        super().on_message_complete()

    def _note(self) -> None:
        """Start the deadline of the missing part; most requests arrive in one piece."""
        noted = None if self._due is None else (self._n_requests, self._due)
        if noted == self._noted:
            return
        if self._noted is not None:
            self._open.got(self, self._noted[1])
        if noted is not None:
            self._open.wait(self, noted[1])
        self._noted = noted

    # What the client does not read

    def pause_writing(self) -> None:
        super().pause_writing()
        self._waiting_bytes = self.transport.get_write_buffer_size()
        self._open.wait(self, Awaited.READER)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._open.got(self, Awaited.READER)

    # The end

    def expire(self, awaited: Awaited) -> bool:
        if awaited is Awaited.READER:
            return self._expire_reader()
        if self._is_answering_another(awaited):
            return False
        self._noted = None
        has_begun = awaited is Awaited.BODY and self.cycle.response_started
        if not has_begun and not self.transport.is_closing():
            self.transport.write(
                STATUS_LINE[TOO_SLOW] + b"connection: close\r\ncontent-length: 0\r\n\r\n"
            )
        self.transport.close()
        return True

    def _is_answering_another(self, awaited: Awaited) -> bool:
        """Return True while an earlier request is being answered: the part was sent in time."""
        is_head = awaited is Awaited.HEAD and self._n_requests > 0
        return bool(self.pipeline) or (is_head and not self.cycle.response_complete)

    def _expire_reader(self) -> bool:
        """Abort if the client stopped reading; a slow one may continue."""
        waiting = self.transport.get_write_buffer_size()
        if waiting <= self._waiting_bytes - PROGRESS_BYTES:
            self._waiting_bytes = waiting
            return False
        self.transport.abort()
        return True

    def cut(self) -> None:
        self._noted = None
        self.transport.abort()
