"""The experiment that compares rule books with random games."""

import re
from functools import cache

import pytest

from gridwright.content.table import default_spec
from gridwright_lab.trials.rulebook.record import Record, play
from gridwright_lab.trials.rulebook.registry import PREDICATES, Key, Tally, check, run
from gridwright_lab.trials.rulebook.rulebook import add, evaluate, plan, play_and_check

N_GAMES = 12
ALTERED = [
    ("original usa 3", "c1.2", "first_money"),
    ("original usa 3", "c1.5", "opening_tokens"),
    ("original usa 3", "c1.6", "all_tokens"),
    ("original usa 3", "c1.7", "spaces_and_prices"),
    ("original usa 3", "c1.8", "opening_market"),
    ("original usa 3", "c1.9", "stack_order"),
    ("original usa 3", "c1.11", "plant_limit"),
    ("original usa 3", "c1.4", "regions_in_play"),
    ("original usa 3", "c6.4", "cost_of_houses"),
    ("original usa 3", "c7.3", "income_by_cities"),
    ("original usa 3", "c7.6", "refill_by_step"),
    ("original usa 3", "c8.1", "begins_in_step_one"),
    ("original benelux 4", "b-benelux.3", "opening_of_the_board"),
    ("original manhattan 4", "b-manhattan.2", "passages"),
    ("original manhattan 4", "b-manhattan.3", "blocked_spaces"),
    ("original bremen 4", "b-bremen.2", "houses_in_bremen"),
    ("original bremen 4", "b-bremen.6", "refill_of_bremen"),
    ("original korea 3", "b-korea.3", "prices_of_both_markets"),
    ("original korea 3", "b-korea.4", "opening_of_both_markets"),
    ("original japan 3", "b-japan.4", "start_city_spaces"),
    ("original europe-classic 3", "b-europe-classic.3", "spaces_of_the_board"),
    ("original europe-classic 3", "b-europe-classic.7", "costs_of_links"),
]
"""Tables and clauses whose numbers are raised by one."""
EDITED = [
    ("original usa 3", "c4.1", "market_in_two_rows", "the 4 smallest", "the 3 smallest"),
    ("original usa 3", "c8.2", "step_two_by_cities", "reached 7", "reached 6"),
    ("original usa 3", "c9.1", "end_by_cities", "reached 17", "reached 16"),
    ("original benelux 4", "b-benelux.4", "refill_of_the_board", "3 5 2 1", "3 4 2 1"),
    ("original korea 3", "b-korea.5", "refill_of_both_markets", "2 1 0, 2", "2 1 0, 3"),
    ("original australia 3", "b-australia.4", "mine_market", "| 3 | 1 |", "| 3 | 2 |"),
    ("original bremen 4", "b-bremen.5", "steps_in_bremen", "with 13", "with 12"),
    ("original manhattan 4", "b-manhattan.4", "stays_in_step_one", "5, 4, 3, 2", "5, 4, 3, 1"),
]
"""Tables and clauses with one number changed."""
REPLACED = [
    ("original china 4", "c3.15", "draws_for_each_sale"),
    ("original china 4", "c4.1", "market_in_two_rows"),
    ("original russia 4", "c3.16", "smallest_leaves_unsold"),
    ("original india 3", "c5.1", "buys_in_one_turn"),
    ("original korea 3", "c7.6", "refill_by_step"),
    ("original manhattan 4", "c6.3", "cheapest_path"),
    ("original manhattan 4", "c6.4", "cost_of_houses"),
]
"""Clauses that the board replaces, listed as if they were played."""
FOREIGN = [
    ("original usa 3", "original russia 4", "b-russia.3", "first_pass_removes_smallest"),
    ("original usa 3", "original russia 4", "b-russia.1", "few_plants"),
    ("original usa 3", "original china 4", "b-china.3", "plan_draws_before_bureaucracy"),
    ("original usa 3", "original china 4", "b-china.2", "plan_opens_by_seats"),
    ("original usa 3", "original india 3", "b-india.3", "token_by_token"),
    ("original usa 3", "original india 3", "b-india.4", "prices_open_by_step"),
    ("original usa 3", "original india 3", "b-india.6", "runs_all_it_can"),
    ("original usa 3", "original australia 3", "b-australia.6", "flat_connections"),
    ("original usa 3", "original benelux 4", "b-benelux.2", "smallest_leaves_each_round"),
    (
        "original usa 3",
        "original baden-wuerttemberg 4",
        "b-baden-wuerttemberg.1",
        "order_after_auctions",
    ),
]
"""Clauses of a board, listed at a table that does not play them."""


