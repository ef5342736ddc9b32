"""The messages as JSON Schema, from which clients get their types: ``python -m …schema``."""

import json
import sys
from typing import Any

import msgspec

from gridwright.protocol.frames import Frame
from gridwright.protocol.orders import SeatOrder


def json_schema() -> dict[str, Any]:
    """One document with the two unions, ``Frame`` and ``SeatOrder``, and every part of them."""
    (frame, order), parts = msgspec.json.schema_components(
        [Frame, SeatOrder], ref_template="#/$defs/{name}"
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Gridwright protocol",
        "$defs": {**parts, "Frame": frame, "SeatOrder": order},
    }


def main() -> int:
    print(json.dumps(json_schema(), indent=2, sort_keys=True))
    return 0


if __name__ == "__main__":
    sys.exit(main())
