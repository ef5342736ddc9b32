"""View of the game for one viewer, derived from the engine's list of visible fields.

Events update it: each event has a fold (``engine.vocabulary``).
"""

from typing import TYPE_CHECKING, Any, Final

import msgspec

from gridwright.engine import observation as seen
from gridwright.protocol.kinds import wire_type

GROUPS: Final = {
    "stack": "Public knowledge of the stack, never its order.",
    "auction": "The plant that is up, the standing bid, and who is still in.",
    "trust": "What the Trust has, in a game for two.",
}


class ObservationRecord(msgspec.Struct, frozen=True):
    """Base class of all observations."""


def _build() -> Any:
    whole: dict[str, list[tuple[str, Any]]] = {"": []}
    for field in seen.Observation.FIELDS:
        if field.group not in whole:
            whole[field.group] = []
            whole[""].append((field.group, None))
        whole[field.group].append((field.name, wire_type(field.kind)))
    inside = {
        group: _record(f"{group.capitalize()}Seen", whole[group], about)
        for group, about in GROUPS.items()
    }
    fields = [(name, inside[name] if kind is None else kind) for name, kind in whole[""]]
    about = "The game as a viewer sees it; events bring it up to date."
    return _record("Observation", fields, about, (ObservationRecord,))


def _record(
    name: str, fields: list[tuple[str, Any]], about: str, bases: tuple[type, ...] | None = None
) -> Any:
    return msgspec.defstruct(
        name, fields, bases=bases, namespace={"__doc__": about}, module=__name__, frozen=True
    )


if TYPE_CHECKING:
    Observation = ObservationRecord
else:
    Observation = _build()
