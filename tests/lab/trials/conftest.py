"""What every trial of a whole server needs."""

from tests.server.storage.conftest import anyio_backend

__all__ = ["anyio_backend"]
