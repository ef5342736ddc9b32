"""`gridwright serve` with known seeds, so that pictures of games come out the same each time.

    python tools/posed_server.py serve --folder /tmp/posed

A known seed reveals the cards: this is for pictures and never for tables that people play.
"""

import hashlib
from base64 import urlsafe_b64encode
from unittest import mock

from gridwright.cli.main import main
from gridwright.server.tables import service


class KnownSecrets:
    """Gives what `secrets` gives, from a count."""

    def __init__(self) -> None:
        self._n_given = 0

    def token_bytes(self, n_bytes: int) -> bytes:
        self._n_given += 1
        return hashlib.shake_256(b"pose %d" % self._n_given).digest(n_bytes)

    def token_urlsafe(self, n_bytes: int) -> str:
        return urlsafe_b64encode(self.token_bytes(n_bytes)).rstrip(b"=").decode()


if __name__ == "__main__":
    with mock.patch.object(service, "secrets", KnownSecrets()):
        main()