@cache
def record(name: str, seed: int) -> Record:
    preset, board, seats = name.split()
    return play(default_spec("classic", preset, board, int(seats)), seed)


def contradictions(name: str, number: str, test: str, text: str) -> int:
    """Return how often a predicate contradicts a text in at most two games of a table."""
    each = next(each for each in PREDICATES if (each.number, each.name) == (number, test))
    for seed in (0, 3):
        tally = Tally()
        run(each, record(name, seed), text, tally)
        if tally.failed:
            return tally.failed
    return 0


def text_of(name: str, number: str) -> str:
    book = record(name, 0).book
    clause = book.find(number) or book.replaced[number]
    return clause.text()


def raised(text: str) -> str:
    """Return a text with every number that is not a clause, seat or step raised by one."""

    def more(found: re.Match[str]) -> str:
        return str(int(found[0]) + 1)

    head, bar, table = text.partition("|")
    head = re.sub(r"(?<![.\d])\d+(?!\.\d)", more, head)
    rows = table.split("\n")
    changed = [
        rows[0],
        *(re.sub(r"(?<=[|, ])\d+(?! at| \|$)(?=[ ,|])", more, row) for row in rows[1:]),
    ]
    if changed == rows:
        changed = [re.sub(r"\d+(?= \|$)", more, row) for row in rows]
    return head + bar + "\n".join(changed)


def test_no_games_are_no_proof() -> None:
    assert not evaluate({}, 0).ok
    total: dict[Key, Tally] = {("usa", "c1.2", "first_money"): Tally()}
    assert evaluate(total, 1).thresholds[0].figure == 0


def test_clauses_hold_in_random_games() -> None:
    total: dict[Key, Tally] = {}
    for spec, seed in plan(N_GAMES, 1):
        add(total, play_and_check(spec, seed))
    verdict = evaluate(total, N_GAMES)
    assert verdict.ok, verdict.findings


def test_a_contradiction_is_counted_and_named() -> None:
    total: dict[Key, Tally] = {}
    check(record("original usa 3", 0), total)
    total["usa", "c1.2", "first_money"].failed += 1
    verdict = evaluate(total, 1)
    assert "predicates contradicted" in verdict.missed()
    assert "usa c1.2 first_money" in verdict.findings[0]


@pytest.mark.parametrize(("name", "number", "test"), ALTERED)
def test_altered_numbers_are_seen(name: str, number: str, test: str) -> None:
    text = text_of(name, number)
    assert contradictions(name, number, test, text) == 0
    assert contradictions(name, number, test, raised(text)) > 0


@pytest.mark.parametrize(("name", "number", "test", "said", "wrong"), EDITED)
def test_a_changed_number_is_seen(name: str, number: str, test: str, said: str, wrong: str) -> None:
    text = text_of(name, number)
    assert said in text
    assert contradictions(name, number, test, text) == 0
    assert contradictions(name, number, test, text.replace(said, wrong)) > 0


@pytest.mark.parametrize(("name", "number", "test"), REPLACED)
def test_replaced_clauses_are_not_played(name: str, number: str, test: str) -> None:
    assert number in record(name, 0).book.replaced
    assert contradictions(name, number, test, text_of(name, number)) > 0


@pytest.mark.parametrize(("name", "owner", "number", "test"), FOREIGN)
def test_clauses_of_other_boards_are_not_played(
    name: str, owner: str, number: str, test: str
) -> None:
    assert contradictions(name, number, test, text_of(owner, number)) > 0
