"""Addresses of the bus between nodes."""

import importlib.util
from typing import Final

_ADDRESSES: Final = ("redis://", "rediss://", "unix://")

_PARTS: Final = ("redis", "limits")


class BadBusAddress(ValueError):
    """An address of no messenger that is known here, or of one without its parts."""


def verify_bus_address(url: str) -> None:
    """Raise BadBusAddress unless ``open_bus`` knows what to do with the address."""
    if url and not url.startswith(_ADDRESSES):
        # The address may hold a password, so it is not repeated.
        raise BadBusAddress("expected redis://…, rediss://… or unix://… as the address of Redis")
    if url and not all(importlib.util.find_spec(name) for name in _PARTS):
        raise BadBusAddress("Redis needs more parts: pip install 'gridwright[scale]'")
