"""Declarations of routes; application, API document and client types are built from them."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import partialmethod
from typing import Annotated, Any, Final

import msgspec

from gridwright.protocol.refusals import RULE_CODES, RULE_STATUS, STATUS, Code
from gridwright.server.wire.refusals import JSON
from gridwright.server.wire.scopes import Scope

_NAMES: Final = re.compile(r"{(\w+)}")
TEXT: Final = "text/plain"
LINES: Final = "application/x-ndjson"
MAX_BYTES: Final = 16_384
"""Default size limit of a body."""

TableId = Annotated[
    str, msgspec.Meta(min_length=1, max_length=64, description="The table, by its id.")
]
PATH_PARAMS: Final[Mapping[str, Any]] = {"game_id": TableId}
"""Types of the path parameters that most routes have."""
Free = Annotated[dict[str, Any], msgspec.Meta(extra_json_schema={"additionalProperties": True})]
"""A record that is passed through without validation."""


EVERY: Final[tuple[Code, ...]] = ("wrong_method", "beyond_scope")
BODY: Final[tuple[Code, ...]] = ("malformed", "too_large", "invalid")
BY_TOKEN: Final[tuple[Code, ...]] = ("bad_ticket", "too_many", "store_away")
"""Codes of every route, of one with a body, and of one that a token may call."""


class Tag(Enum):
    """Group of routes in the API document."""

    TABLES = "tables"
    PLAY = "play"
    LOBBY = "lobby"
    CHAT = "chat"
    PUZZLES = "puzzles"
    NOTICES = "notices"
    ACCOUNTS = "accounts"
    PEOPLE = "people"
    PROGRAMS = "programs"
    HOSTING = "hosting"
    SHARING = "sharing"
    OPERATIONS = "operations"


class Audience(Enum):
    """Callers that a route serves."""

    PUBLIC = "everyone"
    VIEWER = "everyone; a ticket or a session adds the private data of its seat"
    SEAT = "the player of the seat: a guest by the ticket, a person by the session"
    PERSON = "signed-in people"
    HOST = "signed-in hosts of the server"


@dataclass(frozen=True)
class Answer:
    """A successful response of a route."""

    meaning: str
    example: Any = None
    kind: Any = None
    """Its type, if it is not the example's."""
    status: int = 200
    media_type: str = JSON

    @property
    def type(self) -> Any:
        """Type of the body; None without one."""
        return self.kind or (None if self.example is None else type(self.example))


@dataclass(frozen=True)
class Operation:
    """A route: one method of one path.

    The handler is a method of the feature's routes. It gets the request, and by name the values of
    the path, the ``body`` and the query as ``asked``. It returns a record of the first response's
    type, or a whole response.
    """

    method: str
    path: str
    handler: Callable[..., Any]
    tag: Tag
    audience: Audience
    summary: str
    answers: tuple[Answer, ...]
    errors: tuple[Code, ...] = ()
    request_example: Any = None
    """Example of the body."""
    body: Any = None
    """Type of the body, if it is not the example's."""
    asked: type[msgspec.Struct] | None = None
    """Parameters of the query."""
    bad_query: Code = "invalid"
    path_params: Mapping[str, Any] = field(default_factory=lambda: PATH_PARAMS)
    """Types of the path parameters."""
    is_hot: bool = False
    """True for a handler called before the router, which reads the body itself."""
    rules_refuse: bool = False
    """True if the rules of the game may refuse it, with their own codes."""
    scope: Scope | None = None
    """Scope that a token needs; without a scope the route accepts no token."""
    most_bytes: int = MAX_BYTES
    """Size limit of the body."""
    is_endless: bool = False
    """True for a streaming response: one line per event until the client disconnects."""

    @property
    def name(self) -> str:
        return self.handler.__name__

    @property
    def body_type(self) -> Any:
        return self.body or (None if self.request_example is None else type(self.request_example))

    @property
    def reads_body(self) -> bool:
        """True if the body is parsed before the handler runs."""
        return self.request_example is not None and not self.is_hot

    def in_path(self) -> dict[str, Any]:
        """Types of the parameters in this path, by name."""
        return {name: self.path_params[name] for name in _NAMES.findall(self.path)}

    def all_refusals(self) -> dict[int, list[str]]:
        """All error codes by status, with those of every route."""
        found: dict[int, list[str]] = {}
        body = BODY if self.reads_body else ()
        by_token = BY_TOKEN if self.scope is not None else ()
        for code in dict.fromkeys([*body, *self.errors, *by_token, *EVERY]):
            found.setdefault(STATUS[code], []).append(code)
        if self.rules_refuse:
            found.setdefault(RULE_STATUS, []).extend(RULE_CODES)
        return dict(sorted(found.items()))


@dataclass(frozen=True)
class Group:
    """Factory of operations that share tag, audience, errors and scope."""

    tag: Tag
    audience: Audience = Audience.PUBLIC
    errors: tuple[Code, ...] = ()
    scope: Scope | None = None

    def _route(
        self,
        method: str,
        path: str,
        handler: Callable[..., Any],
        summary: str,
        *answers: Answer,
        errors: tuple[Code, ...] = (),
        **more: Any,
    ) -> Operation:
        codes = (*self.errors, *errors)
        more.setdefault("scope", self.scope)
        return Operation(
            method, path, handler, self.tag, self.audience, summary, answers, codes, **more
        )

    get = partialmethod(_route, "GET")
    post = partialmethod(_route, "POST")
    put = partialmethod(_route, "PUT")
    patch = partialmethod(_route, "PATCH")
    delete = partialmethod(_route, "DELETE")
