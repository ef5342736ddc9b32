"""Records of events, offers and observations, and canonical JSON: one text per value.

The JSON writer is part of the engine, which imports no library.
"""

from typing import Final, TypeAlias

from gridwright.engine.fields import TRUTH, Fields, Value
from gridwright.engine.observation import Observation
from gridwright.engine.parts import Parts
from gridwright.engine.vocabulary.base import Event, Offer

Json: TypeAlias = "bool | int | str | list[Json] | dict[str, Json] | None"

_ESCAPES: Final = {
    '"': '\\"',
    "\\": "\\\\",
    "\b": "\\b",
    "\f": "\\f",
    "\n": "\\n",
    "\r": "\\r",
    "\t": "\\t",
}


def canonical(value: Json) -> str:
    """Return the value as JSON with sorted keys, no spaces and only ASCII."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        return _quoted(value)
    if isinstance(value, list):
        return "[" + ",".join([canonical(each) for each in value]) + "]"
    pairs = [f"{_quoted(key)}:{canonical(value[key])}" for key in sorted(value)]
    return "{" + ",".join(pairs) + "}"


def _quoted(text: str) -> str:
    parts: list[str] = []
    for char in text:
        code = ord(char)
        if char in _ESCAPES:
            parts.append(_ESCAPES[char])
        elif 32 <= code < 127:
            parts.append(char)
        elif code < 0x10000:
            parts.append(f"\\u{code:04x}")
        else:
            high, low = divmod(code - 0x10000, 0x400)
            parts.append(f"\\u{0xD800 + high:04x}\\u{0xDC00 + low:04x}")
    return '"' + "".join(parts) + '"'


def event_values(event: Event) -> dict[str, Json]:
    """Return an event as a record: its word and its fields."""
    return _record("event", event.WORD, event.FIELDS, event.values())


def offer_values(offer: Offer) -> dict[str, Json]:
    """Return an offer as a record: the verb, the choices and their costs."""
    return _record("offer", offer.word(), offer.FIELDS, offer.values())


def _record(tag: str, word: str, fields: Fields, values: list[Value]) -> dict[str, Json]:
    record: dict[str, Json] = {tag: word}
    for place in range(len(fields)):
        record[fields[place].name] = _plain(values[place])
    return record


def observation_values(seen: Observation) -> dict[str, Json]:
    """Return an observation as a record."""
    record: dict[str, Json] = {}
    groups: dict[str, dict[str, Json]] = {}
    for field in seen.FIELDS:
        value: object = getattr(seen, field.attribute)
        if field.inner:
            value = getattr(value, field.inner)
        # Compiled code turns a bool that is passed as an int into a number.
        told: Json = bool(value) if field.kind.shape == TRUTH else _told(value)
        if not field.group:
            record[field.name] = told
            continue
        if field.group not in groups:
            groups[field.group] = {}
            record[field.group] = groups[field.group]
        groups[field.group][field.name] = told
    return record


def _plain(value: object) -> Json:
    """Return a number, or a copy of lists of numbers, so that the record never changes."""
    if isinstance(value, int):
        return value
    assert isinstance(value, list)
    if value and isinstance(value[0], list):
        return [_plain(each) for each in value]
    return value[:]


def _told(value: object) -> Json:
    """Return a number, lists of numbers, or the rows of an edition's parts by name."""
    if not isinstance(value, Parts):
        return _plain(value)
    record: dict[str, Json] = {}
    names = value.names()
    rows = value.rows()
    for place in range(len(names)):
        record[names[place]] = _plain(rows[place])
    return record
