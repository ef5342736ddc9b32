"""Every board that is shipped: its network, its games, its clauses and its words."""

import json
import random
from pathlib import Path

import networkx
import numpy as np
import pytest

from gridwright.bots.bot_games import play_game
from gridwright.bots.registry import find_bot
from gridwright.content.clauses import load_board_clauses
from gridwright.content.shelf import CONTENT_ROOT
from gridwright.content.table import build_game, build_rules
from gridwright.engine.errors import REFUSALS
from gridwright.engine.ids import FAR
from gridwright.engine.masks import members
from gridwright.engine.network import Board, build_area, cities_of, region_choices
from gridwright.envs.turn_env import TurnEnv
from gridwright.fair.derive import derive_keys
from gridwright_lab.conformance.fuzz.boards import boards_of, plan_boards
from gridwright_lab.conformance.fuzz.games import walk_planned
from tests.boards.shipped import sheet_of, tables_of
from tests.bots.players import QUICK
from tests.rules.test_clause_coverage import named_clauses

TOTALS = {
    "australia": (5, 35, 47, 439),
    "baden-wuerttemberg": (5, 35, 69, 688),
    "benelux": (5, 35, 74, 472),
    "brazil": (6, 42, 89, 966),
    "bremen": (5, 25, 53, 0),
    "central-europe": (6, 42, 96, 1013),
    "china": (6, 42, 83, 838),
    "europe": (7, 49, 104, 1216),
    "europe-classic": (7, 49, 99, 1146),
    "france": (6, 42, 93, 1014),
    "germany": (6, 42, 83, 992),
    "germany-recharged": (6, 42, 83, 998),
    "india": (6, 42, 77, 752),
    "italy": (6, 42, 81, 678),
    "japan": (5, 35, 53, 577),
    "korea": (6, 42, 80, 840),
    "manhattan": (1, 83, 154, 0),
    "middle-east": (6, 42, 84, 919),
    "north-america": (7, 49, 99, 1231),
    "north-america-classic": (7, 49, 99, 1231),
    "northern-europe": (6, 42, 91, 905),
    "quebec": (6, 42, 65, 656),
    "russia": (6, 42, 91, 801),
    "south-africa": (5, 35, 61, 805),
    "spain-portugal": (6, 42, 97, 1103),
    "uk-ireland": (6, 40, 74, 764),
    "usa": (6, 42, 87, 907),
    "usa-recharged": (6, 42, 86, 877),
}
"""Regions, cities, links and what the links cost together, counted apart from the files."""

N_BOARDS = 28
"""The number of shipped boards: the classic family's and the two of the deluxe game."""

N_GAMES = 10
ONE_IN = 5
"""Every third planned game is played, which covers both presets."""
N_BOTS = 5
MAX_STEPS = 20_000
MAX_ABOUT = 110
LANGUAGES = ["en", "de"]
ROOT = Path(str(CONTENT_ROOT))
SHARED_WORDS = Path(__file__).parents[2] / "web" / "src" / "words"

BOARDS = sorted(boards_of())
"""Edition and board, as content has them."""

every_board = pytest.mark.parametrize(("edition", "board"), BOARDS)


def folder(edition: str, board: str) -> Path:
    return ROOT / edition / "boards" / board


def engine_board(edition: str, board: str) -> Board:
    return build_rules(tables_of(board, edition)[0]).board


def network(edition: str, board: str, cities: set[str]) -> networkx.DiGraph:
    """The links between some cities, as the file has them, with what entering and passing cost."""
    said = sheet_of(board, edition)
    enter = {city["id"]: city.get("enter", 0) for city in said["cities"]}
    passage = said.get("passage", {}).get("cost", 0)
    found = networkx.DiGraph()
    found.add_nodes_from(cities)
    for link in said["links"]:
        for start, end in ((link["from"], link["to"]), (link["to"], link["from"])):
            if {start, end} <= cities:
                found.add_edge(start, end, weight=link["cost"] + enter[end] + passage)
    return found


def test_every_board_is_there() -> None:
    names = [board for _edition, board in BOARDS]
    assert len(names) == len(set(names)) == N_BOARDS
    assert set(names) == set(TOTALS)


@every_board
def test_totals(edition: str, board: str) -> None:
    found = engine_board(edition, board)
    graph = network(edition, board, set(found.cities))
    n_regions, n_cities, n_links, cost = TOTALS[board]
    assert (len(found.regions), found.n_cities, len(found.links)) == (n_regions, n_cities, n_links)
    assert (graph.number_of_nodes(), graph.number_of_edges()) == (n_cities, 2 * n_links)
    assert sum(each for _one, _other, each in found.links) == cost
    assert sum(link["cost"] for link in sheet_of(board, edition)["links"]) == cost


