"""What a message may consist of: one line of plain text that shows what it says."""

import unicodedata
from typing import Final

from gridwright.server.chat.messages import MOST_TEXT
from gridwright.server.wire.refusals import Refused

JOINERS: Final = frozenset("\u200c\u200d")
"""Persian and emoji need them; they are no letters by themselves."""
_REFUSED: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Control, format (with every override of direction), halves, private, unknown, line ends."""
_UNSEEN: Final = frozenset({"Zs", "Mn", "Me", "Cf"})


class BadText(Refused):
    """A text that is not taken; the message says what was expected."""

    code = "bad_text"


def plain_text(text: str, most: int = MOST_TEXT) -> str:
    """The text without spaces at its ends, or BadText. It is kept as it is, and never as HTML."""
    text = text.strip()
    if not 1 <= len(text) <= most:
        raise BadText(f"expected 1 to {most} characters")
    for sign in text:
        if unicodedata.category(sign) in _REFUSED and sign not in JOINERS:
            raise BadText("expected one line without control characters")
    if all(unicodedata.category(sign) in _UNSEEN for sign in text):
        raise BadText("expected something to be seen")
    return text
