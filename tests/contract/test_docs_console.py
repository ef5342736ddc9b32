"""The commands of a page are found and run as it says, and a wrong page fails."""

import sys
from pathlib import Path

import pytest

from tools.docs.console import Command, Commands, File, PageError, missing_line, read_page
from tools.docs.empty_place import EmptyPlace, can_change_root
from tools.docs.shell import CommandFailed, Shell
from tools.try_docs import README, Tried, pages_to_try, pythons_of, try_page

SERVES = "python3 -u -c 'import time; print(\"ready\"); time.sleep(60)'"


def console(*lines: str) -> str:
    return "\n".join(["```console", *lines, "```", ""])


def place(tmp_path: Path, own_root: bool = False) -> EmptyPlace:
    made = EmptyPlace(tmp_path / "place", Path(sys.executable), own_root)
    (made.folder / "work").mkdir()
    return made


def do(tmp_path: Path, page: str) -> Path:
    """Do what a page says; returns the folder that it was done in."""
    empty = place(tmp_path)
    with Shell(empty, empty.folder / "work") as shell:
        for step in read_page(page):
            shell.run(step)
        shell.close_well()
    return empty.folder / "work"


def test_commands_files_and_marks_are_read_in_order() -> None:
    page = (
        console("$ one \\", "  two", "shown")
        + '```python title="a.py"\nprint()\n```\n'
        + "```python\nnot a file\n```\n"
        + "<!-- not run: it is slow -->\n"
        + console("$ three")
        + '<!-- run: beside, until "up" -->\n'
        + console("$ four")
    )
    assert read_page(page) == [
        Commands((Command("one    two", ("shown",)),)),
        File("a.py", "print()\n"),
        Commands((Command("three"),), excuse="it is slow"),
        Commands((Command("four"),), until="up", stays=True),
    ]


@pytest.mark.parametrize(
    "page",
    [
        "<!-- run: perhaps -->\n" + console("$ one"),
        console("one"),
        console(),
    ],
)
def test_a_block_that_cannot_be_run_is_refused(page: str) -> None:
    with pytest.raises(PageError):
        read_page(page)


@pytest.mark.parametrize(
    ("shown", "missing"),
    [
        (("a", "c"), None),
        (("a…",), None),
        (("…", "c"), None),
        (("c", "a"), "a"),
        (("b",), "b"),
    ],
)
def test_what_is_shown_must_be_printed_in_order(shown: tuple[str, ...], missing: str) -> None:
    assert missing_line(shown, "a\n bb\n c\n") == missing


def test_the_shell_remembers_folder_and_variables(tmp_path: Path) -> None:
    page = console("$ mkdir inner", "$ cd inner", "$ WORD=hello") + console("$ echo $WORD > said")
    assert (do(tmp_path, page) / "inner" / "said").read_text() == "hello\n"


def test_files_are_written_where_the_reader_stands(tmp_path: Path) -> None:
    page = '```python title="deep/a.py"\nprint("ran")\n```\n' + console(
        "$ python3 deep/a.py", "ran"
    )
    assert (do(tmp_path, page) / "deep" / "a.py").is_file()


@pytest.mark.parametrize(
    ("page", "told"),
    [
        (console("$ false"), "ended with 1"),
        (console("$ echo no", "yes"), "expected 'yes'"),
        (console("$ no-such-program"), "ended with 127"),
        (f'<!-- run: until "ready" -->\n{console(f"$ {SERVES}")}', "expected a good end"),
    ],
)
def test_a_page_that_lies_fails(tmp_path: Path, page: str, told: str) -> None:
    with pytest.raises(CommandFailed, match=told):
        do(tmp_path, page)


def test_nothing_of_the_caller_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", "somewhere")
    page = console('$ test -z "$PYTHONPATH"', '$ test -z "$(ls -A ~)"')
    do(tmp_path, page)


@pytest.mark.skipif(not can_change_root(), reason="this machine lets no one change the root")
def test_a_root_of_its_own_has_no_home_and_no_checkout(tmp_path: Path) -> None:
    empty = place(tmp_path, own_root=True)
    with Shell(empty, empty.folder / "work") as shell:
        page = console(
            f"$ test ! -e {Path(__file__)}", "$ python3 -c 'import sys'", "$ pwd", "/place/work"
        )
        for step in read_page(page):
            shell.run(step)


def test_a_page_without_commands_fails(tmp_path: Path) -> None:
    """None of none is not all."""
    empty = place(tmp_path)
    tried = try_page(Tried("a.md", "3.11"), "words\n", empty, empty.folder / "work")
    assert "found none" in tried.problem


def test_the_short_form_tries_the_readme_and_the_long_one_all() -> None:
    assert pages_to_try([], long=False) == [README]
    assert len(pages_to_try([], long=True)) == 7


def test_a_page_may_ask_for_one_python() -> None:
    assert pythons_of("# A\n", ("3.11", "3.12")) == ("3.11", "3.12")
    assert pythons_of("# A\n\n<!-- on one Python: large -->\n", ("3.11", "3.12")) == ("3.11",)
