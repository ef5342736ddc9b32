"""Routes answer as documented: ``gridwright-lab trial schema-walk --examples 200``.

Requests are made from the OpenAPI document of a running server, well-formed and broken in every
field, and sent over real connections, to tables that exist as well as to made-up ones. Every
response must be in the document: the status, the media type, the headers, the body.
"""

import asyncio
import sys
from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable
from schemathesis import Case, GenerationMode
from schemathesis.core.failures import Failure, FailureGroup
from schemathesis.core.result import Err
from schemathesis.core.transport import Response
from schemathesis.schemas import APIOperation
from schemathesis.specs.openapi import checks

from gridwright.content.table import default_spec
from gridwright.engine.dice import Dice
from gridwright.puzzles.collection import load_collection
from gridwright.puzzles.lessons import load_course
from gridwright.server.app import OPERATIONS, build_app
from gridwright.server.wire.operation import Audience
from gridwright.server.wire.routing import METHODS, WRONG_METHOD
from gridwright_lab.trials.command import trial_parser
from gridwright_lab.trials.live_server import Build, LiveServer, bearer, open_live_server
from gridwright_lab.trials.table_driver import TableDriver
from gridwright_lab.trials.thresholds import Threshold, Verdict

CHECKS: Final = {
    "undocumented statuses": checks.status_code_conformance,
    "undocumented media types": checks.content_type_conformance,
    "answers without their headers": checks.response_headers_conformance,
    "answers that break their schema": checks.response_schema_conformance,
}
SERVER_ERROR: Final = 500
MAX_SUCCESS: Final = 299
TIMEOUT_S: Final = 30
BEYOND: Final = {
    *("/api/boards/{content}", "/api/tables/{game_id}/analysis"),
    *("/api/people/{name}", "/api/people/{name}/games"),
    "/api/tables/{game_id}/chances",
}
"""The server of a walk offers no board of its host's own, no game there ends, only
people who make up names have an account, and no table shows its chances."""
CARRIED_OUT: Final = (
    ("POST", "/api/tables"),
    ("POST", "/api/tables/{game_id}/seats/{seat}"),
    ("POST", "/api/tables/{game_id}/orders"),
    *[
        (each.method, each.path)
        for each in OPERATIONS
        if each.method == "GET"
        and not each.is_endless
        and each.audience in (Audience.PUBLIC, Audience.VIEWER)
        and each.path not in BEYOND
    ],
)
"""Operations that must have succeeded at least once, or the walk saw only refusals."""
MAIN: Final = {f"{method} {path}" for method, path in CARRIED_OUT}
SPECS: Final = (default_spec("classic", seats=2), default_spec("card", seats=3))
SPEC: Final = SPECS[0].to_json()
PLACE: Final = {
    "edition": SPECS[0].edition,
    "puzzle_id": min(load_collection().puzzles),
    "lesson_id": min(load_course().lessons),
}
"""Values of path parameters other than the table and its code."""


class Known:
    """A table that exists, and a ticket there."""

    def __init__(self, game_id: str, ticket: str) -> None:
        self.game_id: Final = game_id
        self.ticket: Final = ticket


