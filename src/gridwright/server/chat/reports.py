"""Reports about messages, for whoever runs the server."""

from collections.abc import AsyncIterator
from typing import Final

import msgspec

from gridwright.server.chat.messages import Message, Report
from gridwright.server.chat.store import ChatStore

CONTEXT: Final = 3
"""Messages shown before and after one that was reported."""


class ReportedMessage(msgspec.Struct, frozen=True):
    """A report, and what was said around the message."""

    report: Report
    context: list[Message]


async def all_reports(store: ChatStore) -> AsyncIterator[ReportedMessage]:
    """Every report, page by page."""
    after: Report | None = None
    while page := await store.reports(after=after):
        for report in page:
            first = max(0, report.number - 1 - CONTEXT)
            said = await store.messages(report.game_id, first, 2 * CONTEXT + 1)
            yield ReportedMessage(report, said)
        after = page[-1]
