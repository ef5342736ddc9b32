"""The document as a page for people: every route with an example, every type with its fields.

It is rendered as a whole, so that it can be read and searched without a script. It loads nothing
from other origins: its content security policy is that of the client's own pages.
"""

import json
from collections.abc import Iterator, Mapping
from html import escape
from typing import Any, Final
from urllib.parse import quote

PAGE: Final = "/docs"
STYLE: Final = f"{PAGE}/docs.css"
SCRIPT: Final = f"{PAGE}/docs.js"
_HEAD: Final = f"""\
<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Gridwright API</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="{STYLE}">
<script type="module" src="{SCRIPT}"></script>
"""
_LIMITS: Final = {
    "minimum": "at least {}",
    "maximum": "at most {}",
    "minLength": "{} characters or more",
    "maxLength": "up to {} characters",
    "minItems": "{} or more",
    "maxItems": "up to {}",
    "pattern": "as {}",
}
"""Text for each bound of a schema."""

Schema = Mapping[str, Any]


def build_page(document: Mapping[str, Any]) -> str:
    """Return the whole page."""
    return "".join([_HEAD, "<nav>", *_contents(document), "</nav>", "<main>", *_main(document)])


def _contents(document: Mapping[str, Any]) -> Iterator[str]:
    """Yield the table of contents, with a search field that a script shows."""
    yield '<div hidden><label for="words">Find</label><input type="search" id="words"></div>'
    for tag, operations in _by_tag(document).items():
        yield f'<a href="#tag-{escape(tag)}"><b>{escape(tag)}</b></a><ul>'
        for method, path, operation in operations:
            yield f'<li data-words="{_words(method, path, operation)}">'
            yield f'<a href="#{_name(operation)}">{method} {escape(path)}</a></li>'
        yield "</ul>"
    yield '<a href="#socket"><b>socket</b></a><br><a href="#types"><b>types</b></a>'


def _main(document: Mapping[str, Any]) -> Iterator[str]:
    info = document["info"]
    yield f"<h1>{escape(info['title'])} API</h1>"
    yield f'<p class="quiet">Version {escape(info["version"])}. For programs: '
    yield '<a href="/openapi.json">the OpenAPI document</a>.</p>'
    for tag, operations in _by_tag(document).items():
        yield f'<h2 id="tag-{escape(tag)}">{escape(tag)}</h2>'
        for method, path, operation in operations:
            yield from _operation(method, path, operation)
    yield from _socket(document["x-socket"])
    yield '<h2 id="types">types</h2>'
    for name, schema in sorted(document["components"]["schemas"].items()):
        yield from _type(name, schema)
    yield "</main></html>"


def _by_tag(document: Mapping[str, Any]) -> dict[str, list[tuple[str, str, Schema]]]:
    """Return method, path and operation of each route, in the order of the document."""
    found: dict[str, list[tuple[str, str, Schema]]] = {
        each["name"]: [] for each in document["tags"]
    }
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            for tag in operation["tags"]:
                found[tag].append((method.upper(), path, operation))
    return found


def _name(operation: Schema) -> str:
    return escape(operation["operationId"])


def _words(method: str, path: str, operation: Schema) -> str:
    return escape(f"{method} {path} {operation['operationId']} {operation['summary']}".lower())


def _operation(method: str, path: str, operation: Schema) -> Iterator[str]:
    yield f'<details id="{_name(operation)}" data-words="{_words(method, path, operation)}">'
    yield f'<summary><code><span class="method">{method}</span> {escape(path)}</code> '
    yield f"{escape(operation['summary'])}</summary><div>"
    yield f"<p>For {escape(operation['x-who'])}.</p>"
    if operation["parameters"]:
        rows = [
            (each["name"], f"in the {each['in']}", _told(each["schema"]), each.get("description"))
            for each in operation["parameters"]
        ]
        yield from _table(("Parameter", "", "Type", ""), rows)
    if "requestBody" in operation:
        (content,) = operation["requestBody"]["content"].values()
        yield f"<p>Body: {_told(content['schema'])}</p>{_example(content)}"
    yield f"<pre>{escape(_as_typed(method, path, operation))}</pre>"
    for status, answer in operation["responses"].items():
        kinds = [_told(each["schema"]) for each in answer.get("content", {}).values()]
        kind = f" – {kinds[0]}" if kinds else ""
        yield f"<p><b>{status}</b> {_marked(answer['description'])}{kind}</p>"
        if status.startswith("2"):
            yield from map(_example, answer.get("content", {}).values())
    yield "</div></details>"


