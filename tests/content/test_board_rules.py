"""Rules of a single board, and the faults of such a board."""

from pathlib import Path

import pytest

from gridwright.content.errors import ContentError
from gridwright.content.identity import describe_rules, rules_identity
from gridwright.content.table import TableSpec, build_game, build_rules, list_boards
from gridwright.engine.phases.building import BuildingPhase
from tests.content.conftest import Edit
from tests.content.damage import Damage, verify_complaint

USA = "boards/usa/board.toml"
SPEC = TableSpec("classic", "original", "usa", 4)
ORIGIN = 'source = "made up"\nconfidence = "low"\n'
KINDS = "coal = {}, oil = {}, garbage = {}, uranium = {}"


def said(text: str, edit: Edit) -> Path:
    """The content with something said by a board."""
    return edit(USA, "# The first, second and third house in a city.\n", f"{text}\n")


def test_a_board_may_name_its_presets(edit: Edit) -> None:
    root = edit(USA, 'name = "USA"', 'name = "USA"\npresets = ["recharged", "original"]')
    listed = list_boards("classic", "recharged", root)
    assert listed[:2] == ["usa-recharged", "germany-recharged"]
    assert listed[2:] == sorted(["usa", *list_boards("classic", "recharged")[2:]])
    assert list_boards("classic", "original", root) == list_boards("classic", "original")
    assert build_rules(TableSpec("classic", "recharged", "usa", 3), root).board.name == "usa"


SEATS = range(2, 7)
LIMITS = "{ regions = 3, plant_limit = 5, step_two_cities = 4, end_cities = 9 }"
OWN_TABLES = f"""
[tokens]
totals = {{ {KINDS.format(20, 20, 20, 10)} }}
{ORIGIN}
[ladders]
prices = {{ {KINDS.format([1] * 20, [2] * 20, [3] * 20, [4] * 9)} }}
{ORIGIN}
[opening_tokens.own]
tokens = {{ {KINDS.format(9, 8, 7, 6)} }}
{ORIGIN}
[incomes.own]
payments = [1, 2, 3]
{ORIGIN}
[refills.own]
rows = {{ {", ".join(f"{n} = [[{n}, 3, 2, 1], [1, 1, 1, 1], [1, 1, 1, 2]]" for n in SEATS)} }}
{ORIGIN}
[seat_tables.own]
rows = {{ {", ".join(f"{n} = {LIMITS}" for n in SEATS)} }}
{ORIGIN}
[settings.original]
opening_tokens = "own"
income = "own"
refill = "own"
seat_table = "own"
"""


def test_a_board_may_have_tables_of_its_own(edit: Edit) -> None:
    root = said(OWN_TABLES, edit)
    rules = build_rules(SPEC, root)
    market = rules.market
    assert market.token_totals == [20, 20, 20, 10]
    assert [ladder.prices[0] for ladder in market.ladders] == [1, 2, 3, 4]
    assert market.opening_tokens == [9, 8, 7, 6]
    assert market.refills == [[4, 3, 2, 1], [1, 1, 1, 1], [1, 1, 1, 2]]
    assert rules.income == [1, 2, 3]
    assert tuple(rules.limits) == (3, 5, 4, 9)
    other = TableSpec("classic", "original", "germany", 4)
    assert rules_identity(other, root) == rules_identity(other)


def test_an_opening_that_the_ladders_of_a_board_cannot_hold(edit: Edit) -> None:
    prices = KINDS.format([1] * 5, [2] * 30, [3] * 30, [4] * 12)
    root = said(f"[ladders]\nprices = {{ {prices} }}\n{ORIGIN}", edit)
    with pytest.raises(ContentError, match=r"^table: board: expected at most 5 coal; came 24"):
        build_rules(SPEC, root)


def test_a_plant_may_end_a_refill_in_some_presets_alone(edit: Edit) -> None:
    root = said(
        f"""[[closing_plants]]
plant = 39
kinds = ["uranium"]
presets = ["reference"]
{ORIGIN}""",
        edit,
    )
    for preset, closed in (("original", 0), ("reference", 0b1000)):
        rules = build_rules(TableSpec("classic", preset, "usa", 4), root)
        plant = rules.plant_called(39)
        assert rules.market.closing_plants[plant] == closed
        assert sum(rules.market.closing_plants) == closed


def test_a_deck_may_keep_cards_from_the_removal(edit: Edit) -> None:
    old = build_rules(SPEC)
    assert old.deck.kept == 0
    assert "kept" not in describe_rules(old)["deck"]
    root = edit(
        "decks.toml",
        "n_opening_drawn = 0\n",
        'n_opening_drawn = 0\nkept = ["step", "top"]\n',
    )
    rules = build_rules(SPEC, root)
    plants = [rules.plant_called(13), rules.deck.step_card]
    assert rules.deck.kept == sum(1 << card for card in plants)
    assert describe_rules(rules)["deck"]["kept"] == rules.deck.kept
    assert rules_identity(SPEC, root) != rules_identity(SPEC)


