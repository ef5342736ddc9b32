"""The table of a game with fuel cards and without a board."""

import re
from pathlib import Path

import pytest
from rich.console import Console

from gridwright.cli.drawing.columns import draw_columns
from gridwright.cli.drawing.fuel_cards import depot_in, draw_fuel_cards
from gridwright.cli.drawing.game_view import draw_game
from gridwright.cli.drawing.glyphs import ASCII, UNICODE
from gridwright.cli.timeline import Timeline
from gridwright.content.table import TableSpec
from gridwright.engine.editions.card.depot import Depot
from gridwright.engine.ids import TRUST
from gridwright.fair.record import random_transcript
from gridwright.fair.transcript import format_transcript
from tests.cli.conftest import Run, is_one_line

FOUR = TableSpec("card", "standard", "none", 4)
TWO = TableSpec("card", "standard", "none", 2, contractor=True)


@pytest.fixture(scope="module")
def four() -> Timeline:
    return Timeline(random_transcript(FOUR, 1))


@pytest.fixture(scope="module")
def two() -> Timeline:
    return Timeline(random_transcript(TWO, 3))


def depot_at(timeline: Timeline, place: int) -> Depot:
    depot = depot_in(timeline.seen(place, None))
    assert depot is not None
    return depot


def drawn(timeline: Timeline, place: int, width: int = 100) -> list[str]:
    with Path("/dev/null").open("w") as sink:
        console = Console(width=width, record=True, file=sink)
        seen = timeline.seen(place, None)
        console.print(draw_game(seen, timeline.names, console, with_board=True))
        return console.export_text().splitlines()


def test_a_card_table_has_no_board_and_no_cities(four: Timeline) -> None:
    for place in range(0, four.last + 1, 40):
        text = "\n".join(drawn(four, place))
        for word in ("step", "Board", "cities", "city", "supply", "supplies", "none"):
            assert word not in text, word
    assert drawn(four, 60)[0].startswith("── Round 3 · auctions ─")
    assert drawn(four, 60)[0].endswith(" card · standard ──")


def test_every_fuel_card_is_in_its_column(four: Timeline) -> None:
    names = four.names
    for place in range(30, four.last, 17):
        depot = depot_at(four, place)
        cards = depot.cards
        head, prices, *rows = draw_columns(depot, names, UNICODE, 100).plain.splitlines()
        assert head.endswith(f", {sum(depot.discard)} discarded") or "waiting aside" in head
        assert prices.split()[:6] == ["for", "1", "each", "for", "2", "for"] or "·" in prices
        assert prices.count("·") == 3 * cards.n_slots - sum(map(sum, depot.columns[1:]))
        begins = [match.start() for match in re.finditer("for ", prices)]
        ends = [*begins[1:], prices.index("units") - 1]
        for kind, row in enumerate(rows):
            assert row.startswith(f"  {names.letters[kind]} {names.kinds[kind]}")
            for column in range(1, cards.n_columns):
                shown = sorted(re.findall(r"\[(\d)\]", row[begins[column] : ends[column]]))
                assert shown == sorted(
                    str(cards.units_of[card])
                    for card in range(cards.n_printed)
                    if cards.kind_of[card] == kind
                    for _copy in range(depot.columns[column][card])
                )
            n_singles = depot.columns[0][cards.single(kind)]
            single = row[begins[0] : ends[0]].split()
            assert single == (
                [str(n_singles), "singles"[: 6 + (n_singles > 1)]] if n_singles else []
            )


def test_figures_count_units(four: Timeline) -> None:
    """All units of a kind are on sale, in a pile, aside or in a storage."""
    depot = depot_at(four, 140)
    cards = depot.cards
    rows = draw_columns(depot, four.names, UNICODE, 100).plain.splitlines()[2:]
    for kind, row in enumerate(rows):
        on_sale, stack, discard = (int(word) for word in row.split()[-3:])
        for pile, told in ((depot.stack, stack), (depot.discard, discard)):
            printed = range(cards.n_printed)
            units = [pile[card] * cards.units_of[card] for card in printed]
            assert told == sum(units[card] for card in printed if cards.kind_of[card] == kind)
        assert on_sale == sum(
            row_[card] * cards.units_of[card]
            for row_ in depot.columns
            for card in range(cards.n_cards)
            if cards.kind_of[card] == kind
        )


