"""Logs of a server: one line per fact, for people or for machines, without secrets.

Our own lines contain tables, versions and codes, never a ticket, a seed, a contribution, a name or
a message. Of the errors of libraries only type and place are logged, because their texts may
contain secrets: a driver may quote the row that it could not write.
"""

import logging
import sys
import traceback
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import Final, TextIO

import structlog
from structlog.typing import EventDict, Processor, WrappedLogger

MAX_PLACES: Final = 8
"""Number of innermost frames that are logged with an error."""


class LogForm(StrEnum):
    """Format of the lines: for people or for machines."""

    TEXT = "text"
    JSON = "json"


def set_up_logs(form: LogForm, stream: TextIO | None = None) -> None:
    """Write all logs of this process, ours and the libraries', to the error stream."""
    shared: list[Processor] = [
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        _tell_error,
    ]
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        wrapper_class=structlog.stdlib.BoundLogger,
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=False,
    )
    renderer: Processor = (
        structlog.processors.JSONRenderer()
        if form is LogForm.JSON
        else structlog.dev.ConsoleRenderer(colors=False)
    )
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=[*shared, _first_line],
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, renderer],
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("gridwright").setLevel(logging.INFO)


def _tell_error(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    """Replace the error of an event by its types and places."""
    told = event.pop("exc_info", None)
    if told is True:
        told = sys.exc_info()
    error = told[1] if isinstance(told, tuple) else told
    if isinstance(error, BaseException):
        event["errors"] = [_describe(each) for each in _causes(error)]
    return event


def _causes(error: BaseException) -> Iterator[BaseException]:
    """Yield the error and its causes, each once."""
    seen: set[int] = set()
    found: BaseException | None = error
    while found is not None and id(found) not in seen:
        seen.add(id(found))
        yield found
        found = found.__cause__ or found.__context__


def _describe(error: BaseException) -> dict[str, object]:
    kind = type(error)
    places = [
        f"{Path(frame.filename).name}:{frame.lineno} {frame.name}"
        for frame in traceback.extract_tb(error.__traceback__)[-MAX_PLACES:]
    ]
    return {"kind": f"{kind.__module__}.{kind.__qualname__}", "places": places}


def _first_line(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    """Remove all but the first line, because libraries append the text of an error."""
    event["event"] = str(event["event"]).partition("\n")[0]
    return event