def test_market_sizes_may_differ_by_seats(edit: Edit) -> None:
    sizes = ", ".join(f"{seats} = [8, 8, {seats + 3}]" for seats in SEATS)
    root = edit("decks.toml", "market_sizes = [8, 8, 6]", f"market_sizes = {{ {sizes} }}")
    root = edit("decks.toml", "current_sizes = [4, 4, 6]", "current_sizes = [4, 4, 5]")
    found = [
        build_rules(TableSpec("classic", "original", "usa", seats), root).deck.market_sizes[2]
        for seats in range(2, 7)
    ]
    assert found == [5, 6, 7, 8, 9]


PLANTS = """
[plants]
plants = [
  { number = 3, kinds = ["oil"], need = 2, storage = 4, output = 1, back = "plug" },
  { number = 4, kinds = ["coal"], need = 2, storage = 4, output = 1, back = "plug" },
  { number = 5, kinds = ["coal", "oil"], need = 2, storage = 4, output = 1, back = "plug" },
]
ORIGIN
[decks.small]
backs = ["card"]
plant_backs = { plug = "card" }
step_card_back = "card"
opening_market = ["all"]
n_opening_drawn = 0
removed = {}
market_sizes = [3, 3, 3]
current_sizes = [2, 2, 3]
ORIGIN
[decks.small.groups]
all = { span = [3, 5] }
step = { step_card = true }

[[decks.small.layers]]
groups = ["step"]
counts = { card = 1 }

[settings.original]
deck = "small"
""".replace("ORIGIN", ORIGIN)


def test_a_board_may_have_plants_and_decks_of_its_own(edit: Edit) -> None:
    root = said(PLANTS, edit)
    rules = build_rules(SPEC, root)
    assert [plant.number for plant in rules.deck.plants] == [3, 4, 5]
    assert rules.deck.opening_market == [0, 1, 2]
    assert len(rules.market.closing_plants) == 3
    with pytest.raises(ContentError, match="expected a deck of the board's own plants"):
        build_rules(TableSpec("classic", "reference", "usa", 4), root)
    germany = TableSpec("classic", "original", "germany", 4)
    assert len(build_rules(germany, root).deck.plants) == 42


PARTS = """
[[parts]]
name = "snow"
each = "city"

[[parts]]
name = "tolls"
each = "seat"
start = 3

[[parts]]
name = "barge"
numbers = [1, 0, 0, 2]
tokens = true
"""
LOAD = "{ 2 = 1, 3 = 2, 4 = [3, 3], 5 = 4, 6 = 5 }"
FIGURES = f"[figures]\ntoll = 4\nsteps = [1, 2]\nload = {LOAD}\n{ORIGIN}"


def test_parts_and_numbers_reach_the_rules_and_their_identity(edit: Edit) -> None:
    root = said(f"{PARTS}\n{FIGURES}", edit)
    rules = build_rules(SPEC, root)
    assert [(part.name, part.opening, part.holds_tokens) for part in rules.parts] == [
        ("snow", [0] * 42, False),
        ("tolls", [3, 3, 3, 3], False),
        ("barge", [1, 0, 0, 2], True),
    ]
    assert rules.figures == {"toll": [4], "steps": [1, 2], "load": [3, 3]}
    told = describe_rules(rules)
    assert told["parts"][1] == ["tolls", [3, 3, 3, 3], False]
    assert told["figures"] == rules.figures
    assert rules_identity(SPEC, root) != rules_identity(SPEC)


SPACES = f"""
[[spaces.own]]
cities = ["seattle", "miami"]
costs = [15, 20]
steps = [2, 3]
{ORIGIN}"""


def test_spaces_may_differ_by_city(edit: Edit) -> None:
    root = edit(USA, "[layout]", f"{SPACES}\n[layout]")
    board = build_rules(SPEC, root).board
    seattle, tampa = board.cities.index("seattle"), board.cities.index("tampa")
    assert [board.site_cost(seattle, 0, step) for step in (1, 2, 3)] == [1_000_000, 15, 15]
    assert [board.site_cost(seattle, 1, step) for step in (1, 2, 3)] == [1_000_000, 1_000_000, 20]
    assert [board.site_cost(tampa, 0, step) for step in (1, 2, 3)] == [10, 10, 10]
    told = describe_rules(build_rules(SPEC, root))["board"]["own_spaces"]
    assert [seattle, [15, 20], [2, 3]] in told


def test_a_board_may_explain_refusals(edit: Edit) -> None:
    root = said('[clauses]\nno_room = "b-usa.2"\nsnowed_in = "b-usa.1"\n', edit)
    clauses = build_rules(SPEC, root).clauses
    assert (clauses["no_room"], clauses["snowed_in"]) == ("b-usa.2", "b-usa.1")
    assert clauses["sold_out"] == build_rules(SPEC).clauses["sold_out"]
    assert rules_identity(SPEC, root) == rules_identity(SPEC)


HOUSES = "# The first, second and third house in a city.\n"


