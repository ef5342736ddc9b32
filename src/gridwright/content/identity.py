"""The identity of the rules: a digest of everything that decides play."""

import hashlib
import json
from functools import lru_cache
from typing import Any, Final

from gridwright.content.assembly import build_rules
from gridwright.content.shelf import CONTENT_ROOT, Root
from gridwright.content.spec import TableSpec
from gridwright.engine.rules import LATER_SETTINGS, Limits, Rules, Settings


def rules_identity(spec: TableSpec, root: Root = CONTENT_ROOT) -> str:
    """Return the SHA-256 over the spec and every number of its rules, as canonical JSON.

    It is computed from the rules and not from the files, so comments, sources and the order of
    tables do not change it. Clauses of refusals are left out: they name reasons and decide nothing.
    """
    return _identity(spec, root)


# A cache of its own: it would tell apart calls that leave a default out from those that give it.
@lru_cache(maxsize=1024)
def _identity(spec: TableSpec, root: Root) -> str:
    text = json.dumps(resolve(spec, root), sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def resolve(spec: TableSpec, root: Root = CONTENT_ROOT) -> dict[str, Any]:
    """Return the data that the fingerprint is computed from."""
    return {"spec": spec.to_json(), "rules": describe_rules(build_rules(spec, root))}


def describe_rules(rules: Rules) -> dict[str, Any]:
    """Return the rules as plain values: every field that its class does not exclude."""
    return _Description().by_name(rules)


def fields_of(part: object) -> list[str]:
    """Return the names of public values of an object, compiled or not, sorted."""
    return [
        name
        for name in dir(part)
        if not name.startswith("_") and not name.isupper() and not callable(getattr(part, name))
    ]


def marked(part: object, mark: str) -> Any:
    """Return the class attribute ``mark`` of a part (see ``engine/rules.py``), or ()."""
    return getattr(type(part), mark, ())


def describe(part: object) -> Any:
    """Return a part of the rules as plain values, in the form given by its marks."""
    return _Description().of(part)


class _Description:
    """Describes the parts of one table; objects of one class have the same fields."""

    def __init__(self) -> None:
        self._told: Final[dict[type, list[str]]] = {}

    def of(self, part: object) -> Any:
        if isinstance(part, str | int):
            return part
        if isinstance(part, Settings):
            return {
                name: value
                for name, value in part._asdict().items()
                if name not in LATER_SETTINGS or value != Settings._field_defaults[name]
            }
        if isinstance(part, Limits):
            return part._asdict()
        if isinstance(part, dict):
            return {name: self.of(value) for name, value in part.items()}
        if isinstance(part, list | tuple):
            return [item if type(item) is int else self.of(item) for item in part]
        row = marked(part, "ROW")
        if row:
            names = self._names_of(part)
            if set(row) != set(names):
                raise TypeError(f"expected a place in the row for each of {names}; came {row}")
            return [self.of(getattr(part, name)) for name in row]
        return self.by_name(part)

    def by_name(self, part: object) -> dict[str, Any]:
        spelled = dict(marked(part, "SPELLED"))
        inline, later = marked(part, "INLINE"), marked(part, "LATER")
        plain: dict[str, Any] = {}
        for name in self._names_of(part):
            value = self.of(getattr(part, name))
            if name in inline:
                plain.update(value)
            elif name not in later or not _is_nothing(value):
                plain[spelled.get(name, name)] = value
        return plain

    def _names_of(self, part: object) -> list[str]:
        kind = type(part)
        if kind not in self._told:
            left_out = (*marked(part, "DERIVED"), *marked(part, "NEUTRAL"))
            self._told[kind] = [name for name in fields_of(part) if name not in left_out]
        return self._told[kind]


def _is_nothing(value: Any) -> bool:
    return not any(value.values()) if isinstance(value, dict) else not value
