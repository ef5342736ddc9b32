"""The requests of pages. A new page is one more line."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class PageRead:
    """One request that a page makes."""

    page: str
    what: str
    path: str
    """``{n}`` stands for a different number each time."""
    signed_in: bool = False

    @property
    def name(self) -> str:
        return f"{self.page}: {self.what}"


PAGES: Final = (
    PageRead("home", "own tables", "/api/me/tables", signed_in=True),
    PageRead("home", "open tables", "/api/tables?limit=20"),
    PageRead("home", "a live game", "/api/tables?status=running&limit=12"),
    PageRead("home", "the featured game", "/api/watch?limit=1"),
    PageRead("watch", "live games", "/api/watch?limit=9"),
    PageRead("watch", "live games of people", "/api/watch?limit=9&people=true&edition=classic"),
    PageRead("watch", "finished games", "/api/watch/finished"),
    PageRead("watch", "a board and seats", "/api/watch/finished?board=korea&seats=6"),
    PageRead("watch", "a name", "/api/watch/finished?name=p{n}"),
    PageRead(
        "watch", "a name in every game", "/api/watch/finished?name=person&board=korea&seats=5"
    ),
    PageRead("watch", "two names", "/api/watch/finished?name=person+p{n}"),
    PageRead(
        "watch", "no hit", "/api/watch/finished?edition=deluxe&seats=3&close=true&name=unknown"
    ),
    PageRead("profile", "any person", "/api/people/Person%20{n}"),
    PageRead("profile", "who has most games", "/api/people/Person%200"),
    PageRead("profile", "seen by another person", "/api/people/Person%20{n}", signed_in=True),
    PageRead("profile", "games", "/api/people/Person%20{n}/games"),
    PageRead("profile", "whom one follows", "/api/me/follows", signed_in=True),
    PageRead("profile", "whom one blocks", "/api/me/blocks", signed_in=True),
    PageRead("profile", "invitations", "/api/me/invitations", signed_in=True),
)
