"""Pictures, tags, frames and imports over HTTP."""

from pathlib import Path

import pytest

from gridwright.server.page import routes as page
from gridwright.server.page.build import INDEX
from gridwright.server.share.cards import Cards
from tests.server.share.samples import at_the_door, text_of

pytestmark = pytest.mark.anyio

PAGE = "<!doctype html><html><head><title>A build</title></head><body></body></html>"


@pytest.fixture
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    built = tmp_path / "built"
    built.mkdir()
    (built / INDEX).write_text(PAGE)
    files = page._remembered(built)
    monkeypatch.setattr(page, "_remembered", lambda _folder: files)
    return f"sqlite:///{tmp_path / 'games.db'}"


async def test_a_transcript_becomes_a_table_with_a_picture(database: str) -> None:
    async with at_the_door(database) as (node, client):
        made = await client.post("/api/imports", json={"text": text_of("card")})
        assert made.status_code == 201
        game_id = made.json()["game_id"]
        shown = (await client.get(made.json()["path"])).json()["table"]
        assert (shown["imported"], shown["status"]) == (True, "finished")
        assert [seat["name"] for seat in shown["seats"]] == ["", ""]

        picture = await client.get(f"/cards/{game_id}.png?lang=de")
        assert picture.headers["content-type"] == "image/png"
        assert picture.headers["cross-origin-resource-policy"] == "cross-origin"
        etag = {"if-none-match": picture.headers["etag"]}
        assert (await client.get(f"/cards/{game_id}.png?lang=de", headers=etag)).status_code == 304
        other = await client.get(f"/cards/{game_id}.png?at=20")
        assert "max-age=86400" in other.headers["cache-control"]
        assert other.content != picture.content
        last = await client.get(f"/cards/{game_id}.png?at=999999&lang=de")
        assert last.content == picture.content
        assert (await client.get("/cards/missing.png")).status_code == 404
        assert len(node[Cards]._kept) == 2


async def test_a_bad_transcript_is_refused_with_its_line(database: str) -> None:
    async with at_the_door(database) as (_node, client):
        bad = text_of("card").replace("gridwright transcript", "some transcript")
        refused = await client.post("/api/imports", json={"text": bad})
        assert refused.status_code == 422
        assert refused.json()["code"] == "transcript_form"
        assert refused.json()["numbers"] == {"line": 1}
        huge = await client.post("/api/imports", json={"text": "a" * 900_000})
        assert huge.status_code == 413


async def test_the_page_of_a_table_has_preview_tags(database: str) -> None:
    async with at_the_door(database) as (_node, client):
        made = await client.post("/api/imports", json={"text": text_of("card")})
        path = f"/t/{made.json()['game_id']}"
        told = await client.get(path, headers={"accept-language": "de"})
        assert 'property="og:image" content="http://table.example/cards/' in told.text
        assert 'og:locale" content="de_DE' in told.text
        assert told.headers["vary"] == "accept-language"
        etag = {"if-none-match": told.headers["etag"], "accept-language": "de"}
        assert (await client.get(path, headers=etag)).status_code == 304
        assert (await client.get("/t/missing")).text == PAGE


async def test_only_replays_may_be_embedded(database: str) -> None:
    async with at_the_door(database) as (_node, client):
        made = await client.post("/api/imports", json={"text": text_of("card")})
        game_id = made.json()["game_id"]
        framed = await client.get(f"/embed/{game_id}")
        assert (framed.status_code, framed.text) == (200, PAGE)
        assert "frame-ancestors *" in framed.headers["content-security-policy"]
        assert "set-cookie" not in framed.headers
        for path in ("/", "/import", f"/t/{game_id}", f"/api/tables/{game_id}", "/missing"):
            policy = (await client.get(path)).headers["content-security-policy"]
            assert "frame-ancestors 'none'" in policy, path


async def test_a_private_game_that_runs_is_in_no_frame(database: str) -> None:
    async with at_the_door(database) as (_node, client):
        spec = {"edition": "card", "preset": "standard", "board": "none", "seats": 2}
        for listed, status in ((False, 404), (True, 200)):
            made = await client.post("/api/tables", json={"spec": spec, "listed": listed})
            path = f"/embed/{made.json()['game_id']}"
            assert (await client.get(path)).status_code == status, made.text
