"""The pages of the browser client on a real server, with a build and without one."""

import gzip
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest
from starlette.applications import Starlette

from gridwright.content.table import default_spec, list_boards, list_editions, list_presets
from gridwright.protocol.sheet import Choices, TableSheet
from gridwright.server.page.build import read_build
from gridwright.server.page.routes import NOT_BUILT, SCREENS, page_routes
from gridwright_lab.trials.live_server import open_live_server
from tests.server.tables.test_routes import serving

pytestmark = pytest.mark.anyio

INDEX = "<!doctype html><title>A build</title>"
SCRIPT = "console.log('a script that is long enough to be packed')\n" * 20


@pytest.fixture
def built(tmp_path: Path) -> Path:
    folder = tmp_path / "built"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text(INDEX)
    (folder / "icon.svg").write_text("<svg/>")
    (folder / "assets" / "index-0a1b.js").write_text(SCRIPT)
    (folder / "assets" / "face-0a1b.woff2").write_bytes(b"\0\1")
    return folder


@asynccontextmanager
async def at_the_door(folder: Path) -> AsyncIterator[httpx.AsyncClient]:
    app = Starlette(routes=page_routes(folder))
    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url="http://table.example") as client:
        yield client


async def test_every_screen_is_the_same_page_and_is_revalidated(built: Path) -> None:
    async with at_the_door(built) as client:
        for path in SCREENS:
            shown = await client.get(path.replace("{game_id}", "abc"))
            assert (shown.status_code, shown.text) == (200, INDEX), path
            assert shown.headers["cache-control"] == "no-cache"


async def test_only_hashed_files_are_cached_permanently(built: Path) -> None:
    async with at_the_door(built) as client:
        script = await client.get("/assets/index-0a1b.js")
        icon = await client.get("/icon.svg")
        face = await client.get("/assets/face-0a1b.woff2")
    assert script.text == SCRIPT
    assert script.headers["content-type"].startswith("text/javascript")
    assert "immutable" in script.headers["cache-control"]
    assert icon.headers["cache-control"] == "no-cache"
    assert icon.headers["content-type"] == "image/svg+xml"
    assert face.content == b"\0\1"


async def test_texts_are_packed_for_those_who_take_them_so(built: Path) -> None:
    async with at_the_door(built) as client:
        plain = await client.get("/assets/index-0a1b.js", headers={"accept-encoding": "identity"})
        async with client.stream("GET", "/assets/index-0a1b.js") as answer:
            packed = b"".join([part async for part in answer.aiter_raw()])
            assert answer.headers["content-encoding"] == "gzip"
            assert answer.headers["vary"] == "accept-encoding"
    assert "content-encoding" not in plain.headers
    assert gzip.decompress(packed).decode() == plain.text == SCRIPT
    assert len(packed) < len(SCRIPT)


async def test_the_smallest_form_that_a_browser_takes_is_sent(built: Path) -> None:
    script = built / "assets" / "index-0a1b.js"
    script.with_name(script.name + ".br").write_bytes(b"packed by the build")
    async with at_the_door(built) as client:
        for taken, sent in [
            ("gzip, deflate, br, zstd", "br"),
            ("br;q=0, gzip;q=0.5", "gzip"),
            ("gzip", "gzip"),
            ("brotli", None),
            ("", None),
        ]:
            head = {"accept-encoding": taken}
            async with client.stream("GET", f"/assets/{script.name}", headers=head) as answer:
                body = b"".join([part async for part in answer.aiter_raw()])
            assert answer.headers.get("content-encoding") == sent, taken
            assert answer.headers["vary"] == "accept-encoding"
            assert (body == b"packed by the build") == (sent == "br")
        assert (await client.get(f"/assets/{script.name}.br")).status_code == 404


async def test_no_other_file_is_served(built: Path) -> None:
    (built.parent / "secret").write_text("no")
    async with at_the_door(built) as client:
        for path in ("/assets/../../secret", "/assets/%2e%2e/%2e%2e/secret", "/index.html", "/x"):
            assert (await client.get(path)).status_code == 404, path


