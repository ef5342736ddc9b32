"""By what a server tells people of their turns."""

import msgspec


class NoticePlan(msgspec.Struct, frozen=True):
    """What the host allows and has."""

    mail: str = ""
    """The mail server, as ``smtp://user:password@host:587``; empty for no mail."""
    mail_from: str = ""
    """The address that mails come from."""
    allows_private: bool = False
    """Whether notices may go to addresses inside the host's own network."""
    origin: str = ""
    """The server's public origin, which links start with; without it there is no mail, and other
    notices name a path only."""