def damage(name: str, text: str, key: str, problem: str) -> Damage:
    return Damage(name, USA, HOUSES, f"{text}\n", key, problem)


DAMAGES = [
    damage(
        "a class without a module",
        '[brings]\naccess = "Closed"',
        "brings",
        "expected the module gridwright.engine.boards.usa for what the board brings; there is none",
    ),
    damage("unknown thing to bring", '[brings]\nweather = "Snow"', "brings.weather", "unknown key"),
    damage(
        "a part with two shapes",
        '[[parts]]\nname = "snow"\neach = "seat"\nnumbers = [1]',
        "parts[0]",
        "expected either numbers or each",
    ),
    damage(
        "tokens of too few kinds",
        '[[parts]]\nname = "barge"\nnumbers = [1, 2]\ntokens = true',
        "parts[0].tokens",
        "expected a number for each of 4 kinds",
    ),
    damage(
        "a part twice",
        '[[parts]]\nname = "snow"\neach = "seat"\n[[parts]]\nname = "snow"\neach = "city"',
        "parts[1]",
        'duplicate part "snow"',
    ),
    damage("a number below zero", f"[figures]\ntoll = -1\n{ORIGIN}", "figures.toll", "expected"),
    damage(
        "a clause without a number",
        '[clauses]\nno_room = "later"',
        "clauses.no_room",
        'expected the number of a clause such as b-usa.1; came "later"',
    ),
    damage(
        "a code in capitals",
        '[clauses]\nNoRoom = "b-usa.1"',
        "clauses.NoRoom",
        "expected a code such as no_room",
    ),
    damage(
        "a table that no one has",
        '[settings.original]\nrefill = "own"',
        "settings.original.refill",
        'unknown refill table "own"; expected one of published',
    ),
    Damage(
        "an unknown preset",
        USA,
        'name = "USA"',
        'name = "USA"\npresets = ["deluxe"]',
        "presets[0]",
        'unknown preset "deluxe"',
    ),
    Damage(
        "more spaces than others have",
        USA,
        "[layout]",
        '[[spaces.own]]\ncities = ["miami"]\ncosts = [1, 2, 3, 4]\nsteps = [1, 1, 1, 1]\n'
        f"{ORIGIN}\n[layout]",
        "spaces.own[0].costs",
        "expected one to 3 spaces; came 4",
    ),
    Damage(
        "spaces that open in disorder",
        USA,
        "[layout]",
        f'[[spaces.own]]\ncities = ["miami"]\ncosts = [1, 2]\nsteps = [2, 1]\n{ORIGIN}\n[layout]',
        "spaces.own[0].steps",
        "expected spaces that open in their order; came [2, 1]",
    ),
]


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda damage: damage.name)
def test_damage_is_found(damage: Damage, edit: Edit) -> None:
    verify_complaint(damage, edit(damage.file, damage.old, damage.new, damage.edition))


def test_cities_may_cost_something_to_enter_and_to_pass(edit: Edit) -> None:
    """The way to a city costs its link and its entry, each city in between the passage too."""
    edit(USA, 'id = "boise", name = "Boise"', 'id = "boise", name = "Boise", enter = 4')
    root = said(f"[passage]\ncost = 5\n{ORIGIN}", edit)
    board = build_rules(SPEC, root).board
    seattle, portland, boise = (board.cities.index(c) for c in ("seattle", "portland", "boise"))
    links = {(board.cities[a], board.cities[b]): cost for a, b, cost in board.links}
    distances = board.area((1 << len(board.regions)) - 1).distances
    assert distances[seattle][boise] == links["boise", "seattle"] + 4
    assert distances[boise][seattle] == links["boise", "seattle"]
    direct = links["boise", "portland"]
    assert distances[portland][boise] == direct + 4
    salt_lake = board.cities.index("salt-lake-city")
    last = links["boise", "salt-lake-city"]
    assert distances[portland][salt_lake] == direct + 4 + 5 + last
    assert board.passages == [5] * board.n_cities
    told = describe_rules(build_rules(SPEC, root))["board"]
    assert told["entries"][boise] == 4
    assert sum(told["entries"]) == 4
    assert "entries" not in describe_rules(build_rules(SPEC))["board"]


def test_a_city_may_have_no_place_on_earth(edit: Edit) -> None:
    """A city may lack both latitude and longitude."""
    file = (edit(USA, "USA", "USA") / "classic" / USA).read_text(encoding="utf-8")
    place = file[file.index(", lat = ") : file.index(", x = ")]
    root = edit(USA, place, "")
    assert build_rules(SPEC, root).board.cities == build_rules(SPEC).board.cities


def test_step_two_may_begin_otherwise_than_by_cities(edit: Edit) -> None:
    tables = OWN_TABLES.replace("step_two_cities = 4", "step_two_cities = 0")
    game = build_game(SPEC, said(tables, edit))
    building = next(phase for phase in game.phases if isinstance(phase, BuildingPhase))
    state = game.new_state()
    state.grid.n_cities[0] = 8
    assert not building.is_step_two_due(state)
