"""The trial of the characters counts what it says, and fails where nothing was measured."""

import json
from pathlib import Path

import pytest

from gridwright.bots.characters import LEVELS
from gridwright.bots.registry import STYLES
from gridwright_lab.trials.characters.characters import (
    LEAST_GAMES,
    evaluate,
    main,
    play,
    with_error,
)
from gridwright_lab.trials.characters.claims import CLAIMS
from gridwright_lab.trials.characters.games import Played, Task, play_deal
from gridwright_lab.trials.characters.telling import halves, hits

CARD = "card:4"
SAMUEL, GREEN = "Samuel", "green plants, %"


def games(won: float, green: float, field: float, n_games: int = 2 * LEAST_GAMES) -> list[Played]:
    """Games in which a character buys this much without fuel, a little more in every other deal."""
    return [
        Played(won, {GREEN: green + number // 4 % 2}, {GREEN: field}) for number in range(n_games)
    ]


def test_every_character_of_a_measured_line_has_a_claim() -> None:
    measured = {name for name, style in STYLES.items() if style.measured}
    assert measured <= {name for name, claims in CLAIMS.items() if claims}
    assert set(CLAIMS) == {name for names in LEVELS.values() for name in names}


@pytest.mark.parametrize(
    ("won", "green", "missed"),
    [
        (0.25, 30.0, []),
        (0.19, 30.0, ["card:4, Samuel: points off the share"]),
        (0.31, 30.0, ["card:4, Samuel: points off the share"]),
        (0.25, 20.0, ["card:4, Samuel: more green plants, %, standard errors"]),
        (0.25, 10.0, ["card:4, Samuel: more green plants, %, standard errors"]),
    ],
)
def test_a_style_must_cost_little_and_be_seen(won: float, green: float, missed: list[str]) -> None:
    verdict = evaluate({(SAMUEL, CARD): games(won, green, 20.5)}, [SAMUEL], [CARD])
    assert [name for name in verdict.missed() if "to name" not in name] == missed


def test_an_error_is_one_of_deals() -> None:
    mean, error = with_error([1.0, 3.0])
    assert mean == pytest.approx(2.0)
    assert error == pytest.approx(1.0)


def test_a_character_without_games_fails() -> None:
    verdict = evaluate({(SAMUEL, CARD): games(0.25, 30.0, 20.0, 8)}, [SAMUEL], [CARD])
    assert "card:4, Samuel: games" in verdict.missed()
    assert main(["--deals", "0", "--cell", CARD, "--json"]) == 1


def test_characters_that_differ_are_named_and_equal_ones_are_guessed() -> None:
    names = ["Blaise", "Emmy", "Samuel"]
    apart = {name: [each.own for each in games(0, 10.0 * at, 0)] for at, name in enumerate(names)}
    known = {name: halves(each)[0] for name, each in apart.items()}
    shown = {name: halves(each)[1] for name, each in apart.items()}
    assert hits(known, shown, names) == 100.0
    alike = dict.fromkeys(names, apart["Emmy"])
    assert hits(alike, alike, names) == pytest.approx(100 / 3)


def test_a_deal_is_played_from_every_seat_and_again_alike() -> None:
    task = Task(SAMUEL, STYLES[SAMUEL], CARD, 0)
    played = play_deal(task)
    assert len(played) == 4
    assert play_deal(task) == played
    for game in played:
        assert set(game.own) == set(game.field)
        assert game.own["plants bought"] >= 3
        assert 1.0 <= game.own["place in the order"] <= 4.0
        kinds = [
            game.own[f"{kind} plants, %"] for kind in ("green", "coal", "gas", "oil", "uranium")
        ]
        assert sum(kinds) >= 100.0 - 1e-9


def test_games_in_a_file_are_not_played_again(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    first = play(STYLES, [SAMUEL], [CARD], 1, 1, file)
    rows = [json.loads(line) for line in file.read_text().splitlines()]
    assert [(row["name"], row["cell"], row["deal"]) for row in rows] == [(SAMUEL, CARD, 0)]
    assert play(STYLES, [SAMUEL], [CARD], 1, 1, file) == first
    assert len(file.read_text().splitlines()) == 1
    rows[0]["digest"] = "another"
    file.write_text(json.dumps(rows[0]) + "\n")
    play(STYLES, [SAMUEL], [CARD], 1, 1, file)
    assert len(file.read_text().splitlines()) == 2


def test_claims_are_statistics_of_their_games() -> None:
    own = play_deal(Task(SAMUEL, STYLES[SAMUEL], CARD, 1))[0].own
    named = {
        claim.statistic for claims in CLAIMS.values() for claim in claims if claim.is_about(CARD)
    }
    assert named
    assert named <= set(own)
