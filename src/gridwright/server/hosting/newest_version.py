"""Checks for a newer version at a URL that the host configures.

Without a URL there is no request. The response is a version only, and the server never updates
itself.
"""

import asyncio
import json
import re
import urllib.request
from collections.abc import Callable
from http.client import HTTPException
from typing import Final

TIMEOUT_S: Final = 5.0
EVERY: Final = 24 * 60 * 60 * 1000
"""Milliseconds between two checks."""
AFTER_FAILURE: Final = 60 * 60 * 1000
"""Milliseconds between a failed check and the next one."""
MAX_BYTES: Final = 65_536
_VERSION: Final = re.compile(r"v?(\d{1,5}(?:\.\d{1,5}){1,3})")


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """Refuses redirects: the host allowed one address only."""

    def redirect_request(self, *_args: object, **_more: object) -> None:
        return None


class NewestVersion:
    """Checks at most once a day, when a host opens the page, without delaying it."""

    def __init__(self, url: str, running: str, clock: Callable[[], int]) -> None:
        self._url: Final = url
        self._running: Final = running
        self._clock: Final = clock
        self._found = ""
        self._ask_at = 0
        self._asking: asyncio.Task[None] | None = None

    def newest(self) -> str:
        """Return the newest known version above the running one; else empty."""
        if self._url and self._clock() >= self._ask_at and self._asking is None:
            self._asking = asyncio.create_task(self.ask())
        return self._found if is_newer(self._found, self._running) else ""

    async def ask(self) -> None:
        """Check now and cache the result."""
        try:
            self._found = await asyncio.to_thread(_fetch, self._url) or self._found
            self._ask_at = self._clock() + EVERY
        except (OSError, ValueError, HTTPException):
            self._ask_at = self._clock() + AFTER_FAILURE
        finally:
            self._asking = None

    async def close(self) -> None:
        if self._asking is not None:
            await asyncio.wait({self._asking})


def is_newer(found: str, running: str) -> bool:
    """Return whether one version is newer than another; False for a text that is not a version."""
    there, here = _numbers(found), _numbers(running)
    return there is not None and here is not None and there > here


def _numbers(text: str) -> tuple[int, ...] | None:
    found = _VERSION.match(text)
    return tuple([int(each) for each in found.group(1).split(".")]) if found else None


def _fetch(url: str) -> str:
    """Return the version at a URL: a text, or ``version`` or ``tag_name`` in JSON."""
    if not url.startswith(("https://", "http://")):
        raise ValueError("expected an address of the web")
    opener = urllib.request.build_opener(_NoRedirect)
    with opener.open(url, timeout=TIMEOUT_S) as answer:
        text = answer.read(MAX_BYTES).decode("utf-8").strip()
    if text.startswith("{"):
        told = json.loads(text)
        text = str(told.get("version") or told.get("tag_name") or "")
    found = _VERSION.fullmatch(text)
    return found.group(1) if found else ""
