"""A host's corrections to the cards of the card game."""

import pytest

from gridwright.content.table import (
    ContentError,
    TableSpec,
    build_rules,
    default_spec,
    list_figures,
    register_overlay,
    rules_identity,
)
from gridwright.engine.notation import plant_names
from tests.content.conftest import Write

TWIN = (
    'plants = [{ number = 5, twin = "c", output = 8, note = "our card", confidence = "certain" }]'
)
COAL = 'cards = [{ id = "coal-01", units = 2, note = "our card", confidence = "certain" }]'


def corrected(content: str) -> TableSpec:
    return default_spec("card", content=content)


def outputs(spec: TableSpec) -> dict[str, int]:
    rules = build_rules(spec)
    return {
        name: plant.output
        for name, plant in zip(plant_names(rules), rules.deck.plants, strict=False)
    }


def test_one_twin_is_corrected(write_card: Write) -> None:
    digest = register_overlay(write_card(plants=TWIN))
    changed = outputs(corrected(digest))
    shipped = outputs(default_spec("card"))
    assert changed == shipped | {"5c": 8}
    assert (shipped["5b"], shipped["5c"]) == (6, 6)


def test_one_fuel_card_is_corrected(write_card: Write) -> None:
    digest = register_overlay(write_card(fuel_cards=COAL))
    cards = build_rules(corrected(digest)).cards
    shipped = build_rules(default_spec("card")).cards
    # The only coal card of 1 for four seats is gone, so no such card plays.
    assert cards.names[:2] == ["coal-2", "coal-3"]
    assert cards.opening[:2] == [shipped.opening[1] + 1, shipped.opening[2]]
    assert cards.n_printed == shipped.n_printed - 1


def test_one_card_of_a_pile_is_corrected(write_card: Write) -> None:
    piles = "first_pile = [{ id = 'uranium-plus', units = 1 }]\n"
    cards = build_rules(corrected(register_overlay(write_card(fuel_cards=piles)))).cards
    assert cards.first_pile == [0, 0, 1, 0, 0, 1, 0, 0, 1, 1, 0]
    assert cards.second_pile == [0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 1]


def test_identities(write_card: Write) -> None:
    """Every correction makes another table; a game that it does not touch keeps its own."""
    shipped = default_spec("card")
    digests = [
        register_overlay(write_card(plants=TWIN)),
        register_overlay(write_card("fuel", fuel_cards=COAL)),
        register_overlay(write_card("money", edition="[points]\nmoney_per_point = 12\n")),
    ]
    tables = [shipped, *(corrected(digest) for digest in digests)]
    assert len({rules_identity(table) for table in tables}) == 4
    frozen = "d48b6d5fa1131b3439b647d1c6c1ce2e472ddec8a7c01f938bef54cc1aee3a87"
    assert rules_identity(TableSpec("classic", "original", "usa", 4)) == frozen


def test_corrections_are_listed(write_card: Write) -> None:
    digest = register_overlay(write_card(plants=TWIN, fuel_cards=COAL))
    figures = {each.path: each.provenance for each in list_figures("card", content=digest)}
    for path in ("plants.5c", "cards.coal-01"):
        assert (figures[path].source, figures[path].confidence) == ("our card", "certain")
    assert figures["plants.5b"].confidence == "reconstruction"


def test_the_order_of_cards_does_not_count(write_card: Write) -> None:
    one = '{ id = "gas-01", units = 2 }'
    other = '{ id = "oil-01", units = 2 }'
    first = register_overlay(write_card(fuel_cards=f"cards = [{one}, {other}]\n"))
    again = register_overlay(write_card("again", fuel_cards=f"cards = [{other}, {one}]\n"))
    assert first == again


REFUSED: list[tuple[str, dict[str, str], str, str, str]] = [
    (
        "a twin without its letter",
        {"plants": "plants = [{ number = 5, output = 8 }]\n"},
        "card/plants.toml",
        "plants[0].kinds",
        "missing key",
    ),
    (
        "a twin twice",
        {"plants": f"plants = [{TWIN[10:-1]}, {TWIN[10:-1]}]\n"},
        "card/plants.toml",
        "plants[1]",
        "duplicate plant 5c; expected each once",
    ),
    (
        "a fuel card too many",
        {"fuel_cards": 'cards = [{ id = "coal-13", kind = "coal", units = 1, seats = 2 }]\n'},
        "",
        "",
        "expected figures that fit the shipped ones; came card/fuel_cards.toml: counts.cards.coal",
    ),
    (
        "a fuel card without an id",
        {"fuel_cards": "cards = [{ units = 2 }]\n"},
        "card/fuel_cards.toml",
        "cards[0].id",
        "missing key",
    ),
    (
        "a board",
        {"mars": 'id = "mars"\n'},
        "card/boards/mars/board.toml",
        "",
        "expected no board beside fuel_cards.toml",
    ),
    (
        "nothing",
        {"fuel_cards": 'cards = [{ id = "coal-01", units = 1 }]\n'},
        "",
        "",
        "expected at least one change; came the shipped figures",
    ),
]


@pytest.mark.parametrize(
    ("texts", "file", "path", "problem"),
    [each[1:] for each in REFUSED],
    ids=[each[0] for each in REFUSED],
)
def test_refused(
    texts: dict[str, str], file: str, path: str, problem: str, write_card: Write
) -> None:
    folder = write_card(**texts)
    with pytest.raises(ContentError) as caught:
        register_overlay(folder)
    assert (caught.value.file, caught.value.path) == (str(folder / file), path)
    assert caught.value.problem.startswith(problem)


def test_fuel_cards_do_not_join_a_board(write: Write) -> None:
    with pytest.raises(ContentError) as caught:
        register_overlay(write(fuel_cards="cards = []\n"))
    assert "deluxe/boards/europe/board.toml: expected no board beside" in caught.value.problem