@every_board
def test_shortest_distances(edition: str, board: str) -> None:
    """Path costs equal networkx's; a board's own class may connect more cheaply, never dearer."""
    own = "board" in sheet_of(board, edition).get("brings", {})
    flat = sheet_of(board, edition).get("flat_connection", {}).get("cost", FAR)
    passage = sheet_of(board, edition).get("passage", {}).get("cost", 0)
    compared = 0
    for seats in (2, 5):
        rules = build_rules(next(spec for spec in tables_of(board, edition) if spec.seats == seats))
        found = rules.board
        choices = region_choices(found, rules.limits.n_regions)
        for regions in {choices[0], choices[-1]}:
            area = build_area(found, regions)
            cities = [found.cities[city] for city in members(cities_of(found, regions))]
            lengths = dict(
                networkx.all_pairs_dijkstra_path_length(network(edition, board, set(cities)))
            )
            for start in cities:
                row = area.distances[found.cities.index(start)]
                for end in cities:
                    compared += 1
                    engine = row[found.cities.index(end)]
                    if end not in lengths[start]:
                        assert own or engine >= min(flat, FAR)
                        continue
                    other = min(lengths[start][end] - (passage if start != end else 0), flat)
                    assert engine <= other if own else engine == other, (start, end)
    assert compared > 500


@every_board
def test_games_keep_every_law(edition: str, board: str) -> None:
    """A few games of a plan that has every preset and number of seats.

    ``make fuzz`` plays all games of such a plan, and more.
    """
    planned = plan_boards(N_GAMES, 7, edition=edition, wanted=[board])
    assert len(planned) == N_GAMES
    assert {each.spec.preset for each in planned} == {
        spec.preset for spec in tables_of(board, edition)
    }
    for each in planned[::ONE_IN]:
        assert walk_planned(each).failures == [], each.spec


@every_board
def test_bots_finish(edition: str, board: str) -> None:
    """All of them at one table, by what their seats see."""
    spec = [each for each in tables_of(board, edition) if each.seats == N_BOTS][-1]
    game = build_game(spec)
    bots = [find_bot(QUICK[place % len(QUICK)]) for place in range(N_BOTS)]
    last = play_game(game, derive_keys(bytes(32), board, {}), bots)
    assert game.is_over(last)


@every_board
def test_an_environment_runs_an_episode(edition: str, board: str) -> None:
    env = TurnEnv(tables_of(board, edition)[0])
    env.reset(3)
    dice = random.Random(3)
    for _step in range(MAX_STEPS):
        if env.actor < 0:
            return
        assert env.observe(env.actor).shape == (env.table.layout.size,)
        env.step(int(dice.choice(np.flatnonzero(env.mask()))))
    pytest.fail("expected the end of the episode")


@every_board
def test_every_own_clause_has_a_test_and_a_translation(edition: str, board: str) -> None:
    document = folder(edition, board) / "clauses.md"
    if not document.is_file():
        assert "brings" not in sheet_of(board, edition)
        return
    clauses = load_board_clauses(document)
    assert clauses
    assert list(load_board_clauses(document.with_name("clauses.de.md"))) == list(clauses)
    assert [clause for clause in clauses if clause not in named_clauses()] == []
    for code, clause in build_rules(tables_of(board, edition)[0]).clauses.items():
        assert not clause.startswith("b-") or clause in clauses, code


def words_of(edition: str, board: str, language: str) -> dict[str, str]:
    """The board's own words, over those of its first printing, over the shared ones."""
    files = [SHARED_WORDS / language / "page.json"]
    files += [
        folder(edition, name) / f"words.{language}.json"
        for name in (board.removesuffix("-recharged"), board)
    ]
    words: dict[str, str] = {}
    for file in files:
        words |= json.loads(file.read_text(encoding="utf-8"))
    return words


@every_board
def test_everything_of_its_own_has_words(edition: str, board: str) -> None:
    said = sheet_of(board, edition)
    # A second printing is drawn with the names of the first.
    drawn = board.removesuffix("-recharged")
    game = build_game(tables_of(board, edition)[0])
    plain = build_game(tables_of("usa")[0])
    phases = {phase.NAME for phase in game.phases} - {phase.NAME for phase in plain.phases}
    wanted = {
        f"map.board.{drawn}",
        f"board.{board}.about",
        *(f"map.region.{drawn}.{region['id']}" for region in said["regions"]),
        *(f"refused.{code}" for code in said.get("clauses", {}) if code not in REFUSALS),
        *(f"part.{part['name']}" for part in said.get("parts", [])),
        *(f"phase.{phase}" for phase in phases if edition == "classic"),
    }
    english, german = (words_of(edition, board, language) for language in LANGUAGES)
    for words in (english, german):
        assert wanted <= set(words)
        assert all(words[key].strip() for key in wanted)
        assert len(words[f"board.{board}.about"]) <= MAX_ABOUT
    assert set(english) == set(german)
