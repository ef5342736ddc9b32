"""The browser's types are generated only from the schemas that the client imports."""

from pathlib import Path

import pytest

from tools.wire_types import Document, client_imports, filtered


def document() -> Document:
    schemas = {
        "Frame": {"properties": {"event": {"$ref": "#/components/schemas/Event"}}},
        "Event": {
            "discriminator": {
                "propertyName": "event",
                "mapping": {"bid": "#/components/schemas/Bid"},
            }
        },
        "Bid": {"properties": {"discriminator": {"type": "string"}}},
        "Unused": {"type": "string"},
    }
    paths = {"/api/games": {"get": {"operationId": "games"}, "post": {"operationId": "make"}}}
    return {"openapi": "3.1.0", "info": {}, "paths": paths, "components": {"schemas": schemas}}


def test_filtered_document_keeps_imported_schemas_with_their_references() -> None:
    kept = filtered(document(), {"Frame"}, set())
    assert sorted(kept["components"]["schemas"]) == ["Bid", "Event", "Frame"]
    assert kept["paths"] == {}


def test_filtered_document_keeps_routes_whose_types_are_read() -> None:
    kept = filtered(document(), {"Bid"}, {("/api/games", "get")})
    assert kept["paths"] == {"/api/games": {"get": {"operationId": "games"}}}


@pytest.mark.parametrize(
    ("names", "routes"), [({"Gone"}, set()), ({"Bid"}, {("/api/games", "put")})]
)
def test_filtered_document_rejects_unknown_names(
    names: set[str], routes: set[tuple[str, str]]
) -> None:
    with pytest.raises(SystemExit):
        filtered(document(), names, routes)


def test_client_imports_are_found_in_scripts_components_and_route_types(tmp_path: Path) -> None:
    (tmp_path / "bids.ts").write_text(
        "import type {\n    Bid,\n    Event as Happened,\n} from '../protocol/api.js';\n", "utf-8"
    )
    (tmp_path / "Bids.svelte").write_text(
        "    import type { Offer } from '../protocol/api';\n", "utf-8"
    )
    (tmp_path / "test.ts").write_text(
        "import type { Frame, paths } from '../protocol/api.js';\n"
        "type Games = paths['/api/games']['get'];\n",
        "utf-8",
    )
    assert client_imports([tmp_path]) == (
        {"Bid", "Event", "Offer", "Frame"},
        {("/api/games", "get")},
    )
