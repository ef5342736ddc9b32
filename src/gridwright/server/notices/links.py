"""Signed links that work without signing in: confirm a mailbox, and unsubscribe."""

from typing import Final, Literal

from itsdangerous import BadSignature, URLSafeSerializer

from gridwright.protocol.refusals import Refused
from gridwright.server.operations.steady_clock import Clock
from gridwright.server.storage.keys import Keys, Purpose

CONFIRM_WITHIN: Final = 3 * 24 * 60 * 60 * 1000
"""Milliseconds for which a link to confirm is valid."""
MAX_LINK_LENGTH: Final = 400

Use = Literal["confirm", "off"]


class NoticeLinks:
    """Signed links.

    Each is valid for one purpose and one channel; one to unsubscribe never expires.
    """

    def __init__(self, keys: Keys, clock: Clock) -> None:
        self._keys: Final = keys
        self._clock: Final = clock

    def write(self, use: Use, person_id: str, channel_id: str) -> str:
        content = [person_id, channel_id, self._clock()]
        return str(self._signers(use)[0].dumps(content))

    def read(self, use: Use, text: str) -> tuple[str, str]:
        """Return the person and the channel of a link; raise Refused."""
        self._keys.look_again()
        for signer in self._signers(use) if len(text) <= MAX_LINK_LENGTH else []:
            try:
                person_id, channel_id, at = signer.loads(text)
            except (BadSignature, ValueError, TypeError):
                continue
            if use == "confirm" and self._clock() - at > CONFIRM_WITHIN:
                raise Refused("the link has expired; request a new one", "old_link")
            return person_id, channel_id
        raise Refused("this server did not sign that link", "bad_link")

    def _signers(self, use: Use) -> list[URLSafeSerializer]:
        keys = self._keys.of(Purpose.LINKS)
        return [URLSafeSerializer(key, salt=f"gridwright-notice-{use}") for key in keys]
