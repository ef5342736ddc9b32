"""The site that passkeys and cookies belong to."""

import msgspec


class Site(msgspec.Struct, frozen=True):
    """For whom a key is made: the origin of the page, and its host."""

    origin: str
    host: str