def test_piles_are_counted(four: Timeline) -> None:
    depot = depot_at(four, 40)
    title = draw_columns(depot, four.names, UNICODE, 100).plain.splitlines()[0]
    assert title.startswith("Fuel market  ")
    piles = f"{sum(depot.stack)} cards in the stack, {sum(depot.discard)} discarded"
    assert title.endswith(f"  {piles}, 4 waiting aside")
    depot.stack = [0] * depot.cards.n_printed
    depot.aside = depot.stack
    title = draw_columns(depot, four.names, UNICODE, 100).plain.splitlines()[0]
    assert title.endswith("  the stack is empty, 4 discarded")


@pytest.mark.parametrize("width", [80, 90, 100])
def test_full_columns_of_one_kind_fit(four: Timeline, width: int) -> None:
    """The widest fuel market there can be: six cards of one kind in each column."""
    depot = depot_at(four, 40)
    for column in range(1, depot.cards.n_columns):
        row = [0] * depot.cards.n_cards
        row[depot.cards.names.index("coal-3")] = 6
        depot.columns[column] = row
    singles = depot.columns[0][:]
    singles[depot.cards.single(0)] = 10
    depot.columns[0] = singles
    text = draw_columns(depot, four.names, UNICODE, width).plain
    assert max(len(line) for line in text.splitlines()) <= width
    assert text.count("[3][3][3][3][3][3]") == 3
    assert "10 singles" in text


def test_a_storage_shows_what_is_left_of_each_card(four: Timeline) -> None:
    cards = four.names.fuel_cards
    stored = [0] * cards.n_faces
    coal, gas = cards.names.index("coal-3"), cards.names.index("gas-2")
    for card, units, number in ((coal, 3, 1), (coal, 2, 2), (cards.single(0), 1, 2), (gas, 2, 1)):
        stored[cards.face(card, units)] += number
    parts = draw_fuel_cards(stored, four.names, UNICODE)
    assert [part.plain for part in parts] == ["coal 9: [2/3] [2/3] [3] ● ●", "gas 2: [2]"]
    assert draw_fuel_cards(stored, four.names, ASCII)[0].plain.endswith(" # #")
    assert draw_fuel_cards([0] * cards.n_faces, four.names, UNICODE) == []


def test_seats_show_money_income_plants_and_fuel(four: Timeline) -> None:
    place = 140
    lines = drawn(four, place)
    seen = four.seen(place, None)
    depot = depot_at(four, place)
    begin = lines.index("Seats     money  earned  produces  plants, what they burn and earn")
    order: list[int] = []
    for number, line in enumerate(lines[begin + 1 :], start=begin + 1):
        match = re.match(r"[ ▶] Seat (\d) +(\d+) +(\d+) +(\d+)  (.+)", line)
        if match is None:
            continue
        seat = int(match[1])
        order.append(seat)
        assert int(match[2]) == seen.money[seat]
        assert int(match[3]) == depot.incomes[seat]
        for plant in seen.plants[seat]:
            card = four.game.rules.deck.plants[plant]
            name = re.escape(four.names.marked_plant(plant))
            assert re.search(rf"\b{name} (\d\S+ )?→ {card.output}\b", match[5])
        units = depot.cards.units(depot.stored[seat])
        for kind, name in enumerate(four.names.kinds):
            assert (f"{name} {units[kind]}: " in lines[number + 1]) == (units[kind] > 0)
    assert order == seen.order


def test_a_plant_shows_what_it_burns(two: Timeline, four: Timeline) -> None:
    text = "\n".join("\n".join(drawn(four, place)) for place in range(40, four.last, 25))
    assert "7a 3G/O → 8" in text
    assert "8a → 6" in text
    assert "earns 8 ─╯" in text


