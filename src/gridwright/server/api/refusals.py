"""What went wrong around a table, as the answer that belongs to it."""

from collections.abc import Iterator
from contextlib import contextmanager

from fastapi import HTTPException

from gridwright.server.chat_text import BadText
from gridwright.server.limits import TooMany
from gridwright.server.store.errors import GameArchived, Malformed, UnknownGame
from gridwright.server.tables.errors import RefusedCommand
from gridwright.server.tickets import BadTicket


@contextmanager
def refusing() -> Iterator[None]:
    """Turn refusals into answers, in one way for all routes."""
    try:
        yield
    except TooMany as error:
        headers = {"retry-after": str(error.retry_after)}
        raise HTTPException(429, error.problem, headers) from error
    except BadTicket as error:
        raise HTTPException(403, str(error)) from error
    except BadText as error:
        raise HTTPException(422, str(error)) from error
    except RefusedCommand as error:
        raise HTTPException(409, error.problem) from error
    except GameArchived as error:
        raise HTTPException(409, "the game lies in the archive") from error
    except (UnknownGame, Malformed) as error:
        raise HTTPException(404, "there is no such table") from error