async def test_a_browser_at_no_address_gets_the_page_and_a_program_does_not(built: Path) -> None:
    browser = {"accept": "text/html,*/*;q=0.8"}
    async with at_the_door(built) as client:
        shown = await client.get("/no/such/page", headers=browser)
        assert (shown.status_code, shown.text) == (404, INDEX)
        for path in ("/api/nothing", "/assets/old-0a1b.js"):
            assert INDEX not in (await client.get(path, headers=browser)).text, path
        assert INDEX not in (await client.get("/missing")).text
        assert (await client.post("/missing", headers=browser)).status_code == 404


async def test_nothing_inline_is_allowed_and_no_other_host(built: Path) -> None:
    async with at_the_door(built) as client:
        for path in ("/", "/assets/index-0a1b.js"):
            head = (await client.get(path)).headers
            policy = dict(
                part.split(" ", 1) for part in head["content-security-policy"].split("; ")
            )
            assert policy["default-src"] == "'none'"
            assert policy["script-src"] == policy["style-src"] == "'self'"
            assert "unsafe" not in head["content-security-policy"]
            assert "http" not in head["content-security-policy"]
            assert policy["frame-ancestors"] == "'none'"
            assert head["x-content-type-options"] == "nosniff"


async def test_the_service_worker_is_revalidated_and_may_run(built: Path) -> None:
    (built / "sw.js").write_text(SCRIPT)
    (built / "gridwright.webmanifest").write_text("{}")
    async with at_the_door(built) as client:
        worker = await client.get("/sw.js")
        manifest = await client.get("/gridwright.webmanifest")
    assert worker.headers["cache-control"] == manifest.headers["cache-control"] == "no-cache"
    assert worker.headers["content-type"].startswith("text/javascript")
    assert manifest.headers["content-type"] == "application/manifest+json"
    policy = worker.headers["content-security-policy"].split("; ")
    assert "worker-src 'self'" in policy
    assert "manifest-src 'self'" in policy
    # The worker asks for pages itself, and the client may name its address and no other.
    assert "connect-src 'self'" in policy
    assert "trusted-types svelte-trusted-html gridwright-worker" in policy


async def test_a_checkout_without_a_build_says_how_to_make_one(tmp_path: Path) -> None:
    async with at_the_door(tmp_path / "nothing") as client:
        shown = await client.get("/")
        assert (shown.status_code, shown.text) == (200, NOT_BUILT)
        assert "make web" in shown.text


def test_half_a_build_is_none(tmp_path: Path) -> None:
    (tmp_path / "assets").mkdir()
    (tmp_path / "assets" / "index-0a1b.js").write_text(SCRIPT)
    assert read_build(tmp_path) == {}


async def test_a_real_server_shows_a_page_and_keeps_the_api(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        page = await server.client.get("/")
        assert page.status_code == 200
        assert page.text == NOT_BUILT or '<div id="page">' in page.text
        assert "content-security-policy" in page.headers
        assert (await server.client.get("/t/anything")).text == page.text
        assert (await server.client.post("/")).status_code == 405
        assert (await server.client.get("/api/nothing")).status_code == 404
        assert (await server.client.get("/healthz")).json() == {"alive": True}


async def test_the_sheet_names_what_observations_number() -> None:
    async with open_live_server() as server:
        for edition in list_editions():
            spec = default_spec(edition)
            made = await server.client.post("/api/tables", json={"spec": spec.to_json()})
            path = made.json()["path"]
            answer = await server.client.get(f"{path}/sheet")
            sheet = TableSheet(**answer.json())
            assert sheet.spec == spec.to_json()
            assert len(sheet.plants) == 42
            assert "auction" in sheet.phases[sheet.first_of_round :]
            assert (len(sheet.cities) == 0) == (spec.board == "none") == bool(sheet.fuel_cards)
        assert (await server.client.get("/api/tables/missing/sheet")).status_code == 404


async def test_the_choices_match_the_terms_of_a_host() -> None:
    async with open_live_server() as server:
        answer = await server.client.get("/api/choices")
    choices = Choices(**answer.json())
    told = {
        each["id"]: {
            preset["id"]: [board["id"] for board in preset["boards"]] for preset in each["presets"]
        }
        for each in answer.json()["editions"]
    }
    assert len(choices.editions) == len(list_editions())
    for edition in list_editions():
        assert list(told[edition]) == list_presets(edition)
        for preset in list_presets(edition):
            assert told[edition][preset] == list_boards(edition, preset)
