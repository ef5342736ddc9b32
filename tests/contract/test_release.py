"""A release: what stands against one is found, and its lists tell what is in it."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tools.release.notes import ReleaseError, named_versions, notes_of, tag_is_set, version_of
from tools.release.notes import verify_version as verify
from tools.release.provenance import STATEMENT, verify_release, write_checksums, write_statement
from tools.release.sbom import installed, write_sbom
from tools.release.source_archive import tracked, verify_complete

ROOT = Path(__file__).resolve().parents[2]
CHANGELOG = "# Changelog\n\n## [Unreleased]\n\n- new\n\n## [0.1.0] - 2026-11-01\n\n- first\n"
LICENCES = "## svelte - 5.57.3 (MIT)\n\ntext\n\n## @fontsource/archivo - 1.0 (OFL-1.1)\n"


def row(name: str, *requires: str) -> dict[str, object]:
    classifiers = ["License :: OSI Approved :: MIT License"]
    return {
        "name": name,
        "version": "1.0",
        "licence": "",
        "words": "",
        "classifiers": classifiers,
        "requires": requires,
    }


def make_repository(folder: Path) -> Path:
    """A repository of one commit with two files."""
    folder.mkdir()
    (folder / "a.txt").write_text("a")
    (folder / "b.txt").write_text("b")
    who = ["-c", "user.name=n", "-c", "user.email=e@example.org"]
    for words in (["init", "-q"], ["add", "."], [*who, "commit", "-qm", "First"]):
        subprocess.run(["git", *words], cwd=folder, check=True)
    return folder


def make_release(tmp_path: Path) -> Path:
    folder = tmp_path / "release"
    folder.mkdir()
    (folder / "a.whl").write_bytes(b"wheel")
    write_checksums(folder, ["a.whl"])
    write_statement(folder, make_repository(tmp_path / "source"), "v1.0.0", ["a.whl"])
    return folder


def test_the_sources_name_one_version() -> None:
    assert len(set(named_versions(ROOT).values())) == 1


@pytest.mark.parametrize("tag", ["1.0.0", "v1.0", "v1.0.0-beta", "latest"])
def test_a_tag_that_names_no_version_is_refused(tag: str) -> None:
    with pytest.raises(ReleaseError, match=r"expected a tag such as"):
        version_of(tag)


def test_a_version_that_a_file_does_not_name_is_refused() -> None:
    with pytest.raises(ReleaseError, match=r"expected 99\.0\.0 in .*__init__\.py"):
        verify(ROOT, version_of("v99.0.0"))


def test_a_tag_on_another_commit_is_refused(tmp_path: Path) -> None:
    root = make_repository(tmp_path / "source")
    assert not tag_is_set(root, "v1.0.0")
    subprocess.run(["git", "tag", "v1.0.0"], cwd=root, check=True)
    assert tag_is_set(root, "v1.0.0")
    who = ["-c", "user.name=n", "-c", "user.email=e@example.org"]
    subprocess.run(["git", *who, "commit", "-qm", "2", "--allow-empty"], cwd=root, check=True)
    with pytest.raises(ReleaseError, match=r"expected v1\.0\.0 on"):
        tag_is_set(root, "v1.0.0")


def test_notes_are_those_of_the_version_or_wait_for_it() -> None:
    assert notes_of(CHANGELOG, "0.1.0", is_tagged=True) == "- first"
    assert notes_of(CHANGELOG, "0.2.0", is_tagged=False) == "- new"


@pytest.mark.parametrize(("text", "tagged"), [(CHANGELOG, True), ("# Changelog\n", False)])
def test_a_version_without_notes_is_refused(text: str, tagged: bool) -> None:
    with pytest.raises(ReleaseError, match=r"in CHANGELOG\.md, found none"):
        notes_of(text, "0.2.0", tagged)


def test_the_bill_lists_parts_and_what_needs_what() -> None:
    rows = [row("gridwright", "Rich_Text>=1", 'ray; extra == "cluster"'), row("rich.text")]
    bill = write_sbom("gridwright", rows, LICENCES)
    assert bill["metadata"]["component"]["purl"] == "pkg:pypi/gridwright@1.0"
    assert [each["purl"] for each in bill["components"]] == [
        "pkg:pypi/rich-text@1.0",
        "pkg:npm/svelte@5.57.3",
        "pkg:npm/%40fontsource/archivo@1.0",
    ]
    assert bill["dependencies"][0]["dependsOn"] == [each["purl"] for each in bill["components"]]
    assert all(each["licenses"] for each in bill["components"])


def test_an_environment_is_read_as_it_is() -> None:
    names = {each["name"] for each in installed(Path(sys.executable))}
    assert {"pytest", "rich"} <= names


def test_a_release_is_as_its_lists_say(tmp_path: Path) -> None:
    folder = make_release(tmp_path)
    assert verify_release(folder) == 1
    sums = ["sha256sum", "--check", "--quiet", "SHA256SUMS"]
    subprocess.run(sums, cwd=folder, check=True)
    statement = json.loads((folder / STATEMENT).read_text())
    source = statement["predicate"]["buildDefinition"]["resolvedDependencies"][0]
    assert len(source["digest"]["gitCommit"]) == 40


@pytest.mark.parametrize("name", ["a.whl", "b.whl"])
def test_a_file_that_changed_or_came_later_is_found(tmp_path: Path, name: str) -> None:
    folder = make_release(tmp_path)
    (folder / name).write_bytes(b"other")
    with pytest.raises(ReleaseError, match=f"expected one digest of {name}"):
        verify_release(folder)


def test_a_file_that_is_gone_is_found(tmp_path: Path) -> None:
    folder = make_release(tmp_path)
    (folder / "a.whl").unlink()
    with pytest.raises(ReleaseError, match="no file from the file"):
        verify_release(folder)


def test_an_archive_without_a_file_or_with_another_is_refused(tmp_path: Path) -> None:
    root = make_repository(tmp_path / "source")
    unpacked = tmp_path / "unpacked"
    unpacked.mkdir()
    (unpacked / "a.txt").write_text("a")
    assert tracked(root) == {"a.txt", "b.txt"}
    with pytest.raises(ReleaseError, match=r"1 more files: b\.txt"):
        verify_complete(root, unpacked)
    (unpacked / "b.txt").write_text("c")
    with pytest.raises(ReleaseError, match=r"expected b\.txt in the sdist as in the commit"):
        verify_complete(root, unpacked)
    (unpacked / "b.txt").write_text("b")
    assert verify_complete(root, unpacked) == 2
