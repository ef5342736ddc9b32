"""Fixtures of all tests of the server."""

from tests.server.storage.conftest import anyio_backend, place, store

__all__ = ["anyio_backend", "place", "store"]
