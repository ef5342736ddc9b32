"""Opens the exporter of traces to a collector, if one is configured."""

import importlib.util
import os
from typing import Final

from gridwright.server.operations.metrics import Traces

_ADDRESSES: Final = ("OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT")
"""Environment variables with the address of a collector."""
_PARTS: Final = ("opentelemetry.sdk", "opentelemetry.exporter.otlp.proto.http")


class NoTraceParts(ValueError):
    """Traces are enabled, but their exporter is not installed."""


def open_traces(address: str, role: str) -> Traces:
    """Return traces to a collector, if its address is given here or in the environment.

    OTEL_SDK_DISABLED and OTEL_TRACES_EXPORTER=none disable them. Raises NoTraceParts.
    """
    environment = os.environ
    is_off = environment.get("OTEL_SDK_DISABLED", "").lower() == "true"
    if is_off or environment.get("OTEL_TRACES_EXPORTER") == "none":
        return Traces()
    if not address and not any(environment.get(name) for name in _ADDRESSES):
        return Traces()
    if not all(_is_here(part) for part in _PARTS):
        raise NoTraceParts("traces need an extra: pip install 'gridwright[traces]'")
    from gridwright.server.operations.otlp import OtlpTraces

    return OtlpTraces(address, role)


def _is_here(part: str) -> bool:
    try:
        return importlib.util.find_spec(part) is not None
    except ModuleNotFoundError:
        return False