def test_the_trust_stands_between_the_seats(two: Timeline) -> None:
    for place in range(20, two.last - 1, 11):
        lines = drawn(two, place)
        owners = [
            match[1] for line in lines if (match := re.match(r"[ ▶] (Seat|Trust)( \d)? {3}", line))
        ]
        assert owners == ["Seat", "Trust", "Seat"]
    depots = [depot_at(two, place) for place in range(two.last)]
    place = next(place for place, depot in enumerate(depots) if sum(depot.stored[-1]))
    lines = drawn(two, place)
    number = next(number for number, line in enumerate(lines) if line.startswith("  Trust  "))
    assert " → " in lines[number]
    assert lines[number + 1].startswith("    ")
    assert ": [" in lines[number + 1] or "●" in lines[number + 1]
    assert TRUST not in two.seen(place, None).order


def test_the_contractor_shows_its_pay(two: Timeline, four: Timeline) -> None:
    line = "Contractor  1 for the first plant given up, 0 for each later one, card 1 of 5"
    assert line in drawn(two, 20)
    assert not any(line.startswith("Contractor") for line in drawn(four, 20))


def test_the_last_round_is_announced() -> None:
    four = next(
        timeline
        for timeline in (Timeline(random_transcript(FOUR, number)) for number in range(1, 20))
        if any(_waits(timeline, place) for place in range(timeline.last))
    )
    ends = four.round_ends()
    last = max(ends)
    begin = ends[last - 1]
    assert drawn(four, begin)[0].startswith(f"── Round {last} · last round · auctions ─")
    assert "· one more round · bureaucracy ─" in drawn(four, begin - 1)[0]
    assert "round ·" not in drawn(four, ends[1])[0]
    market = drawn(four, begin)
    assert sum(line.count("╭") for line in market) == 6
    assert not any(line.startswith(" future") for line in market)


def test_the_end_card_on_the_market() -> None:
    timeline = next(
        timeline
        for timeline in (Timeline(random_transcript(FOUR, number)) for number in range(1, 20))
        if any(_waits(timeline, place) for place in range(timeline.last))
    )
    place = next(place for place in range(timeline.last) if _waits(timeline, place))
    text = "\n".join(drawn(timeline, place))
    assert "─ End card ─" in text
    assert "│ one more round" in text
    assert "Step 3" not in text


def _waits(timeline: Timeline, place: int) -> bool:
    return timeline.game.rules.deck.step_card in timeline.states[place].market


def test_places_by_victory_points(four: Timeline) -> None:
    lines = drawn(four, four.last)
    assert "Places    money  produces  points  plants, what they burn and earn" in lines
    seen = four.seen(four.last, None)
    found = [re.match(r"(\d) Seat (\d) +(\d+) +(\d+) +(\d+)  ", line) for line in lines]
    rows = [[int(word) for word in match.groups()] for match in found if match]
    assert [row[0] for row in rows] == sorted(seen.ranking)
    for _place, seat, money, produces, points in rows:
        assert money == seen.money[seat]
        assert points == seen.scores[seat] == produces + money // 10
    winner = seen.ranking.index(1)
    assert f"{seen.scores[winner]} points, {seen.money[winner]} Elektro" in lines[1]


def test_replaying_a_card_game(run: Run, tmp_path: Path) -> None:
    (tmp_path / "t.txt").write_text(format_transcript(random_transcript(FOUR, 1)))
    every = run("replay", "t.txt", "--all")
    assert every.code == 0
    assert max(len(line) for line in every.lines) <= 80
    log = run("replay", "t.txt", "--log")
    assert max(len(line) for line in log.lines) <= 80
    set_up = log.out[: log.out.index("Round 1, auctions")]
    assert set_up.count("New fuel: ") == 1
    assert "is the last." in log.out
    assert "The end card leaves the game." in log.out
    assert run("replay", "t.txt", "--at", "40", "--json").code == 0
    outcome = run("replay", "t.txt", "--board")
    assert outcome.code == 2
    assert is_one_line(outcome.err)
    assert "--board: card is played without a board" in outcome.err


def test_many_card_games(run: Run) -> None:
    outcome = run("simulate", "--edition", "card", "--games", "3", "--out", "games")
    assert outcome.code == 0, outcome.err
    assert "3 by last-round" in outcome.out
    assert run("verify", "games").out.endswith("3 of 3 games are good.\n")
    outcome = run("simulate", "--edition", "card", "--regions", "draft", "--out", "other")
    assert outcome.code == 2
    assert is_one_line(outcome.err)
    assert not Path("other").exists()
