"""The files under ``deploy/`` call the program as it is."""

import re
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

from gridwright.cli.app import COMMANDS, app

ROOT = Path(__file__).resolve().parents[3]
DEPLOY = ROOT / "deploy"


def options_of_serve() -> set[str]:
    serve = COMMANDS["serve"].load("serve")
    return {name for parameter in serve.params for name in parameter.opts}


@pytest.mark.parametrize("name", ["gridwright.service", "gridwright@.service"])
def test_units_use_options_that_exist(name: str) -> None:
    (line,) = re.findall(r"^ExecStart=(.*)$", (DEPLOY / name).read_text(), re.MULTILINE)
    words = shlex.split(line)
    assert words[1] == "serve"
    assert {word for word in words if word.startswith("--")} <= options_of_serve()


def test_the_image_and_the_services_use_options_that_exist() -> None:
    text = (DEPLOY / "Dockerfile").read_text() + (DEPLOY / "compose.yaml").read_text()
    lists = re.findall(r'(?:ENTRYPOINT|command:) (\[(?:"gridwright"|"--role").*\])', text)
    assert len(lists) == 4
    for found in lists:
        assert set(re.findall(r'"(--[a-z]+)"', found)) <= options_of_serve()


def test_images_are_named_without_hosts() -> None:
    images = re.findall(
        r"(?:image:|FROM) (\S+)",
        "".join((DEPLOY / name).read_text() for name in ("compose.yaml", "Dockerfile")),
    )
    named = "caddy:2 gridwright node:22-slim postgres:15 python:3.11-slim redis:7"
    assert sorted(images) == named.split()


def test_every_environment_variable_is_the_programs() -> None:
    text = CliRunner().invoke(app, ["serve", "--help"], env={"COLUMNS": "200"}).stdout
    for name in re.findall(r"(GRIDWRIGHT_\w+):", (DEPLOY / "compose.yaml").read_text()):
        if name != "GRIDWRIGHT_DB_PASSWORD":
            assert name in text