class Walk:
    """Calls every operation of the document, and compares the answers with it."""

    def __init__(self, document: dict[str, Any], address: str, known: Sequence[Known]) -> None:
        self._document: Final = document
        self._schema: Final = schemathesis.openapi.from_dict(document)
        self._address: Final = address
        self._known: Final = known
        self._session: Final = requests.Session()
        self.requests = 0
        self.statuses: Final[Counter[int]] = Counter()
        self.reached: Final[set[str]] = set()
        """Operations that were carried out at least once: the walk came past validation."""
        self.asked: Final[set[str]] = set()
        self.wrong: Final[Counter[str]] = Counter()
        self.findings: Final[list[str]] = []

    def run(self, n_examples: int, number: int) -> None:
        """Send `n_requests` requests of each kind to each operation."""
        self._go_in()
        for found in self._schema.get_all_operations():
            if isinstance(found, Err):
                self._note("operations without a possible request", str(found.err()))
                continue
            operation = found.ok()
            if operation.definition.raw.get("x-endless"):
                continue  # Its answer does not end; see the experiment of programs.
            for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE):
                self._ask(operation, mode, n_examples, number)
        self._try_methods()
        self._session.close()

    def _ask(
        self,
        operation: "APIOperation[Any, Any, Any, Any]",
        mode: GenerationMode,
        n: int,
        number: int,
    ) -> None:
        @seed(number)
        @settings(
            max_examples=n,
            database=None,
            deadline=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(
            case=operation.as_strategy(generation_mode=mode),
            place=st.integers(0, 2 * len(self._known) - 1),
            is_fresh=st.booleans(),
        )
        def ask(case: "Case[Any]", place: int, is_fresh: bool) -> None:
            # A made-up id finds no table, so most requests get a real one.
            known = self._known[place] if place < len(self._known) else None
            self._send(case, known, is_fresh)

        try:
            ask()
        except Unsatisfiable:
            # Nothing can be wrong with a request that has no parts.
            if mode is GenerationMode.POSITIVE:
                raise

    def _go_in(self) -> None:
        """One valid request to each of the main routes, which the server must carry out."""
        made = self._carry_out("POST", "/api/tables", {}, {"spec": SPECS[0].to_json()})
        place = {"game_id": made["game_id"]}
        sitting = {"name": "Ada"}
        seated = self._carry_out(
            "POST", "/api/tables/{game_id}/seats/{seat}", {**place, "seat": 0}, sitting
        )
        known = Known(made["game_id"], seated["ticket"])
        order = {"type": "ready", "command_id": "r", "expected": seated["version"]}
        self._carry_out("POST", "/api/tables/{game_id}/orders", place, order, known)
        room = self._carry_out("GET", "/api/tables/{game_id}/code", place, None)
        values = {**PLACE, "code": room["room_code"]}
        for method, path in CARRIED_OUT:
            if method == "GET":
                filled = {name: value for name, value in values.items() if f"{{{name}}}" in path}
                self._carry_out(method, path, place if "{game_id}" in path else filled, None)

    def _carry_out(
        self, method: str, path: str, place: dict[str, Any], body: Any, known: Known | None = None
    ) -> Any:
        operation = self._schema[path][method]
        case = operation.Case(path_parameters=place)
        if body is not None:
            case = operation.Case(path_parameters=place, body=body, media_type="application/json")
        response = self._send(case, known, False)
        is_json = "json" in response.headers.get("content-type", [""])[0]
        return response.json() if is_json else response.text

    def _send(self, case: "Case[Any]", known: Known | None, is_fresh: bool) -> Response:
        headers: dict[str, str] = {}
        if known is not None:
            headers = bearer(known.ticket)
            if "game_id" in (case.path_parameters or {}):
                case.path_parameters["game_id"] = known.game_id
        if is_fresh:
            self._make_sense(case, known)
        response = case.call(
            base_url=self._address, session=self._session, headers=headers, timeout=TIMEOUT_S
        )
        name = case.operation.label
        self.requests += 1
        self.asked.add(name)
        self.statuses[response.status_code] += 1
        if response.status_code <= MAX_SUCCESS:
            self.reached.add(name)
        if response.status_code >= SERVER_ERROR:
            self._note("server errors", f"{name}: {response.status_code}")
        for what, check in CHECKS.items():
            try:
                case.validate_response(response, checks=[check])
            except (Failure, FailureGroup) as failure:
                told = f"{name}: {response.status_code} {response.text[:200]}"
                self._note(what, f"{told} {_first_line(failure)}")
        return response

    def _make_sense(self, case: "Case[Any]", known: Known | None) -> None:
        """Fill in what random values never hit, so that the server looks at the rest."""
        if isinstance(case.body, dict):
            if "expected" in case.body and known is not None:
                case.body["expected"] = self._version(known)
            spec = case.body.get("spec")
            if isinstance(spec, dict):
                spec.update({name: SPEC[name] for name in ("edition", "preset", "board")})
        if isinstance((case.path_parameters or {}).get("seat"), int):
            case.path_parameters["seat"] %= SPECS[0].seats

    def _version(self, known: Known) -> int:
        shown = self._session.get(f"{self._address}/api/tables/{known.game_id}", timeout=TIMEOUT_S)
        return int(shown.json()["version"])

    def _try_methods(self) -> None:
        """The server refuses every other method of a path, and lists the allowed ones."""
        for path, has in self._document["paths"].items():
            documented = {method.upper() for method in has}
            for method in METHODS:
                if method in documented or (method == "HEAD" and "GET" in documented):
                    continue
                address = self._address + path.replace("{", "").replace("}", "")
                answer = self._session.request(method, address, timeout=TIMEOUT_S)
                self.requests += 1
                allowed = set(answer.headers.get("allow", "").split(", ")) - {"HEAD"}
                if answer.status_code != WRONG_METHOD or allowed != documented:
                    told = f"{method} {path}: {answer.status_code}, allow {sorted(allowed)}"
                    self._note("methods not refused as documented", told)

    def _note(self, what: str, finding: str) -> None:
        self.wrong[what] += 1
        self.findings.append(f"{what}: {finding}")

    def verdict(self, server: LiveServer, n_requests: int, n_tables: int) -> Verdict:
        told = [each for methods in self._document["paths"].values() for each in methods.values()]
        n_operations = sum("x-endless" not in operation for operation in told)
        names = (
            *("server errors", *CHECKS),
            *("methods not refused as documented", "operations without a possible request"),
        )
        thresholds = [
            Threshold("requests", self.requests, max(1, n_requests)),
            Threshold("operations asked", len(self.asked), n_operations),
            Threshold("main operations carried out", len(self.reached & MAIN), len(MAIN)),
            Threshold("tables that exist", n_tables, len(SPECS) + 1),
            *[Threshold(name, self.wrong[name]) for name in names],
            Threshold("answers of class 5xx seen by the server", len(server.app.server_errors)),
            Threshold("crashes", len(server.app.crashes)),
        ]
        figures = {"statuses": {str(each): self.statuses[each] for each in sorted(self.statuses)}}
        return Verdict(thresholds, figures, [*self.findings, *server.app.crashes])


def _first_line(failure: BaseException) -> str:
    inner = failure.exceptions[0] if isinstance(failure, FailureGroup) else failure
    return f"({type(inner).__name__}: {str(inner)[:300]})".replace("\n", " ")


async def _tables(server: LiveServer) -> list[Known]:
    """Games in their middle, and a table that still gathers."""
    known: list[Known] = []
    for spec in SPECS:
        game_id = await server.make(spec.to_json(), listed=True)
        table = TableDriver(server, game_id, spec, [""] * 2 + ["l0"] * (spec.seats - 2))
        await table.fill()
        await table.get_ready()
        await table.play(12, Dice(7))
        known += [Known(game_id, ticket) for ticket in table.tickets.values()]
    game_id = await server.make(SPECS[0].to_json(), listed=True)
    return [*known, Known(game_id, await server.sit(game_id, 0, "Ada"))]


async def run(
    n_examples: int,
    n_requests: int = 1,
    number: int = 0,
    database: str = "",
    build: Build = build_app,
) -> Verdict:
    """Walk through the document of a server on a database, or on a new file."""
    async with open_live_server(database, build) as server:
        known = await _tables(server)
        document = (await server.client.get("/openapi.json")).json()
        walk = Walk(document, server.address, known)
        await asyncio.to_thread(walk.run, n_examples, number)
        return walk.verdict(server, n_requests, len({each.game_id for each in known}))


def main(arguments: Sequence[str] | None = None) -> int:
    parser = trial_parser(__doc__, seeded=True)
    parser.add_argument("--examples", type=int, default=200, help="for each operation and kind")
    parser.add_argument("--requests", type=int, default=2_000, help="how many there must be")
    parser.add_argument("--database", default="", help="postgresql://…; a new file without it")
    chosen = parser.parse_args(arguments)
    verdict = asyncio.run(run(chosen.examples, chosen.requests, chosen.seed, chosen.database))
    return verdict.print(chosen.json)


if __name__ == "__main__":
    sys.exit(main())
