"""All responses of the server match its document; a server that strays from it is caught."""

import json
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from gridwright.server.app import OPERATIONS, build_app
from gridwright.server.node import Node
from gridwright.server.openapi.document import build_document
from gridwright.server.operations.settings import Role
from gridwright.server.storage.errors import UnknownGame
from gridwright.server.tables.orders import TableRoutes
from gridwright_lab.trials.schema_walk import main, run
from gridwright_lab.trials.services.databases import fresh_schema

pytestmark = pytest.mark.anyio

SHORT = 4
N_REQUESTS = 100


@pytest.mark.parametrize("kind", ["sqlite", pytest.param("postgres", marks=pytest.mark.slow)])
async def test_every_answer_is_documented(kind: str) -> None:
    if kind == "sqlite":
        verdict = await run(SHORT, N_REQUESTS)
    else:
        with fresh_schema() as database:
            verdict = await run(SHORT, N_REQUESTS, number=1, database=database)
    assert verdict.missed() == [], verdict.findings
    assert {"200", "201", "400", "404"} <= set(verdict.figures["statuses"])


# Sabotaged servers


async def fragile_show(self: TableRoutes, _request: Request, game_id: str) -> Response:
    """Trips over a table that it does not know."""
    try:
        table = await self._service.load(game_id)
    except UnknownGame as error:
        raise KeyError(game_id) from error
    return JSONResponse({"type": "table", "version": table.version})


async def teapot(_self: TableRoutes, _request: Request, **_asked: object) -> Response:
    return JSONResponse({"detail": "short and stout"}, 418)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("method", "sabotaged", "missed"),
    [
        (
            "show_table",
            fragile_show,
            {"crashes", "server errors", "answers that break their schema"},
        ),
        ("entries", teapot, {"undocumented statuses", "main operations carried out"}),
    ],
)
async def test_a_server_that_strays_is_caught(
    method: str, sabotaged: Any, missed: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(TableRoutes, method, sabotaged)
    verdict = await run(SHORT)
    assert missed <= set(verdict.missed()), verdict.findings


@pytest.mark.slow
async def test_a_documented_route_that_does_not_exist_is_caught() -> None:
    def build(node: Node, role: Role) -> Starlette:
        app = build_app(node, role)
        whole = build_document(OPERATIONS)
        whole["paths"]["/api/bots"]["delete"] = whole["paths"]["/api/bots"]["get"]

        async def promise(_request: Request) -> Response:
            return JSONResponse(whole)

        app.router.routes.insert(0, Route("/openapi.json", promise))
        return app

    verdict = await run(2, build=build)
    assert "methods not refused as documented" in verdict.missed(), verdict.findings


@pytest.mark.slow
def test_a_walk_without_enough_requests_fails(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--examples", "1", "--requests", "5000", "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert [threshold["name"] for threshold in told["bars"] if not threshold["met"]] == ["requests"]
