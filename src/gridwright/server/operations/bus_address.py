"""Addresses of the bus between nodes."""

import importlib.util
from typing import Final

_ADDRESSES: Final = ("redis://", "rediss://", "unix://")


class BadBusAddress(ValueError):
    """An address of no messenger that is known here, or of one without its parts."""


def verify_bus_address(url: str) -> None:
    """Raise BadBusAddress unless ``open_bus`` knows what to do with the address."""
    if url and not url.startswith(_ADDRESSES):
        # The address may hold a password, so it is not repeated.
        raise BadBusAddress("expected redis://…, rediss://… or unix://… as the address of Redis")
    if url and importlib.util.find_spec("redis") is None:
        raise BadBusAddress("Redis needs more parts: pip install 'gridwright[scale]'")
