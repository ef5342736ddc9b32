"""Every operation with every set of scopes: a token is refused exactly beyond its scopes."""

from collections.abc import AsyncIterator
from itertools import combinations

import pytest

from gridwright.server.app import OPERATIONS
from gridwright.server.wire.operation import Operation, Tag
from gridwright.server.wire.scopes import Scope
from gridwright_lab.trials.live_server import LiveServer, bearer, open_live_server
from tests.server.programs.owners import Owner, owner

pytestmark = pytest.mark.anyio

SETS = [chosen for n in range(1, len(Scope) + 1) for chosen in combinations(Scope, n)]
LEAST_REFUSED = 200
NEVER = {Tag.ACCOUNTS, Tag.PUZZLES, Tag.OPERATIONS}
"""Tags without tokens: the account, a person's own rating, and the operator's routes."""


@pytest.fixture
async def server() -> AsyncIterator[LiveServer]:
    async with open_live_server() as server:
        yield server


def path_of(operation: Operation) -> str:
    """Call the operation at a table that does not exist: an admitted token finds nothing."""
    names = {name: "0" if name in ("seat", "number") else "x" for name in operation.in_path()}
    return operation.path.format(**names)


async def code_of(server: LiveServer, operation: Operation, token: str) -> str:
    """Return the error code of an operation for a token; empty if it is admitted."""
    path = path_of(operation)
    async with server.client.stream(operation.method, path, headers=bearer(token)) as answer:
        if answer.status_code < 400:
            return ""  # A stream would not end.
        await answer.aread()
        return str(answer.json()["code"])


async def test_a_token_reaches_what_its_scopes_allow_and_nothing_else(server: LiveServer) -> None:
    n_refused = n_allowed = 0
    ada = await owner(server)
    for scopes in SETS:
        secret, _token = await ada.make([scope.value for scope in scopes])
        for operation in OPERATIONS:
            code = await code_of(server, operation, secret)
            assert code != "bad_ticket", operation.name
            is_allowed = operation.scope in scopes
            assert (code != "beyond_scope") == is_allowed, (operation.name, scopes, code)
            n_allowed += is_allowed
            n_refused += not is_allowed
    assert n_refused >= LEAST_REFUSED
    assert n_allowed >= len(SETS)


async def test_the_account_is_unchanged_by_a_token_with_all_scopes(server: LiveServer) -> None:
    """A token with all scopes has tried everything, and name and tokens are unchanged."""
    ada = Owner(server, (await owner(server)).session)
    secret, token = await ada.make()
    for operation in OPERATIONS:
        await code_of(server, operation, secret)
    me = await server.client.get("/api/me", headers=bearer(ada.session))
    assert me.json()["name"] == "Ada"
    assert [each["token_id"] for each in await ada.tokens()] == [token["token_id"]]


def test_personal_routes_have_no_scope() -> None:
    for operation in OPERATIONS:
        if operation.tag in NEVER and operation.path != "/api/me/tables":
            assert operation.scope is None, operation.name
        if operation.path.startswith("/api/me/tokens"):
            assert operation.scope is None, operation.name
