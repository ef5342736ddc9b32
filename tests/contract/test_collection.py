"""A game that is built while tests are collected fails the run."""

import pytest

from gridwright.content.table import build_game, default_spec
from tests.conftest import pytest_collection_finish


def test_a_game_built_for_the_list_of_tests_is_refused() -> None:
    build_game(default_spec())
    with pytest.raises(pytest.UsageError, match="expected no game built while tests are collected"):
        pytest_collection_finish()
