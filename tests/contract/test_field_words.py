"""Each word of the field is found in a docstring of the module that does it."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
MODULES = {
    "background job": "src/gridwright/server/operations/sweeping.py",
    "backoff": "src/gridwright/client/connection.py",
    "commitment scheme": "src/gridwright/fair/commit.py",
    "common random numbers": "src/gridwright/insight/estimator.py",
    "determinization": "src/gridwright/bots/search/worlds.py",
    "event-sourced": "src/gridwright/server/tables/service.py",
    "evict": "src/gridwright/server/tables/service.py",
    "fault injection": "lab/gridwright_lab/trials/faults/__init__.py",
    "heartbeat": "src/gridwright/server/hosting/heartbeat.py",
    "idempotency key": "src/gridwright/server/storage/contract.py",
    "idempotent": "src/gridwright/server/tables/service.py",
    "information set": "src/gridwright/bots/search/worlds.py",
    "leaderboard": "src/gridwright/arena/ratings.py",
    "lease": "src/gridwright/server/storage/contract.py",
    "middleware": "src/gridwright/server/live/forwarded.py",
    "optimistic": "src/gridwright/server/tables/service.py",
    "outbox": "src/gridwright/server/people/rater.py",
    "pub/sub": "src/gridwright/server/live/bus.py",
    "quarantine": "src/gridwright/server/tables/loading.py",
    "rate limit": "src/gridwright/server/operations/rate_limits.py",
    "scheduler": "src/gridwright/server/worker/service.py",
    "sequential probability ratio test": "src/gridwright/arena/sprt.py",
    "soak test": "src/gridwright/arena/soak.py",
    "tracing": "src/gridwright/server/operations/otlp.py",
}
"""Module that a search for each word has to find."""
DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


def docstrings(file: str) -> str:
    """Return the docstrings of a module, its classes and functions, in lower case on one line."""
    tree = ast.parse((ROOT / file).read_text("utf-8"))
    found = [ast.get_docstring(node) for node in ast.walk(tree) if isinstance(node, DOCUMENTED)]
    return " ".join(" ".join(filter(None, found)).lower().split())


@pytest.mark.parametrize("word", MODULES)
def test_a_search_for_the_word_finds_the_module(word: str) -> None:
    assert word in docstrings(MODULES[word])
