"""Names of people: the shown form, and the folded form for comparison."""

import unicodedata
from typing import Final

from gridwright.server.auth.errors import BadName

MAX_NAME_LENGTH: Final = 32


def shown_name(text: str) -> str:
    """Return the name without needless spaces; raise BadName."""
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if not 1 <= len(name) <= MAX_NAME_LENGTH:
        raise BadName(f"expected a name of 1 to {MAX_NAME_LENGTH} characters")
    if not name.isprintable() or not any(letter.isalnum() for letter in name):
        raise BadName("expected printable characters and a letter or digit among them")
    return name


def folded_name(text: str) -> str:
    """Return the form in which names that look or read the same are equal."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    return " ".join(unicodedata.normalize("NFKC", folded).split())
