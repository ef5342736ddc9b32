"""The codes of refusals are a closed list: the type checker refuses any other code."""

import re
from pathlib import Path

import pytest

import gridwright.server
from gridwright.protocol.refusals import CODES, STATUS
from gridwright.server.games.commands import RefusedCommand, require
from gridwright.server.wire.refusals import Refused, refusal_of, refused

SERVER = Path(str(gridwright.server.__file__)).parent


def test_every_code_has_one_status() -> None:
    assert len(set(CODES)) == len(CODES)
    assert set(STATUS) == set(CODES)


def test_the_server_knows_a_place_for_every_code() -> None:
    text = "".join(path.read_text() for path in sorted(SERVER.rglob("*.py")))
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
