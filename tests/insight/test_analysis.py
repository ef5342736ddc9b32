"""The record of a finished game."""

from typing import Any

import pytest

from gridwright.insight.analysis import REVISION, UnfinishedGameError, analyse
from gridwright.insight.settings import InsightSettings
from tests.insight.played import card_game

FEW = InsightSettings(worlds=2, seed=3)


@pytest.fixture(scope="module")
def record() -> dict[str, Any]:
    played = card_game()
    return analyse(played.game, played.log, FEW, ["Ann"])


def test_accounts_add_up_to_the_result(record: dict[str, Any]) -> None:
    accounts = record["account"]
    for account in accounts:
        parts = [account[part] for part in ("start", "luck", "own", "others")]
        assert sum(parts) == pytest.approx(account["result"], abs=1e-9)
    assert sum(account["luck"] for account in accounts) == pytest.approx(0.0, abs=1e-9)
    decided = [account["own"] + account["others"] for account in accounts]
    assert sum(decided) == pytest.approx(0.0, abs=1e-9)


def test_the_course_ends_with_the_result(record: dict[str, Any]) -> None:
    course = record["course"]
    played = card_game()
    moves = [entry["move"] for entry in course]
    assert moves == sorted(moves)
    assert all(sum(entry["chances"]) == pytest.approx(1.0, abs=1e-5) for entry in course)
    assert course[-1]["move"] == len(played.log)
    assert course[-1]["phase"] == "over"
    assert course[-1]["chances"] == [account["result"] for account in record["account"]]


def test_findings_are_sure_and_the_costliest_come_first(record: dict[str, Any]) -> None:
    losses = [finding["loss"] for finding in record["findings"]]
    assert losses == sorted(losses, reverse=True)
    for finding in record["findings"]:
        assert finding["loss"] >= max(0.04, 2.5 * finding["error"])
        assert finding["better"]["actions"] != finding["played"]["actions"]
        place = [point["move"] for point in record["course"]].index(finding["move"])
        before, after = (record["course"][at]["chances"] for at in (place, place + 1))
        assert finding["better"]["chance"] == before[finding["seat"]]
        assert finding["played"]["chance"] == after[finding["seat"]]
        assert all("seat" not in action for action in finding["played"]["actions"])


def test_a_record_says_what_it_was_made_by(record: dict[str, Any]) -> None:
    assert record["revision"] == REVISION
    assert (record["worlds"], record["seed"]) == (4, 3)
    assert record["judge"].startswith("value-")
    assert [seat["name"] for seat in record["seats"]] == ["Ann", ""]
    assert record["marks"][0]["round"] == 1
    assert len(record["statistics"]) == 2


def test_an_unfinished_game_is_refused() -> None:
    played = card_game()
    with pytest.raises(UnfinishedGameError):
        analyse(played.game, played.log[:-1], FEW)


def test_the_progress_stops_an_analysis() -> None:
    played = card_game()
    told: list[tuple[int, int]] = []

    def stop(done: int, total: int) -> None:
        told.append((done, total))
        if len(told) == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        analyse(played.game, played.log, FEW, progress=stop)
    assert [done for done, _total in told] == [0, 1, 2]
    assert told[0][1] > 20
