"""The list of the server's features: the only place that names them all.

Application, API document, schema, jobs and frames are derived from it.
"""

from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Final

from gridwright.server.accounts.me import ACCOUNTS
from gridwright.server.analysis.routes import ANALYSIS
from gridwright.server.chat.routes import CHAT
from gridwright.server.feature import Feature
from gridwright.server.health import HEALTH
from gridwright.server.hints.routes import HINTS
from gridwright.server.hosting.routes import HOSTING
from gridwright.server.listing.feature import LISTING
from gridwright.server.notices.routes import NOTICES
from gridwright.server.outbox.pump import OUTBOX
from gridwright.server.page.routes import PAGE
from gridwright.server.people.routes import PEOPLE
from gridwright.server.presence.broadcast import PRESENCE
from gridwright.server.programs.routes import PROGRAMS
from gridwright.server.puzzles.routes import PUZZLES
from gridwright.server.share.routes import SHARE
from gridwright.server.sheets.routes import SHEETS
from gridwright.server.tables.feature import TABLES
from gridwright.server.wire.operation import Operation
from gridwright.server.worker.service import WORKER

FEATURES: Final[tuple[Feature, ...]] = (
    HEALTH,
    TABLES,
    LISTING,
    HINTS,
    SHEETS,
    ANALYSIS,
    PUZZLES,
    CHAT,
    PRESENCE,
    ACCOUNTS,
    PEOPLE,
    PROGRAMS,
    NOTICES,
    HOSTING,
    SHARE,
    WORKER,
    OUTBOX,
    # Last, because it answers every path that is left.
    PAGE,
)


def list_operations(features: Sequence[Feature] = FEATURES) -> tuple[Operation, ...]:
    """Return all declared routes of features."""
    return tuple(
        operation
        for feature in features
        for routes in feature.routes
        for operation in routes.operations
    )


if TYPE_CHECKING:
    from sqlalchemy import MetaData


def describe_schema(features: Sequence[Feature] = FEATURES) -> "MetaData":
    """Return the tables of the logs and of features, as the migrations create them."""
    for feature in features:
        if feature.schema:
            import_module(feature.schema)
    metadata: MetaData = import_module("gridwright.server.storage.migrations.schema").METADATA
    return metadata
