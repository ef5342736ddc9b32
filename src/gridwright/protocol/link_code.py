"""The link of a table, for the camera of a phone."""

import msgspec


class LinkCode(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An address and its QR code."""

    address: str
    size: int
    """Modules on each side, without a border; a camera needs four light ones around it."""
    path: str
    """The dark modules as a path of SVG, one unit each."""
