"""Addresses of the bus between nodes."""

from typing import Final

_ADDRESSES: Final = ("redis://", "rediss://", "unix://")


class BadBusAddress(ValueError):
    """An address of no messenger that is known here."""


def verify_bus_address(url: str) -> None:
    """Raise BadBusAddress unless ``open_bus`` knows what to do with the address."""
    if url and not url.startswith(_ADDRESSES):
        # The address may hold a password, so it is not repeated.
        raise BadBusAddress("expected redis://…, rediss://… or unix://… as the address of Redis")
