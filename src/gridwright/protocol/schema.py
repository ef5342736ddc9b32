"""The messages as JSON Schema, from which clients get their types: ``python -m …schema``."""

import json
import sys
from typing import Any

import msgspec

from gridwright.protocol.frames import Frame
from gridwright.protocol.orders import SeatOrder
from gridwright.protocol.records import RECORDS, Do, Event, Offer, Records, union_of
from gridwright.protocol.warnings import AnyWarning


def schema_parts(place: str, records: Records = RECORDS) -> dict[str, Any]:
    """Return every message and its parts by name; ``place`` is where references point.

    An order's ``do`` is declared as a flat record, because errors of the notation are the most
    precise. The record types are listed here.
    """
    # Frames contain the unions of the whole vocabulary, so those are found by name first.
    asked = {"Frame": Frame, "SeatOrder": SeatOrder, "Do": Do, "Event": Event, "Offer": Offer}
    asked["Warning"] = AnyWarning
    known, parts = _components(asked, place)
    parts = {name: _by_name(part, known, place) for name, part in parts.items()}
    told = {"Do": records.actions, "Event": records.events, "Offer": records.offers}
    unions, more = _components({name: union_of(told[name].values()) for name in told}, place)
    parts = {**parts, **more, **known, **unions}
    for name in msgspec.json.schema_components([Frame])[1]:
        # The server omits no field; a default is for code that makes a frame.
        parts[name]["required"] = list(parts[name]["properties"])
    act = parts["ActOrder"]["properties"]
    act["do"] = {"$ref": f"{place}Do", "description": "The action as a record."}
    act["do_all"]["items"] = {"$ref": f"{place}Do"}
    # A field that is omitted when empty has no example of its own.
    for name in ("line", "lines", "do_all"):
        del act[name]["default"]
    return parts


def _components(asked: dict[str, Any], place: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the requested schemas by name, and the schemas they refer to."""
    schemas, parts = msgspec.json.schema_components(
        list(asked.values()), ref_template=place + "{name}"
    )
    return dict(zip(asked, schemas, strict=True)), parts


def _by_name(part: Any, named: dict[str, Any], place: str) -> Any:
    """Return the same schema, with a reference in place of each spelled-out union."""
    if isinstance(part, list):
        return [_by_name(each, named, place) for each in part]
    if not isinstance(part, dict):
        return part
    for name, union in named.items():
        if part == union:
            return {"$ref": place + name}
    return {key: _by_name(value, named, place) for key, value in part.items()}


def json_schema(records: Records = RECORDS) -> dict[str, Any]:
    """Return one document with the unions, ``Frame`` and ``SeatOrder`` first, and their parts."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Gridwright protocol",
        "$defs": schema_parts("#/$defs/", records),
    }


def main() -> int:
    print(json.dumps(json_schema(), indent=2, sort_keys=True))
    return 0


if __name__ == "__main__":
    sys.exit(main())
