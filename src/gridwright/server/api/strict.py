"""The comfort of FastAPI without its weak spots: small bodies, strict JSON, plain refusals."""

from collections.abc import Callable, Coroutine
from typing import Any, Final

import msgspec
from fastapi import HTTPException
from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute
from pydantic import BaseModel
from starlette.requests import Request
from starlette.responses import Response

from gridwright.server.store.errors import StoreError

MOST_BYTES: Final = 16_384
MOST_TOLD: Final = 500


class Problem(BaseModel):
    """Why a request was refused."""

    detail: str


REFUSALS: Final[dict[int | str, dict[str, Any]]] = {
    status: {"model": Problem} for status in (400, 401, 403, 404, 409, 413, 422, 429, 503)
}
"""For the OpenAPI document."""


class StrictRequest(Request):
    """A request whose body is small, and JSON as the standard has it.

    Python's own reader takes NaN and halves of characters, which no answer could repeat.
    """

    async def body(self) -> bytes:
        if not hasattr(self, "_body"):
            body = b""
            async for part in self.stream():
                body += part
                if len(body) > MOST_BYTES:
                    raise HTTPException(413, f"expected at most {MOST_BYTES} bytes")
            self._body = body
        return self._body

    async def json(self) -> Any:
        return msgspec.json.decode(await self.body())


class StrictRoute(APIRoute):
    """Refuses in one way, whatever was wrong, and repeats nothing of what came."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle = super().get_route_handler()

        async def handle_strictly(request: Request) -> Response:
            try:
                return await handle(StrictRequest(request.scope, request.receive))
            except RequestValidationError as error:
                raise HTTPException(422, _first_problem(error)) from error
            except StoreError as error:
                problem = "the database does not answer; send it again"
                raise HTTPException(503, problem) from error

        return handle_strictly


def _first_problem(error: RequestValidationError) -> str:
    first = error.errors()[0]
    place = ".".join([str(part) for part in first["loc"]])
    return f"{place}: {first['msg']}"[:MOST_TOLD]
