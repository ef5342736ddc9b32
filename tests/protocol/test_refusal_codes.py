"""The codes of refusals are a closed list: the type checker refuses any other code."""

import re
from pathlib import Path

import pytest

import gridwright.server
import gridwright.table
from gridwright.protocol.refusals import CODES, STATUS, Refused
from gridwright.server.wire.refusals import refusal_of, refused
from gridwright.table.commands import RefusedCommand, require

FOLDERS = [Path(str(each.__file__)).parent for each in (gridwright.server, gridwright.table)]


def test_every_code_has_one_status() -> None:
    assert len(set(CODES)) == len(CODES)
    assert set(STATUS) == set(CODES)


def test_every_code_has_a_place_at_the_server_or_at_a_table() -> None:
    files = [path for folder in FOLDERS for path in sorted(folder.rglob("*.py"))]
    text = "".join(path.read_text() for path in files)
    named = set(re.findall(r'"([a-z_]+)"', text))
    assert [code for code in CODES if code not in named] == []


def test_an_unknown_code_is_a_type_error() -> None:
    """`mypy --strict` fails on an ignore that is not needed, so each line proves an error."""

    class Unknown(Refused):
        code = "no_such_code"  # type: ignore[assignment]  # The injected fault.

    with pytest.raises(KeyError):
        refusal_of(Unknown("nothing"))
    with pytest.raises(KeyError):
        refusal_of(Refused("nothing", "no_such_code"))  # type: ignore[arg-type]  # Injected.
    with pytest.raises(KeyError):
        refused("no_such_code", "nothing")  # type: ignore[arg-type]  # Injected.
    with pytest.raises(RefusedCommand, match="nothing"):
        require(False, "no_such_code", "nothing")  # type: ignore[arg-type]  # Injected.
