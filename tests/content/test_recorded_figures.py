"""A table keeps the figures that it began under, even if today's differ."""

import shutil
import subprocess
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest

from gridwright.content.recorded_figures import (
    ARCHIVE,
    STATES,
    RecordedFigures,
    archived_file,
    load_states,
    tree_digest,
)
from gridwright.content.rules_lookup import find_figures
from gridwright.content.shelf import CONTENT_ROOT
from gridwright.content.table import (
    ContentError,
    TableSpec,
    UnknownRules,
    board_layout,
    build_game,
    build_rules,
    load_game,
    register_overlay,
    rules_identity,
)
from tests.content.conftest import Edit, Write
from tools import content_archive

SPEC = TableSpec("classic", "original", "usa", 4, version=3)
DELUXE = TableSpec("deluxe", "europe", "europe", 4, version=3)
MONEY = ("edition.toml", "start = 50", "start = 51")


@pytest.fixture
def archive(content_root: Path) -> Path:
    """The copy of the content has the recorded states as well."""
    shutil.copytree(CONTENT_ROOT / ARCHIVE, content_root / ARCHIVE)
    return content_root


def keep(root: Path, file: str) -> None:
    """Put a file into the archive before it changes."""
    text = (root / file).read_text(encoding="utf-8")
    place = archived_file(root, tree_digest(tomllib.loads(text)))
    place.write_text(text, encoding="utf-8")


def test_every_recorded_state_can_be_read_and_todays_is_one() -> None:
    """A failure after a changed number names the command to run."""
    assert content_archive.find_problems(CONTENT_ROOT) == []


def test_a_changed_figure_is_for_new_tables_alone(archive: Path, edit: Edit) -> None:
    before = rules_identity(SPEC)
    keep(archive, "classic/edition.toml")
    root = edit(*MONEY)
    today = rules_identity(SPEC, root)
    assert today != before
    assert find_figures(SPEC, today, root) == root
    assert build_rules(SPEC, root).start_money == 51
    figures = find_figures(SPEC, before, root)
    assert isinstance(figures, RecordedFigures)
    assert build_rules(SPEC, figures).start_money == 50
    assert build_game(SPEC, figures).rules.start_money == 50
    # The other editions are read where they were.
    assert find_figures(DELUXE, rules_identity(DELUXE), root) == root


def test_a_board_that_is_gone_is_still_played(archive: Path, edit: Edit) -> None:
    before = rules_identity(SPEC)
    cities = board_layout("usa").cities
    keep(archive, "classic/boards/usa/board.toml")
    keep(archive, "classic/presets.toml")
    shutil.rmtree(archive / "classic" / "boards" / "usa")
    presets = archive / "classic" / "presets.toml"
    text = presets.read_text(encoding="utf-8")
    presets.write_text(text.replace('"usa", ', "").replace(', "usa"', ""), encoding="utf-8")
    with pytest.raises(ContentError, match="usa"):
        build_rules(SPEC, archive)
    figures = find_figures(SPEC, before, archive)
    assert rules_identity(SPEC, figures) == before
    assert board_layout("usa", "classic", figures).cities == cities


def test_unknown_rules_are_named_with_todays() -> None:
    with pytest.raises(UnknownRules) as caught:
        load_game(SPEC, "0" * 64)
    assert (caught.value.rules, caught.value.today) == ("0" * 64, rules_identity(SPEC))
    assert "0" * 64 in str(caught.value)
    assert rules_identity(SPEC) in str(caught.value)


def test_a_table_that_never_was_is_refused_as_ever() -> None:
    with pytest.raises(ContentError, match="atlantis") as caught:
        load_game(replace(SPEC, board="atlantis"), "0" * 64)
    assert not isinstance(caught.value, UnknownRules)


def test_corrections_of_a_host_are_laid_over_earlier_figures(
    archive: Path, edit: Edit, write: Write
) -> None:
    content = register_overlay(write(edition="[contractor]\nfirst = [6, 12, 18, 24, 30, 36]\n"))
    spec = replace(DELUXE, contractor=True, content=content)
    before = rules_identity(spec)
    keep(archive, "deluxe/edition.toml")
    root = edit(*MONEY, edition="deluxe")
    assert rules_identity(spec, root) != before
    figures = find_figures(spec, before, root)
    rules = build_rules(spec, figures)
    assert (rules.start_money, rules.contractor_first) == (50, [6, 12, 18, 24, 30, 36])


def test_a_file_that_was_not_kept_is_named(archive: Path, edit: Edit) -> None:
    before = rules_identity(SPEC)
    root = edit(*MONEY)
    newest = load_states(root)[0]
    with pytest.raises(ContentError, match="make content-archive") as caught:
        newest.load_tree("classic/edition.toml")
    assert caught.value.file == "classic/edition.toml"
    with pytest.raises(UnknownRules):
        find_figures(SPEC, before, root)
    problems = content_archive.find_problems(root)
    assert len(problems) > 1
    assert all("make content-archive" in problem for problem in problems)


def forget_earlier_states(root: Path) -> None:
    """Leave the newest state in the manifest: its tables are computed in a quarter of the time."""
    newest = content_archive.read_manifest(root)[-1]
    (root / ARCHIVE / STATES).write_text(content_archive.manifest_text([newest]), "utf-8")


def test_comments_are_no_change(archive: Path, edit: Edit) -> None:
    forget_earlier_states(archive)
    root = edit("edition.toml", "start = 50", "start = 50  # as printed")
    assert content_archive.find_problems(root) == []


def test_files_that_are_read_otherwise_are_noticed(archive: Path) -> None:
    forget_earlier_states(archive)
    manifest = archive / ARCHIVE / STATES
    text = manifest.read_text(encoding="utf-8")
    tables = content_archive.read_manifest(archive)[-1]["tables"]
    manifest.write_text(text.replace(tables, "0" * 64), encoding="utf-8")
    (problem,) = content_archive.find_problems(archive)
    assert "by a setting with a version" in problem


@pytest.mark.meta
def test_what_was_not_kept_is_taken_from_git(archive: Path, edit: Edit) -> None:
    """The command after a change of figures: it keeps the old file and records the new state."""
    for words in (
        ["init", "-q"],
        ["add", "."],
        ["-c", "user.name=T", "-c", "user.email=t@example.org", "commit", "-qm", "Begin"],
    ):
        subprocess.run(["git", *words], cwd=archive, check=True)
    before = rules_identity(SPEC)
    n_states = len(content_archive.read_manifest(archive))
    root = edit(*MONEY)
    assert content_archive.main(["--root", str(root)]) == 1
    load_states.cache_clear()
    assert content_archive.main(["--root", str(root), "--write", "--name", "next"]) == 0
    assert [state.name for state in load_states(root)][:1] == ["next"]
    assert len(load_states(root)) == n_states + 1
    assert build_rules(SPEC, find_figures(SPEC, before, root)).start_money == 50
    # Asked again, it has nothing to do.
    assert content_archive.main(["--root", str(root), "--write"]) == 0
    assert len(content_archive.read_manifest(root)) == n_states + 1
