"""The files under ``deploy/`` call the program as it is."""

import asyncio
import os
import re
import secrets
import shlex
import subprocess
from configparser import ConfigParser
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

import asyncpg  # type: ignore[import-untyped]  # It ships no types.
import pytest
from typer.testing import CliRunner

from gridwright.cli.app import COMMANDS, app
from gridwright.server.operations.settings import Settings
from gridwright_lab.trials.services.databases import fresh_database
from tests.server.operations.test_backup import make_tables
from tests.server.storage.places import execute
from tools.build_hook import COMPILED

ROOT = Path(__file__).resolve().parents[3]
DEPLOY = ROOT / "deploy"
COMPOSED = ("compose.yaml", "compose.home.yaml")
OWN = {"GRIDWRIGHT_SITE", "GRIDWRIGHT_DB_PASSWORD", "GRIDWRIGHT_DB_ADMIN_PASSWORD"}
"""Settings for compose, not for the program."""
UNITS = {
    "gridwright.service": ["serve"],
    "gridwright@.service": ["serve"],
    "gridwright-backup.service": ["admin", "backup"],
}


def options_of(words: list[str]) -> set[str]:
    command: Any = COMMANDS[words[0]].load(words[0])
    for word in words[1:]:
        command = command.commands[word]
    return {name for parameter in command.params for name in parameter.opts}


@pytest.mark.parametrize(("name", "command"), UNITS.items())
def test_units_use_options_that_exist(name: str, command: list[str]) -> None:
    (line,) = re.findall(r"^ExecStart=(.*)$", (DEPLOY / name).read_text(), re.MULTILINE)
    words = shlex.split(line)
    assert words[1 : 1 + len(command)] == command
    assert {word for word in words if word.startswith("--")} <= options_of(command)


@pytest.mark.parametrize("name", UNITS)
def test_units_give_the_program_the_least_rights(name: str) -> None:
    unit = ConfigParser(strict=False, interpolation=None, delimiters="=")
    unit.optionxform = str  # type: ignore[assignment, method-assign]  # Names have capitals.
    unit.read_string((DEPLOY / name).read_text())
    service = unit["Service"]
    assert service["User"] == "gridwright"
    assert (service["NoNewPrivileges"], service["CapabilityBoundingSet"]) == ("yes", "")
    assert service["ProtectSystem"] == "strict", "only its StateDirectory can be written"


def test_the_backup_is_made_every_night() -> None:
    assert "OnCalendar=*-*-* 04:00:00" in (DEPLOY / "gridwright-backup.timer").read_text()


def test_the_image_and_the_services_use_options_that_exist() -> None:
    text = (DEPLOY / "Dockerfile").read_text() + (DEPLOY / "compose.yaml").read_text()
    lists = re.findall(r'(?:CMD|command:) (\["serve".*\])', text)
    assert len(lists) == 4
    for found in lists:
        assert set(re.findall(r'"(--[a-z]+)"', found)) <= options_of(["serve"])


def test_images_are_named_without_hosts() -> None:
    images = re.findall(
        r"(?:image: |FROM |ARG (?:NODE|PYTHON)=)([\w.:-]+|\$\{\w+\})",
        "".join((DEPLOY / name).read_text() for name in (*COMPOSED, "Dockerfile")),
    )
    named = (
        "${NODE} ${PYTHON} caddy:2 gridwright node:22-bookworm-slim postgres:15 "
        "python:3.11-slim-bookworm redis:7"
    )
    assert sorted(set(images)) == named.split()


@pytest.mark.parametrize("name", [*COMPOSED, "Dockerfile"])
def test_every_environment_variable_is_the_programs(name: str) -> None:
    text = CliRunner().invoke(app, ["serve", "--help"], env={"COLUMNS": "200"}).stdout
    for each in re.findall(r"(GRIDWRIGHT_\w+)(?:: |=)", (DEPLOY / name).read_text()):
        assert each in OWN | {COMPILED} or each in text


@pytest.mark.parametrize("name", COMPOSED)
def test_persistent_data_is_in_a_volume(name: str) -> None:
    text = (DEPLOY / name).read_text()
    assert ":/data" in text
    assert "certificates:/data" in text
    assert {'"80:80"', '"443:443"'} <= set(re.findall(r'"[\d:]+"', text))
    _before, _colon, listed = text.rpartition("\nvolumes:\n")
    volumes = set(re.findall(r"^  ([a-z]+):$", listed, re.MULTILINE))
    used = set(re.findall(r"^ +- ([a-z]+):/", text, re.MULTILINE))
    assert volumes == used
    for file in re.findall(r"- \./(\S+?):/", text):
        assert (DEPLOY / file).is_file()


@pytest.mark.parametrize("name", ["Caddyfile", "Caddyfile.home", "nginx.conf", "traefik.yaml"])
def test_no_proxy_shows_figures_to_strangers(name: str) -> None:
    text = (DEPLOY / "proxies" / name).read_text()
    assert "/metrics" in text
    assert "/readyz" in text


def test_the_role_of_the_database_can_serve_and_nothing_else(tmp_path: Path) -> None:
    with fresh_database() as database:
        address = urlsplit(database)
        role = f"gridwright_{secrets.token_hex(4)}"
        told = {
            "GRIDWRIGHT_DB_ROLE": role,
            "GRIDWRIGHT_DB_PASSWORD": "s3cret it's",
            "POSTGRES_USER": address.username or "postgres",
            "POSTGRES_DB": address.path.lstrip("/"),
            "PGHOST": address.hostname or "",
            "PGPORT": str(address.port or 5432),
        }
        subprocess.run(["sh", DEPLOY / "postgres-role.sh"], env={**os.environ, **told}, check=True)
        host = f"{address.hostname}:{address.port or 5432}"
        limited = (
            f"postgresql://{role}:{quote(told['GRIDWRIGHT_DB_PASSWORD'])}@{host}{address.path}"
        )
        try:
            asyncio.run(make_tables(Settings(tmp_path / "home", database=limited), 1))
            for statement in (
                "CREATE ROLE other",
                "CREATE DATABASE other",
                "CREATE SCHEMA other",
                "CREATE TABLE public.other ()",
                "SELECT rolpassword FROM pg_authid",
                "COPY (SELECT 1) TO PROGRAM 'cat'",
            ):
                with pytest.raises(asyncpg.InsufficientPrivilegeError):
                    asyncio.run(execute(limited, statement))
        finally:
            asyncio.run(execute(database, f"DROP OWNED BY {role}", f"DROP ROLE {role}"))
