"""Packs of recorded games: the same texts come out, and the same games give the same bytes."""

import os
from pathlib import Path

import pytest

from gridwright.content.table import default_spec
from gridwright.fair.record import random_transcript
from gridwright.fair.transcript import format_transcript
from gridwright_lab.conformance.golden.record import write_recorded
from gridwright_lab.conformance.replay.pack import read_folder, read_pack, write_pack
from gridwright_lab.conformance.replay.recordings import main

ROOT = Path(__file__).parents[3]


def transcript(number: int, name: str) -> str:
    text = format_transcript(random_transcript(default_spec(seats=2), number))
    lines = text.split("\n")
    return "\n".join([lines[0], f"game {name}", *lines[2:]])


@pytest.fixture
def games() -> dict[str, str]:
    return {name: transcript(number, name) for number, name in enumerate(["b", "a-2", "a"])}


def test_a_pack_returns_the_texts_that_were_written(tmp_path: Path, games: dict[str, str]) -> None:
    write_pack(tmp_path / "some.txt.xz", games)
    assert read_pack(tmp_path / "some.txt.xz") == games


def test_packs_are_deterministic(tmp_path: Path, games: dict[str, str]) -> None:
    write_pack(tmp_path / "one.txt.xz", games)
    write_pack(tmp_path / "other.txt.xz", dict(reversed(games.items())))
    assert (tmp_path / "one.txt.xz").read_bytes() == (tmp_path / "other.txt.xz").read_bytes()


def test_an_unchanged_pack_is_not_rewritten(tmp_path: Path, games: dict[str, str]) -> None:
    pack = tmp_path / "some.txt.xz"
    write_pack(pack, games)
    os.utime(pack, (0, 0))
    write_pack(pack, games)
    assert pack.stat().st_mtime == 0


def test_a_pack_refuses_a_text_under_another_name(tmp_path: Path, games: dict[str, str]) -> None:
    with pytest.raises(ValueError, match="name their game"):
        write_pack(tmp_path / "some.txt.xz", {"c": games["a"]})


def test_a_folder_lists_packed_and_plain_games_in_the_order_of_files(
    tmp_path: Path, games: dict[str, str]
) -> None:
    (tmp_path / "b.txt").write_text(games.pop("b"), "ascii")
    write_pack(tmp_path / "some.txt.xz", games)
    assert list(read_folder(tmp_path)) == ["a-2", "a", "b"]
    (tmp_path / "a.txt").write_text(games["a"], "ascii")
    with pytest.raises(ValueError, match="each name once"):
        read_folder(tmp_path)


def test_missing_games_are_added_to_the_pack(tmp_path: Path) -> None:
    committed = read_pack(ROOT / "tests" / "recorded" / "card.txt.xz")
    kept = dict(committed)
    removed = kept.popitem()[0]
    write_pack(tmp_path / "card.txt.xz", kept)
    assert list(write_recorded(tmp_path, "card", missing=True)) == [removed]
    again = read_pack(tmp_path / "card.txt.xz")
    assert set(again) == set(committed)
    assert {name: again[name] for name in kept} == kept


def test_recordings_lists_prints_and_unpacks(
    tmp_path: Path, games: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    write_pack(tmp_path / "some.txt.xz", games)
    folder = ["--folders", str(tmp_path)]
    assert main(folder) == 0
    assert capsys.readouterr().out.split() == ["a-2", "a", "b"]
    assert main(["a", *folder]) == 0
    assert capsys.readouterr().out == games["a"]
    assert main([*folder, "--unpack", str(tmp_path / "out")]) == 0
    assert read_folder(tmp_path / "out") == games
    with pytest.raises(SystemExit, match="2"):
        main(["c", *folder])
    assert "run without NAME to list all" in capsys.readouterr().err
