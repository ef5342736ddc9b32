"""Every option of ``serve``: on the command line, in the environment, in a file, by default."""

from pathlib import Path
from typing import Any

import pytest

from gridwright.cli.app import COMMANDS
from tests.cli.conftest import Run, is_one_line

SERVE = COMMANDS["serve"].load("serve")
OPTIONS = {each.opts[0]: each for each in SERVE.params if each.opts[0] != "--config"}

VALUES: dict[str, tuple[str, str, str]] = {
    "--data": ("one", "two", "three"),
    "--host": ("0.0.0.0", "::", "::1"),
    "--port": ("1", "2", "3"),
    "--database": ("postgresql://one", "postgresql://two", "postgresql://three"),
    "--redis": ("redis://one", "redis://two", "redis://three"),
    "--role": ("api", "ws", "worker"),
    "--traces": ("http://one", "http://two", "http://three"),
    "--origin": ("https://one", "https://two", "https://three"),
    "--limits": ("1.5", "2.5", "3.5"),
    "--proxies": ("1", "2", "3"),
    "--hold": ("1", "2", "3"),
    "--header-timeout": ("1.5", "2.5", "3.5"),
    "--archive-after": ("10", "20", "30"),
    "--body-timeout": ("1.5", "2.5", "3.5"),
    "--idle-timeout": ("1.5", "2.5", "3.5"),
    "--boards": ("one", "two", "three"),
    "--log": ("json", "text", "json"),
    "--mail": ("smtp://one", "smtp://two", "smtp://three"),
    "--newest-version": ("https://one", "https://two", "https://three"),
    "--notice-hosts": ("a.lan:1", "b.lan:2", "c.lan:3"),
    "--mail-from": ("one@example.org", "two@example.org", "three@example.org"),
}
"""Values of an option on the command line, in the environment and in the file."""

SWITCHES = {
    "--open": ("show", None),
    "--analyses": ("analyses", True),
}
"""The parameter of a switch, and its default."""


def parsed(*words: str) -> dict[str, Any]:
    """Return the arguments that the command would get."""
    values: dict[str, Any] = SERVE.make_context("serve", list(words)).params
    return values


def written(value: Any) -> str:
    return str(getattr(value, "value", value))


@pytest.fixture(autouse=True)
def _plain_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for option in OPTIONS.values():
        monkeypatch.delenv(option.envvar, raising=False)


def test_every_option_is_tried_here() -> None:
    assert set(OPTIONS) == {*VALUES, *SWITCHES}


@pytest.mark.parametrize("name", OPTIONS)
def test_every_option_is_an_environment_variable(name: str) -> None:
    told = name.removeprefix("--").upper().replace("-", "_")
    assert OPTIONS[name].envvar == f"GRIDWRIGHT_{told}"


@pytest.mark.parametrize("name", VALUES)
def test_option_environment_file_default(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    option = OPTIONS[name]
    by_option, by_variable, by_file = VALUES[name]
    default = parsed()[option.name]
    file = tmp_path / "serve.toml"
    file.write_text(f"{name.removeprefix('--')} = {by_file!r}\n")
    config = ("--config", str(file))
    assert written(parsed(*config)[option.name]) == by_file != written(default)
    monkeypatch.setenv(option.envvar, by_variable)
    assert written(parsed(*config)[option.name]) == by_variable
    assert written(parsed(*config, name, by_option)[option.name]) == by_option
    assert written(parsed(name, by_option, *config)[option.name]) == by_option
    monkeypatch.setenv("GRIDWRIGHT_CONFIG", str(file))
    monkeypatch.delenv(option.envvar)
    assert written(parsed()[option.name]) == by_file


@pytest.mark.parametrize("name", SWITCHES)
def test_a_switch_has_the_same_order(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "serve.toml"
    config = ("--config", str(file))
    key = name.removeprefix("--")
    parameter, default = SWITCHES[name]
    assert parsed()[parameter] is default
    for value in (True, False):
        file.write_text(f"{key} = {str(value).lower()}\n")
        assert parsed(*config)[parameter] is value
    monkeypatch.setenv(OPTIONS[name].envvar, "1")
    assert parsed(*config)[parameter] is True
    assert parsed(*config, f"--no-{key}")[parameter] is False


def test_numbers_need_no_quotes(tmp_path: Path) -> None:
    file = tmp_path / "serve.toml"
    file.write_text("port = 8700\nlimits = 2.5\nhold = 0\n")
    found = parsed("--config", str(file))
    assert (found["port"], found["limits"], found["hold"]) == (8700, 2.5, 0)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("prot = 1", "serve.toml: unknown key 'prot'; known are data, host, port"),
        ("prot = 1", "did you mean port?"),
        ("config = 'a'", "unknown key 'config'"),
        ("[port]\na = 1", "serve.toml: port: expected a text, a number, true or false"),
        ("port = ", "serve.toml: expected TOML;"),
        ("port = 'x'", "--port: expected a whole number, got 'x'"),
        ("port = 70000", "--port: expected 65535 or less, got '70000'"),
        ("role = 'apl'", "did you mean api?"),
        (None, "serve.toml: No such file"),
    ],
)
def test_a_file_that_cannot_be_used(run: Run, tmp_path: Path, text: str | None, told: str) -> None:
    if text is not None:
        (tmp_path / "serve.toml").write_text(text)
    outcome = run("serve", "--config", "serve.toml")
    assert outcome.code == 2
    assert is_one_line(outcome.err)
    assert told in outcome.err


@pytest.mark.parametrize("source", ["option", "environment", "file"])
def test_mail_without_an_origin_is_refused(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, source: str
) -> None:
    """Links in mails would follow the Host header of a request."""
    mail = "smtp://mail.example:587"
    words = ["serve", "--data", str(tmp_path / "data"), "--mail-from", "grid@games.example"]
    if source == "option":
        words += ["--mail", mail]
    elif source == "environment":
        monkeypatch.setenv("GRIDWRIGHT_MAIL", mail)
    else:
        (tmp_path / "serve.toml").write_text(f"mail = {mail!r}\n")
        words += ["--config", str(tmp_path / "serve.toml")]
    outcome = run(*words)
    assert outcome.code == 2
    assert is_one_line(outcome.err)
    assert "--mail needs --origin" in outcome.err
    assert not (tmp_path / "data").exists()
