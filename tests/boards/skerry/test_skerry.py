"""The clauses of the made-up board."""

from dataclasses import replace

from gridwright.cli.drawing.glyphs import UNICODE
from gridwright.cli.drawing.ladders import draw_ladders
from gridwright.cli.drawing.names import Names
from gridwright.cli.drawing.refusal_sentences import tell_refusal
from gridwright.content.table import build_game
from gridwright.engine.board_parts import board_parts
from gridwright.engine.ids import SPECTATOR
from gridwright.engine.observe import ladders_seen, observe
from gridwright.engine.vocabulary.fuel import BuyResources
from tests.boards.made_up import specs_of
from tests.kit.scenario import Scenario

BOARD = "skerry"
OIL = 1
FERRY = 0
SAILINGS = 1


def skerry(seats: int = 4, preset: str = "original") -> Scenario:
    found = [spec for spec in specs_of(BOARD) if (spec.seats, spec.preset) == (seats, preset)]
    return Scenario(build_game(replace(found[0], order=tuple(range(seats)))))


def test_b_skerry_1_oil_is_cheaper_at_the_harbour() -> None:
    """A seat with a house in Reykjavík pays 1 less for each oil token, but at least 1."""
    position = skerry().owns(3, 7).owns(0, 3).cities(3, "reykjavik").cities(0, "akranes")
    table = position.tokens(oil=18).at("resources")
    game = table.game
    seen = observe(game, table.state, 3)
    cheap, dear = (ladders_seen(game.rules, seen, seat)[OIL].prices for seat in (3, 0))
    assert dear[:4] == [2, 2, 2, 3]
    assert cheap == [price - 1 for price in dear]
    assert ladders_seen(game.rules, seen, SPECTATOR)[OIL].prices == dear
    before = table.money(3)
    table.do("3 buy oil 4")
    assert before - table.money(3) == 1 + 1 + 1 + 2
    spec = next(spec for spec in specs_of(BOARD) if spec.seats == 4)
    drawn = [
        draw_ladders(observe(game, table.state, viewer), Names(spec, game), UNICODE).plain
        for viewer in (3, 0)
    ]
    assert drawn[0] != drawn[1]


def test_b_skerry_2_uranium_is_for_networks() -> None:
    """A seat needs houses in two cities to offer or bid for a plant that burns uranium."""
    position = skerry().money(0, 90).money(1, 90).money(2, 90)
    position = position.cities(0, "vik", "klaustur").cities(1, "vik").cities(2, "hofn", "klaustur")
    table = position.market(11, 12, 14, 15, 16, 18, 19, 20).order(1, 0, 2, 3).at("auction")
    refusal = table.refused("1 offer 11 11")
    assert (refusal.code, refusal.clause) == ("no_reactor_yet", "b-skerry.2")
    table.do("1 pass", "0 offer 11 11")
    assert table.actor == 2
    assert table.state.auction.contenders == 0b101


def test_b_skerry_3_a_ferry_brings_coal() -> None:
    """Each seat, in reverse order, may buy up to two of the ferry's tokens for 3 each."""
    position = skerry().owns(3, 4).owns(2, 5).owns(1, 3).tokens(coal=4)
    table = position.at("ferry")
    parts = board_parts(table.state)
    supply = table.supply()["coal"]
    assert parts.row(FERRY) == [4, 0, 0, 0]
    assert supply == 20 - 4 - 4
    assert table.actor == 3
    refusal = table.refused("3 buy coal 3")
    assert (refusal.code, refusal.clause) == ("no_ferry_left", "b-skerry.3")
    told = tell_refusal(refusal, Names(specs_of(BOARD)[2], table.game))
    assert told.startswith("b-skerry.3 Before building there is a ferry.")
    assert told.endswith("The ferry has no such token left for you.")
    assert table.refused("3 buy oil 1").code == "no_ferry_left"
    assert table.refused("3 connect vik").code == "wrong_phase"
    assert table.refused_action(BuyResources(3, 9, 1)).code == "unknown_name"
    full = skerry().owns(3, 4).fuel(3, coal=3).money(3, 20).at("ferry")
    assert full.refused("3 buy coal 2").code == "no_room"
    poor = skerry().owns(3, 4).money(3, 5).at("ferry")
    assert poor.refused("3 buy coal 2").code == "cannot_pay_fuel"
    table.do("3 buy coal 2")
    assert (table.money(3), table.fuel(3)["coal"]) == (50 - 6 + 1, 2)
    assert board_parts(table.state).row(FERRY)[0] == 2
    assert board_parts(table.state).row(SAILINGS) == [0, 0, 0, 2]
    assert (table.tokens()["coal"], table.supply()["coal"]) == (4, supply)
    table.do("3 finish-buying", "2 buy coal 1", "2 take-back")
    assert board_parts(table.state).row(FERRY)[0] == 2
    table.do("2 finish-buying")
    # Who burns no coal is not asked, and what is left stays on board.
    assert table.phase == "building"
    assert board_parts(table.state).row(FERRY)[0] == 2


def test_b_skerry_4_some_cities_have_spaces_of_their_own() -> None:
    """The first costs 12, the second 18, and the second is open in step 3 only."""
    board = skerry().game.rules.board
    city = board.cities.index("thorshofn")
    assert [board.site_cost(city, 0, step) for step in (1, 2, 3)] == [12, 12, 12]
    assert [board.site_cost(city, 1, step) for step in (1, 2, 3)] == [1_000_000, 1_000_000, 18]
    assert [board.site_cost(city, 2, step) for step in (1, 2, 3)] == [1_000_000] * 3
    other = board.cities.index("vik")
    assert [board.site_cost(other, step - 1, step) for step in (1, 2, 3)] == [10, 15, 20]
    table = skerry().money(3, 50).at("building")
    table.do("3 connect thorshofn")
    assert table.money(3) == 50 - 12


def test_b_skerry_5_few_players_have_a_small_market() -> None:
    """The market has six plants, three of them current, with two or three players."""
    for seats, size, current in ((2, 6, 3), (3, 6, 3), (4, 8, 4), (6, 8, 4)):
        deck = skerry(seats).game.rules.deck
        assert (deck.market_sizes[0], deck.current_sizes[0]) == (size, current)
        assert len(deck.opening_market) + deck.n_opening_drawn == size


def test_b_skerry_6_the_first_on_board_is_given_money() -> None:
    """The seat that buys first from the ferry in a round is given 1."""
    table = skerry().owns(3, 4).owns(2, 5).at("ferry")
    seen = observe(table.game, table.state, SPECTATOR)
    for line in ("3 buy coal 1", "3 take-back", "3 buy coal 1", "3 finish-buying", "2 buy coal 1"):
        for event in table.do(line):
            event.fold(table.game.rules, seen)
    assert (table.money(3), table.money(2)) == (50 - 3 + 1, 50 - 3)
    assert seen.money == table.state.money
    assert seen.parts.rows() == table.state.parts.rows()
