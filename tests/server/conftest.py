"""What every test of the server needs."""

from tests.server.storage.conftest import anyio_backend, place, store

__all__ = ["anyio_backend", "place", "store"]
