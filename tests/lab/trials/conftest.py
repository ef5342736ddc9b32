"""Fixtures of every experiment with a whole server."""

from tests.server.storage.conftest import anyio_backend

__all__ = ["anyio_backend"]
