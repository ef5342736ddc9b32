"""The page of the API: all of the document, nothing from elsewhere, under the client's policy."""

import re
from html.parser import HTMLParser
from typing import Any

import httpx
import pytest
from starlette.applications import Starlette

from gridwright.server.app import OPERATIONS
from gridwright.server.openapi.document import build_document
from gridwright.server.openapi.page import PAGE, SCRIPT, STYLE, build_page
from gridwright.server.openapi.routes import document_routes
from gridwright.server.wire.page_headers import POLICY

pytestmark = pytest.mark.anyio


class Parsed(HTMLParser):
    """The ids, links and loaded files of a page, and what a strict policy would refuse."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.refused: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = {name: value or "" for name, value in attrs}
        self.ids += [told["id"]] if "id" in told else []
        self.links += [told["href"]] if tag == "a" else []
        if tag in {"link", "script", "img", "iframe"}:
            self.loaded.append(told.get("src") or told.get("href", ""))
        inline = tag == "style" or (tag == "script" and not told.get("src"))
        if inline or any(name == "style" or name.startswith("on") for name in told):
            self.refused.append(f"{tag} {told}")


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    return build_document(OPERATIONS)


@pytest.fixture(scope="module")
def page(document: dict[str, Any]) -> Parsed:
    return Parsed(build_page(document))


def test_every_route_and_every_type_is_there_once(document: dict[str, Any], page: Parsed) -> None:
    operations = [
        each["operationId"] for methods in document["paths"].values() for each in methods.values()
    ]
    types = [f"type-{name}" for name in document["components"]["schemas"]]
    assert {*operations, *types, "socket", "words"} <= set(page.ids)
    assert len(page.ids) == len(set(page.ids))


def test_every_link_leads_somewhere(page: Parsed) -> None:
    assert len(page.links) > 400
    inside = {link[1:] for link in page.links if link.startswith("#")}
    assert inside <= set(page.ids)
    assert {link for link in page.links if not link.startswith("#")} == {"/openapi.json"}


def test_nothing_comes_from_elsewhere_and_nothing_stands_inline(page: Parsed) -> None:
    assert sorted(page.loaded) == [STYLE, SCRIPT]
    assert page.refused == []


def test_texts_of_the_document_cannot_be_markup(document: dict[str, Any]) -> None:
    name = "<script>alert(1)</script>"
    changed = {**document, "info": {"title": name, "version": name}}
    assert "<script>alert" not in build_page(changed)


async def test_the_page_and_its_files_have_the_policy_of_the_client() -> None:
    transport = httpx.ASGITransport(Starlette(routes=document_routes(OPERATIONS)))
    async with httpx.AsyncClient(transport=transport, base_url="http://table.example") as client:
        kinds = {}
        for path in (PAGE, STYLE, SCRIPT):
            answer = await client.get(path)
            assert answer.status_code == 200
            assert answer.headers["content-security-policy"] == POLICY
            kinds[path] = answer.headers["content-type"].partition(";")[0]
            # An address in an example is text; nothing is fetched from there.
            assert not re.search(r"https?://(?!\w+\.example/)", answer.text.replace("http://$", ""))
        assert kinds == {PAGE: "text/html", STYLE: "text/css", SCRIPT: "text/javascript"}
        assert (await client.get(f"{PAGE}/other.js")).status_code == 404
