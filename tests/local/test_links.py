"""A link holds a whole game, which a device opens without storing it."""

import json
from functools import cache
from typing import Any

import pytest

from gridwright.fair.verify import verify
from gridwright.local.bridge import Bridge
from gridwright.local.links import MAX_CHARACTERS
from tests.local.device import START, Device

SPEC = {"edition": "card", "preset": "standard", "board": "none", "seats": 3}


@cache
def finished() -> tuple[Device, str]:
    device = Device()
    game_id = device.open_table(SPEC, "l1")
    while device.play_on(game_id):
        pass
    return device, game_id


def link_of(with_names: bool = True) -> str:
    device, game_id = finished()
    made = json.loads(device.bridge.make_link(game_id, with_names))
    assert made["problem"] == ""
    fragment: str = made["fragment"]
    assert len(fragment) < MAX_CHARACTERS
    return fragment


def frame_of(bridge: Bridge, game_id: str) -> Any:
    return json.loads(json.loads(bridge.show(game_id, "", -1))["frames"][0])["table"]


def test_a_link_opens_as_the_same_game_and_is_not_stored() -> None:
    device, game_id = finished()
    other = Bridge(lambda: START)
    opened = json.loads(other.open_link(link_of()))
    assert (opened["problem"], opened["damaged_from"]) == ("", 0)
    assert opened["game_id"] != game_id
    mine, theirs = frame_of(device.bridge, game_id), frame_of(other, opened["game_id"])
    for field in ("status", "result", "observation"):
        assert mine[field] == theirs[field]
    names = [seat["name"] for seat in theirs["seats"]]
    assert names == [seat["name"] for seat in mine["seats"]]
    assert json.loads(other.wake(opened["game_id"]))["writes"] == []
    path = f"/api/tables/{opened['game_id']}"
    answered = json.loads(other.answer("GET", f"{path}/transcript", "", ""))
    assert answered["writes"] == []
    assert verify(answered["body"]).ok


def test_without_names_people_are_called_by_their_seats_and_bots_as_before() -> None:
    device, game_id = finished()
    other = Bridge(lambda: START)
    opened = json.loads(other.open_link(link_of(with_names=False)))
    names = [seat["name"] for seat in frame_of(other, opened["game_id"])["seats"]]
    bots = [seat["name"] for seat in frame_of(device.bridge, game_id)["seats"]][1:]
    assert names == ["", *bots]


def test_a_link_of_which_the_end_is_missing_shows_the_part_before() -> None:
    other = Bridge(lambda: START)
    fragment = link_of()
    opened = json.loads(other.open_link(fragment[: len(fragment) * 2 // 3] + "%"))
    assert 1 < opened["damaged_from"] == opened["n_decisions"] + 1
    shown = frame_of(other, opened["game_id"])
    assert (shown["status"], shown["result"]["ended"]) == ("abandoned", "abandoned")


@pytest.mark.parametrize(
    ("fragment", "problem"), [("", "damaged"), ("%%%", "damaged"), ("A" * 9_000, "unknown")]
)
def test_what_is_no_game_is_refused(fragment: str, problem: str) -> None:
    assert json.loads(Bridge(lambda: START).open_link(fragment))["problem"] == problem


def test_a_running_game_has_no_link() -> None:
    device = Device()
    game_id = device.open_table(SPEC, "l1")
    device.wake(game_id)
    assert json.loads(device.bridge.make_link(game_id, True))["problem"] == "open"


def test_a_kept_game_is_written_whole_and_read_again() -> None:
    other = Bridge(lambda: START)
    game_id = json.loads(other.open_link(link_of()))["game_id"]
    row, *entries = json.loads(other.keep(game_id))
    assert (row["version"], entries[0]["version"]) == (0, 1)
    again = Bridge(lambda: START)
    again.restore(row["text"], json.dumps([each["text"] for each in entries]))
    assert frame_of(again, game_id) == frame_of(other, game_id)
