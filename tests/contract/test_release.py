"""A release: what is against one is found, its lists say what is in it, and the static site."""

import io
import json
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from tools.release.distributions import (
    LABELS,
    SYSTEMS,
    compiled_for,
    project,
    python_for,
    pythons,
    verify_addresses,
    verify_metadata,
    verify_set,
)
from tools.release.files import lay_out, verify_pages
from tools.release.notes import ReleaseError, named_versions, notes_of, tag_is_set, version_of
from tools.release.notes import verify_version as verify
from tools.release.provenance import STATEMENT, verify_release, write_checksums, write_statement
from tools.release.sbom import installed, write_sbom
from tools.release.source_archive import tracked, verify_complete

ROOT = Path(__file__).resolve().parents[2]
CHANGELOG = "# Changelog\n\n## [Unreleased]\n\n- new\n\n## [0.1.0] - 2026-11-01\n\n- first\n"
LICENCES = "## svelte - 5.57.3 (MIT)\n\ntext\n\n## @fontsource/archivo - 1.0 (OFL-1.1)\n"


PLATFORMS = (
    "manylinux2014_x86_64.manylinux_2_17_x86_64",
    "manylinux_2_28_aarch64",
    "macosx_11_0_arm64",
    "win_amd64",
)
METADATA = """\
Metadata-Version: 2.4
Name: gridwright
Version: 1.0.0
Summary: Play, host and study games of the Power Grid family.
License-Expression: Apache-2.0
Requires-Python: >=3.11
Description-Content-Type: text/markdown

# Gridwright
"""


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


def make_distributions(folder: Path) -> list[str]:
    """Empty files with the names of every distribution."""
    names = [
        f"gridwright-1.0.0-cp3{version[2:]}-cp3{version[2:]}-{platform}.whl"
        for version in pythons()
        for platform in PLATFORMS
    ]
    for product in ("gridwright", "gridwright_lab"):
        names += [f"{product}-1.0.0-py3-none-any.whl", f"{product}-1.0.0.tar.gz"]
    for name in names:
        (folder / name).touch()
    return names


def make_wheel(folder: Path, metadata: str) -> Path:
    path = folder / "gridwright-1.0.0-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as wheel:
        wheel.writestr("gridwright-1.0.0.dist-info/METADATA", metadata)
    return path


def test_every_system_has_a_name_of_its_wheels() -> None:
    found = [compiled_for(Path(f"gridwright-1.0.0-cp314-cp314-{each}.whl")) for each in PLATFORMS]
    assert found == [("3.14", system) for system in SYSTEMS]
    assert compiled_for(Path("gridwright-1.0.0-cp314-cp314-linux_x86_64.whl")) == ("3.14", "")


def test_a_whole_release_passes(tmp_path: Path) -> None:
    assert len(make_distributions(tmp_path)) == len(pythons()) * len(SYSTEMS) + 4
    verify_set(tmp_path, "1.0.0")


def test_a_release_without_one_of_its_files_is_refused(tmp_path: Path) -> None:
    for name in make_distributions(tmp_path):
        (tmp_path / name).unlink()
        with pytest.raises(ReleaseError, match="expected"):
            verify_set(tmp_path, "1.0.0")
        (tmp_path / name).touch()


@pytest.mark.parametrize(
    "name",
    [
        "gridwright-1.0.0-cp311-cp311-linux_x86_64.whl",
        "gridwright-1.0.0-cp310-cp310-win_amd64.whl",
        "gridwright-0.9.0-cp311-cp311-win_amd64.whl",
        "gridwright-0.9.0.tar.gz",
    ],
)
def test_a_file_that_belongs_to_no_promise_is_refused(tmp_path: Path, name: str) -> None:
    make_distributions(tmp_path)
    (tmp_path / name).touch()
    with pytest.raises(ReleaseError, match=f"expected no {name}"):
        verify_set(tmp_path, "1.0.0")


def test_metadata_is_read_from_wheels_and_archives(tmp_path: Path) -> None:
    verify_metadata(make_wheel(tmp_path, METADATA), "1.0.0")
    sdist = tmp_path / "gridwright-1.0.0.tar.gz"
    with tarfile.open(sdist, "w:gz") as archive:
        entry = tarfile.TarInfo("gridwright-1.0.0/PKG-INFO")
        entry.size = len(METADATA)
        archive.addfile(entry, io.BytesIO(METADATA.encode()))
    verify_metadata(sdist, "1.0.0")