def _as_typed(method: str, path: str, operation: Schema) -> str:
    """Return the request as a curl command."""
    words = ["curl"] if method == "GET" else ["curl", "-X", method]
    if operation.get("security"):
        words += ["-H", '"Authorization: Bearer $TICKET"']
    if "requestBody" in operation:
        (content,) = operation["requestBody"]["content"].values()
        body = json.dumps(content["example"]).replace("'", "'\\''")
        words += ["-H", "'Content-Type: application/json'", "-d", f"'{body}'"]
    place = path.replace("{", "$").replace("}", "").replace("$game_id", "$GAME")
    return " ".join([*words, f'"$SERVER{place}"'])


def _socket(socket: Mapping[str, Any]) -> Iterator[str]:
    yield f'<h2 id="socket">socket</h2><p><code>{escape(socket["path"])}</code></p>'
    yield f"<p>{_marked(socket['description'])}</p>"
    yield f"<p>Greeting: {_told(socket['greeting'])}. Frames: {_told(socket['frames'])}.</p>"
    yield from _table(("Closed with", "Meaning"), list(socket["closed"].items()))


def _type(name: str, schema: Schema) -> Iterator[str]:
    words = escape(f"{name} {schema.get('description', '')}".lower())
    yield f'<details id="{_anchor(name)}" data-words="{words}">'
    yield f"<summary><code>{escape(name)}</code> <span class=quiet>"
    yield f"{_marked(schema.get('description', '').partition(chr(10))[0])}</span></summary><div>"
    fields = schema.get("properties")
    if fields is None:
        yield f"<p>{_told(schema)}</p>"
    else:
        needed = schema.get("required", [])
        rows = [
            (
                each,
                "" if each in needed else "may be left out",
                _told(kind),
                kind.get("description"),
            )
            for each, kind in fields.items()
        ]
        yield from _table(("Field", "", "Type", ""), rows)
    yield "</div></details>"


def _table(heads: tuple[str, ...], rows: list[Any]) -> Iterator[str]:
    """Yield a table of texts; the column of types already is HTML with links."""
    at = heads.index("Type") if "Type" in heads else -1
    yield "<table><tr>" + "".join(f"<th>{head}</th>" for head in heads) + "</tr>"
    for row in rows:
        cells = [each if number == at else _marked(each or "") for number, each in enumerate(row)]
        yield "<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>"
    yield "</table>"


def _told(schema: Schema) -> str:
    """Describe a schema briefly, with a link to each type that it names."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return f'<a href="#{_anchor(name)}">{escape(name)}</a>'
    for key in ("anyOf", "oneOf"):
        if key in schema:
            return " or ".join(map(_told, schema[key]))
    if "enum" in schema:
        return ", ".join(f"<code>{escape(json.dumps(each))}</code>" for each in schema["enum"])
    return escape(str(schema.get("type", "anything"))) + _inside(schema) + _bounds(schema)


def _inside(schema: Schema) -> str:
    """Return the element types of a list or a record."""
    if "prefixItems" in schema:
        return f" ({', '.join(map(_told, schema['prefixItems']))})"
    if schema.get("items"):
        return f" of {_told(schema['items'])}"
    others = schema.get("additionalProperties")
    return f" of {_told(others)}" if isinstance(others, dict) else ""


def _bounds(schema: Schema) -> str:
    told = [text.format(schema[key]) for key, text in _LIMITS.items() if key in schema]
    if "default" in schema:
        told.append(f"else {json.dumps(schema['default'])}")
    return f' <span class="quiet">({escape(", ".join(told))})</span>' if told else ""


def _anchor(name: str) -> str:
    return f"type-{quote(name)}"


def _marked(text: str) -> str:
    """Escape a text; words between backquotes become code."""
    parts = escape(text).split("`")
    return "".join(f"<code>{part}</code>" if n % 2 else part for n, part in enumerate(parts))


def _example(content: Mapping[str, Any]) -> str:
    shown = content["example"]
    text = shown if isinstance(shown, str) else json.dumps(shown, indent=2, ensure_ascii=False)
    return f"<pre>{escape(text)}</pre>"
