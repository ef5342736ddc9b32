"""The page is built again when what it is made from changes, and only then."""

from pathlib import Path

import pytest

from tools import web


@pytest.fixture
def ran(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The scripts that npm would run; building makes the page's first file."""
    scripts: list[str] = []
    client, built = tmp_path / "web", tmp_path / "built"
    for folder in ("src", "tests", "node_modules/svelte"):
        (client / folder).mkdir(parents=True)
    (client / "package.json").write_text("{}")
    (client / "src" / "main.ts").write_text("go();\n")
    built.mkdir()

    def run_well(arguments: list[str], folder: Path, path: str) -> None:
        scripts.append(arguments[-1])
        (built / "index.html").touch()

    monkeypatch.setattr(web, "WEB", client)
    monkeypatch.setattr(web, "BUILT", built)
    monkeypatch.setattr(web, "STAMP", tmp_path / "build" / "page.sha256")
    monkeypatch.setattr(web, "digest", lambda: digest_of(client))
    monkeypatch.setattr(web, "run_well", run_well)
    return scripts


digest_of = web.digest


def test_a_page_that_stands_is_not_built_again(ran: list[str], tmp_path: Path) -> None:
    web.build("")
    web.build("")
    assert ran == ["build"]
    (tmp_path / "web" / "tests" / "more.test.ts").write_text("test();\n")
    (tmp_path / "web" / "node_modules" / "svelte" / "index.js").write_text("1;\n")
    web.build("")
    assert ran == ["build"]


WORDS = "../src/gridwright/content/classic/boards/usa/words.en.json"


@pytest.mark.parametrize("name", ["src/main.ts", "src/more.ts", "package.json", WORDS])
def test_a_change_builds_it_again(ran: list[str], tmp_path: Path, name: str) -> None:
    web.build("")
    (tmp_path / "web" / name).resolve().parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / "web" / name).resolve().write_text("other();\n")
    web.build("")
    assert ran == ["build", "build"]


def test_a_page_that_is_gone_is_built_again(ran: list[str], tmp_path: Path) -> None:
    web.build("")
    (tmp_path / "built" / "index.html").unlink()
    web.build("")
    assert ran == ["build", "build"]
