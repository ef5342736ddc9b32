"""No file of the project names a package registry."""

from pathlib import Path

import pytest

from tools import check_no_hosts
from tools.check_no_hosts import DOMAINS, check, find_addresses, main, project_files


@pytest.mark.parametrize("domain", DOMAINS)
def test_each_registry_is_found(domain: str) -> None:
    for text in (domain, f"https://{domain}/simple", f"see files.{domain}.", domain.upper()):
        assert list(find_addresses(f"first\n{text}\n")) != [], text


@pytest.mark.parametrize(
    "line",
    [
        "--index-url https://mirror.invalid/simple",
        "  --extra-index-url=https://mirror.invalid/simple",
        "-f /opt/wheels",
        "index-url = mirror.invalid",
        "registry=https://mirror.invalid/",
        '    "resolved"' + ': "https://mirror.invalid/a.tgz",',
    ],
)
def test_settings_that_hold_a_mirror_are_found(line: str) -> None:
    assert [number for number, text in find_addresses(line)] == [1]


@pytest.mark.parametrize(
    "line",
    [
        "uv pip compile --generate-hashes --no-emit-index-url requirements/dev.in",
        "https://www.apache.org/licenses/LICENSE-2.0",
        "pip install build",
        f"not{DOMAINS[0]} and {DOMAINS[0]}anization",
        '"registry": {"name": 1}',
    ],
)
def test_other_text_passes(line: str) -> None:
    assert list(find_addresses(line)) == []


def test_main_names_file_and_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good = tmp_path / "good.txt"
    good.write_text("six==1.16.0\n")
    bad = tmp_path / "bad.txt"
    bad.write_text(f"\nsix @ https://{DOMAINS[0]}/six\n")
    binary = tmp_path / "picture.png"
    binary.write_bytes(b"\xff\xfe\x00" + DOMAINS[0].encode())
    assert main([str(good), str(binary)]) == 0
    assert main([str(good), str(bad)]) == 1
    assert f"{bad}:2: expected no registry address" in capsys.readouterr().out


def test_the_project_names_none() -> None:
    files = project_files()
    assert files
    assert check(files) == []


def test_where_there_is_no_git_every_file_is_the_projects(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An unpacked sdist has no git."""
    for name in ("a.md", "web/b.ts", "web/node_modules/c.js", ".venv-x/d.py", "build/e.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    monkeypatch.setattr(check_no_hosts, "ROOT", tmp_path)
    assert project_files() == [tmp_path / "a.md", tmp_path / "web/b.ts"]
