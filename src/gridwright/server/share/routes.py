"""Pictures of tables, and tags of their pages for link previews."""

import re
from collections.abc import Sequence
from html import escape
from typing import Final
from urllib.parse import urlencode, urlsplit

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from gridwright.protocol.refusals import Refused
from gridwright.server.auth.service import Auth
from gridwright.server.feature import Feature, Parts, Routes
from gridwright.server.operations.rate_limiter import RateLimiter
from gridwright.server.share.card import HEIGHT, WIDTH
from gridwright.server.share.cards import Card, Cards
from gridwright.server.share.facts import CardFacts, Stage
from gridwright.server.share.import_routes import OPERATIONS, ImportRoutes
from gridwright.server.share.imports import Imports
from gridwright.server.share.wording import about, language_for, languages, title_of
from gridwright.server.storage.vault import SeedVault
from gridwright.server.tables.service import TableService
from gridwright.server.wire.page_headers import ANSWER_SAFETY
from gridwright.server.wire.refusals import EXPECTED, refusal_of

PICTURE: Final = "/cards/{game_id}.png"
PNG: Final = "image/png"
HEAD: Final = {**ANSWER_SAFETY, "cross-origin-resource-policy": "cross-origin"}
"""Lets other sites embed the picture."""
MOMENT: Final = "public, max-age=86400"
NOW: Final = "public, max-age=60"
_VERSION: Final = re.compile(r"[0-9]{1,7}")


class ShareRoutes:
    """Routes for holders of a table's link."""

    def __init__(self, cards: Cards, auth: Auth, limiter: RateLimiter) -> None:
        self._cards: Final = cards
        self._auth: Final = auth
        self._limiter: Final = limiter

    def routes(self) -> list[BaseRoute]:
        return [Route(PICTURE, self.picture, methods=["GET"], include_in_schema=False)]

    async def picture(self, request: Request) -> Response:
        """Return the picture of a table, now or at the version of the query."""
        version = version_of(request)
        asked = request.query_params.get("lang", "")
        language = asked if asked in languages() else language_for(asked)
        game_id = request.path_params["game_id"]
        try:
            key = await self._cards.key(game_id, version, language, self._host(request))
            card = self._cards.kept(key)
            if card is None:
                await self._limiter.look_around(request)
                card = await self._cards.draw(key)
        except EXPECTED as error:
            return refusal_of(error)
        return _answer(request, card, NOW if version is None else MOMENT)

    async def tags(self, request: Request) -> str:
        """Return the tags for the head of a table's page; empty if it cannot be shown."""
        version = version_of(request)
        game_id = request.path_params["game_id"]
        try:
            facts = await self._cards.facts(game_id, version)
        except EXPECTED:
            return ""
        language = language_for(request.headers.get("accept-language", ""))
        return tags_of(facts, language, self._site(request), game_id, version)

    async def may_embed(self, request: Request) -> bool:
        """Return whether the replay of a table may be embedded: it is public, or over."""
        try:
            facts = await self._cards.facts(request.path_params["game_id"], None)
        except EXPECTED:
            return False
        return facts.stage is Stage.OVER or not facts.is_private

    def _site(self, request: Request) -> str:
        try:
            return self._auth.site(request).origin
        except Refused:
            return ""

    def _host(self, request: Request) -> str:
        return urlsplit(self._site(request)).netloc


def version_of(request: Request) -> int | None:
    """Return the version in a link (``?at=120``), or None."""
    said = request.query_params.get("at", "")
    return int(said) if _VERSION.fullmatch(said) else None


def _answer(request: Request, card: Card, kept: str) -> Response:
    head = {**HEAD, "cache-control": kept, "etag": f'"{card.digest}"'}
    if request.headers.get("if-none-match") == head["etag"]:
        return Response(None, 304, head)
    return Response(card.content, 200, head, PNG)


def tags_of(facts: CardFacts, language: str, site: str, game_id: str, version: int | None) -> str:
    """Return Open Graph tags and a title; all values are escaped."""
    at = {} if version is None else {"at": version}
    query = urlencode({**at, "lang": language})
    title = title_of(facts, language)
    words = about(facts, language)
    page = f"{site}/t/{game_id}" + (f"?{urlencode(at)}" if at else "")
    found = {
        "og:site_name": "Gridwright",
        "og:type": "website",
        "og:title": title,
        "og:description": words,
        "og:url": page,
        "og:locale": {"de": "de_DE"}.get(language, "en_GB"),
        "og:image": f"{site}/cards/{game_id}.png?{query}",
        "og:image:type": PNG,
        "og:image:width": str(WIDTH),
        "og:image:height": str(HEIGHT),
        "og:image:alt": f"{title}. {words}",
    }
    tags = [
        f'<meta property="{name}" content="{escape(value)}" />' for name, value in found.items()
    ]
    tags.append('<meta name="twitter:card" content="summary_large_image" />')
    tags.append(f'<meta name="description" content="{escape(words)}" />')
    if facts.is_private:
        tags.append('<meta name="robots" content="noindex" />')
    return "\n".join(tags)


def _cards(parts: Parts) -> Cards:
    return Cards(parts[TableService])


def _imports(parts: Parts) -> Imports:
    return Imports(parts.store, parts[SeedVault], parts[TableService])


def _share_routes(parts: Parts) -> ShareRoutes:
    return ShareRoutes(parts[Cards], parts[Auth], parts.limiter)


def _import_routes(parts: Parts) -> ImportRoutes:
    return ImportRoutes(parts[Imports], parts.limiter)


def _pages(parts: Parts) -> Sequence[BaseRoute]:
    return parts[ShareRoutes].routes()


SHARE: Final = Feature(
    "share",
    parts={Cards: _cards, Imports: _imports, ShareRoutes: _share_routes},
    routes=(Routes(_import_routes, orders=OPERATIONS),),
    pages=_pages,
)
