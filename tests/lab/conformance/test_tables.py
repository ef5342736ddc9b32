"""The proofs leave no table out."""

from gridwright.content.table import (
    build_game,
    list_boards,
    list_house_rules,
    list_presets,
    list_seats,
)
from gridwright_lab.conformance.sampling.tables import list_tables, option_name, table_name


def test_every_preset_board_and_number_of_seats_is_there_with_every_option() -> None:
    tables = list_tables()
    for preset in list_presets():
        for board in list_boards(preset=preset):
            for seats in list_seats():
                options = {
                    option_name(table)
                    for table in tables
                    if (table.preset, table.board, table.seats) == (preset, board, seats)
                }
                wanted = {
                    "plain",
                    "contractor+hidden-money",
                    "drafted",
                    "given-regions+given-order",
                }
                assert wanted <= options


def test_every_house_rule_is_there_alone_and_all_are_there_together() -> None:
    tables = list_tables()
    for board in list_boards(preset="original"):
        for seats in list_seats():
            sets = {
                table.house_rules
                for table in tables
                if (table.board, table.seats, table.preset) == (board, seats, "original")
            }
            rules = list_house_rules()
            assert sets == {(), tuple(rules), *[(rule,) for rule in rules]}


def test_no_table_is_there_twice_and_all_can_be_built() -> None:
    tables = list_tables()
    assert len({table_name(table) for table in tables}) == len(set(tables)) == len(tables)
    for table in tables:
        assert build_game(table).rules.n_seats == table.seats
