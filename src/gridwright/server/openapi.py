"""Print the OpenAPI document as it is served: ``python -m gridwright.server.openapi``."""

import asyncio
import json
import sys
import tempfile
from pathlib import Path

from fastapi import FastAPI

from gridwright.server.api.app import build_app
from gridwright.server.node import open_node


async def print_document() -> None:
    """Print the document of a node that stands on a file of its own."""
    with tempfile.TemporaryDirectory(prefix="gridwright-document-") as folder:
        async with open_node(f"sqlite:///{Path(folder) / 'games.db'}", bytes(32)) as node:
            app = build_app(node)
            assert isinstance(app, FastAPI)
            print(json.dumps(app.openapi(), indent=2, sort_keys=True))


def main() -> int:
    asyncio.run(print_document())
    return 0


if __name__ == "__main__":
    sys.exit(main())
