"""Words for a command line that cannot be understood."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

import typer

from gridwright.content.errors import did_you_mean

EXPECTED: Final[Mapping[str, str]] = MappingProxyType(
    {
        "int_parsing": "a whole number",
        "float_parsing": "a number",
        "bool_parsing": "yes or no",
        "greater_than_equal": "{ge} or more",
        "less_than_equal": "{le} or less",
    }
)
"""The expected value, by the kind of Pydantic's error."""


def tell_misuse(error: typer.TyperException) -> str:
    """A usage error as one plain sentence, with the nearest name and where to find help."""
    told = _tell_value(error) or _tell_framework(error)
    context = getattr(error, "ctx", None)
    if context is not None:
        mark = "" if told.endswith("?") else "."
        told += f"{mark} `{context.command_path} -h` shows what can be given."
    return told


def _tell_framework(error: Any) -> str:
    """Return Typer's message, beginning and ending like our own sentences."""
    near = getattr(error, "possibilities", None)
    if near:
        return f"no such option: {error.option_name}; did you mean {near[0]}?"
    told = " ".join(error.format_message().split()).rstrip(".")
    told = told.replace(". Did you mean", "; did you mean")
    return told[:1].lower() + told[1:]


def _tell_value(error: Any) -> str:
    """A value that does not fit its option; empty if the error is about something else."""
    parameter = getattr(error, "param", None)
    errors = getattr(error.__cause__, "errors", None)
    if parameter is None or errors is None:
        return ""
    found = errors()[0]
    name = max(parameter.opts, key=len) if parameter.opts else parameter.name
    if found["type"] in EXPECTED:
        expected = EXPECTED[found["type"]].format(**found.get("ctx", {}))
        return f"{name}: expected {expected}, got {found['input']!r}"
    choices = [each.value for each in parameter.type_descriptor.choices or ()]
    if choices:
        end = did_you_mean(str(found["input"]), choices)
        return f"{name}: expected one of {', '.join(choices)}; got {found['input']!r}{end}"
    return f"{name}: {error.message}"