@pytest.mark.parametrize(
    ("line", "other", "complaint"),
    [
        ("Version: 1.0.0", "Version: 1.0.1", r"expected gridwright 1\.0\.0"),
        ("Version: 1.0.0", "Version: one", "invalid for 'version'"),
        ("Apache-2.0", "Apache-Two", "invalid for 'license-expression'"),
        ("Requires-Python: >=3.11\n", "", "expected a lowest Python"),
        ("text/markdown", "text/plain", "expected text/markdown"),
        ("# Gridwright\n", "", "expected a text"),
    ],
)
def test_metadata_that_an_index_would_refuse_are_found(
    tmp_path: Path, line: str, other: str, complaint: str
) -> None:
    assert line in METADATA
    with pytest.raises(ReleaseError, match=complaint):
        verify_metadata(make_wheel(tmp_path, METADATA.replace(line, other)), "1.0.0")


def write_project(folder: Path, addresses: dict[str, str]) -> Path:
    lines = "".join(f'{label} = "{address}"\n' for label, address in addresses.items())
    (folder / "pyproject.toml").write_text(f"[project]\n[project.urls]\n{lines}")
    return folder


def test_addresses_that_stand_for_others_are_refused_for_a_tag(tmp_path: Path) -> None:
    chosen = dict.fromkeys(LABELS, "https://games.test/")
    assert verify_addresses(write_project(tmp_path, chosen), must_exist=True) == "5"
    waiting = {**chosen, "Source": "https://games.example/source"}
    told = verify_addresses(write_project(tmp_path, waiting), must_exist=False)
    assert told == "5, 1 of them not chosen yet"
    with pytest.raises(ReleaseError, match=r"got \.example for Source"):
        verify_addresses(tmp_path, must_exist=True)
    with pytest.raises(ReleaseError, match="with https for Source"):
        verify_addresses(write_project(tmp_path, {**chosen, "Source": "http://a.test"}), True)
    with pytest.raises(ReleaseError, match="expected Changelog, Documentation"):
        verify_addresses(write_project(tmp_path, {}), must_exist=False)


def test_the_product_names_its_addresses() -> None:
    assert set(LABELS) <= project()["urls"].keys()


def test_a_wheel_of_another_system_is_not_tried_here() -> None:
    assert python_for(Path("gridwright-1.0.0-cp311-cp311-win_arm64.whl")) is None
    assert python_for(Path("gridwright-1.0.0-py3-none-any.whl")) is not None


def make_sites(folder: Path) -> tuple[Path, Path, Path]:
    site, play, pages = (folder / name for name in ("site", "build", "pages"))
    for each in (site, play, play / "engine"):
        each.mkdir()
    for each in (site, play):
        (each / "index.html").write_text('<a href="guide/">')
    (play / "licences.md").touch()
    (play / "engine" / "NOTICES.md").touch()
    (play / "engine" / "pyodide.asm.mjs").touch()
    return site, play, pages


def test_the_page_is_published_below_the_documentation(tmp_path: Path) -> None:
    site, play, pages = make_sites(tmp_path)
    lay_out(site, play, pages)
    assert (pages / "play" / "index.html").is_file()
    assert verify_pages(pages) == "2 pages, 0.0 MB"


def test_a_site_that_would_not_work_or_hide_a_page_is_refused(tmp_path: Path) -> None:
    site, play, pages = make_sites(tmp_path)
    lay_out(site, play, pages)
    (pages / "index.html").write_text('<script src="/assets/page.js">')
    with pytest.raises(ReleaseError, match=r"relative addresses in .*, got /assets/page\.js"):
        verify_pages(pages)
    (pages / "play" / "engine" / "NOTICES.md").unlink()
    with pytest.raises(ReleaseError, match=r"expected licences \(NOTICES\.md or"):
        verify_pages(pages)
    (site / "play").mkdir()
    with pytest.raises(ReleaseError, match="expected no page named play"):
        lay_out(site, play, pages)
    (play / "index.html").unlink()
    with pytest.raises(ReleaseError, match="run make play first"):
        lay_out(site, play, pages)
