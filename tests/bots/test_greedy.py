"""L1, skill by skill, in positions where the right choice is plain."""

import pytest

from gridwright.bots.greedy import GreedyBot
from gridwright.engine.observe import observe
from gridwright.engine.vocabulary.auction import PassAuction
from gridwright.engine.vocabulary.base import MayDo
from gridwright.engine.vocabulary.setup import MayChooseRegions
from gridwright.fair.draw import Stream
from tests.bots.seats import choice, play_turn
from tests.kit.card_scenario import card_scenario
from tests.kit.scenario import opening, scenario

# Auctions


def test_prefers_a_free_run_to_dear_uranium() -> None:
    table = scenario().tokens(uranium=2).market(6, 9, 11, 13, 20, 25, 26, 30).at("auction")
    assert choice(table) == "0 offer 13 13"


def test_takes_a_large_plant_when_uranium_is_cheap() -> None:
    built = scenario().owns(0, 10).n_cities(0, 3).money(0, 60).tokens(uranium=12)
    assert choice(built.market(5, 6, 9, 17, 20, 25, 26, 30).at("auction")) == "0 offer 17 17"


def test_bids_one_more_for_a_plant_it_wants() -> None:
    table = scenario().market(15, 16, 20, 25, 26, 30, 31, 32).at("auction")
    table.do("0 offer 20 20")
    assert choice(table) == "1 bid 21"


def test_drops_out_above_a_fair_price() -> None:
    table = scenario().money(0, 90).money(1, 90).at("auction")
    table.do("0 offer 4 30")
    assert choice(table) == "1 drop"


def test_keeps_the_money_for_its_fuel() -> None:
    """Two coal cost 16, half as much again is kept for what others take, and 10 for a city."""
    built = scenario().money(0, 28).tokens(coal=2).market(4, 8, 10, 15, 20, 25, 26, 30)
    assert choice(built.at("auction")) == "0 pass"


def test_bids_higher_when_money_lies_idle() -> None:
    built = scenario().money(0, 500).money(1, 500).owns(1, 10).n_cities(1, 4)
    table = built.market(15, 16, 20, 25, 26, 30, 31, 32).at("auction")
    table.do("0 offer 20 60")
    assert choice(table) == "1 bid 61"


def test_passes_when_its_plants_are_better() -> None:
    built = scenario().owns(0, 25, 31, 36).n_cities(0, 5).market(3, 4, 5, 6, 7, 8, 9, 10)
    assert choice(built.at("auction")) == "0 pass"


def test_opens_something_where_it_must() -> None:
    table = scenario().round(1).money(0, 10).market(7, 8, 9, 10, 20, 25, 26, 30).at("auction")
    assert choice(table) == "0 offer 7 7"


def test_gives_up_the_worst_plant() -> None:
    built = scenario().owns(0, 4, 20, 25).n_cities(0, 8).money(0, 200)
    table = built.market(26, 30, 31, 32, 33, 34, 35, 36).at("auction")
    table.do("0 offer 31 31", "1 drop", "2 drop", "3 drop")
    assert choice(table) == "0 scrap 4"


def test_gives_up_the_fuel_that_is_cheaper_to_buy_again() -> None:
    built = scenario().owns(0, 5, 20, 25).fuel(0, coal=11, oil=3).n_cities(0, 8).money(0, 200)
    built = built.tokens(coal=1, oil=18)
    table = built.market(26, 30, 31, 32, 33, 34, 35, 36).at("auction")
    table.do("0 offer 31 31", "1 drop", "2 drop", "3 drop")
    lost = [line for line in table.legal() if line.startswith("0 scrap 5")]
    assert choice(table) == lost[0]


def test_in_the_last_round_a_plant_is_bought_for_points() -> None:
    """A card game's last auction: fifteen points for 38 of money, less than four points."""
    built = card_scenario().last_round().owns(0, "3").money(0, 60).column(2, "uranium-2")
    table = built.market("4a", "31", "33", "35", "36", "38").at("auction")
    assert choice(table) == "0 offer 38 38"


# Fuel


def test_buys_one_run_where_fuel_is_dear() -> None:
    table = scenario().owns(3, 10).n_cities(3, 2).tokens(coal=9).at("resources")
    assert play_turn(table) == ["3 buy coal 2", "3 finish-buying"]


def test_buys_a_second_run_where_fuel_is_cheap() -> None:
    table = scenario().owns(3, 10).n_cities(3, 2).at("resources")
    assert play_turn(table)[:2] == ["3 buy coal 2", "3 buy coal 2"]
    assert table.fuel(3) == {"coal": 4}


def test_a_city_comes_before_a_second_run() -> None:
    built = scenario().owns(3, 20).fuel(3, coal=3).cities(3, "chicago").money(3, 25)
    assert play_turn(built.at("resources")) == ["3 finish-buying"]


def test_hybrids_get_the_cheaper_kind() -> None:
    table = scenario().owns(3, 5).n_cities(3, 1).tokens(coal=6, oil=18).at("resources")
    assert play_turn(table)[0] == "3 buy oil 2"


def test_fuel_that_does_not_pay_stays_on_the_market() -> None:
    """The ecological plant supplies both cities; a third is out of reach."""
    table = scenario().owns(3, 3, 18).n_cities(3, 2).tokens(oil=9).money(3, 15).at("resources")
    assert choice(table) == "3 finish-buying"


def test_fuels_what_it_can_pay() -> None:
    """Both plants would cost 25; the smaller one runs for 10."""
    table = scenario().owns(3, 10, 20).n_cities(3, 7).money(3, 11).tokens(coal=12).at("resources")
    play_turn(table)
    assert table.fuel(3) == {"coal": 2}


def test_buys_the_cheapest_sufficient_cards() -> None:
    """Four units: two cards of two for 5, although three units for 4 are the better bargain."""
    built = card_scenario().owns(3, "3", "5a").money(3, 12)
    table = built.column(2, "coal-2").column(3, "coal-2").column(4, "coal-3").at("resources")
    assert play_turn(table)[:2] == ["3 buy-card coal-2 2", "3 buy-card coal-2 3"]


def test_in_the_last_round_every_plant_is_fuelled() -> None:
    """A run without pay: seven points of output for four of money."""
    built = card_scenario().last_round().owns(3, "6").money(3, 12)
    table = built.column(4, "coal-3").at("resources")
    assert play_turn(table)[0] == "3 buy-card coal-3 4"


# Building


def test_builds_what_it_can_supply() -> None:
    table = scenario().owns(3, 10).fuel(3, coal=2).cities(3, "chicago").money(3, 70).at("building")
    assert [line.split()[1] for line in play_turn(table)] == ["connect", "finish-building"]
    assert len(table.cities(3)) == 2


def test_builds_nothing_that_stays_dark() -> None:
    table = scenario().owns(3, 10).cities(3, "chicago").money(3, 70).at("building")
    assert choice(table) == "3 finish-building"


def test_takes_the_cheapest_city() -> None:
    table = scenario().owns(3, 10).fuel(3, coal=2).cities(3, "chicago").money(3, 70).at("building")
    costs = table.state.grid.reach[3]
    sites = table.state.grid.sites
    city = choice(table).split()[2]
    index = table.notation.cities.index(city)
    free = [each for each in table.state.grid.area.cities if city not in table.cities(3)]
    network = table.state.grid.networks[3]
    assert costs[index] + sites[index] == min(
        costs[each] + sites[each] for each in free if not network >> each & 1
    )


def test_begins_where_links_are_short() -> None:
    table = scenario().owns(3, 10).fuel(3, coal=2).money(3, 70).at("building")
    first = table.notation.cities.index(choice(table).split()[2])
    distances = table.state.grid.area.distances

    def nearest(city: int) -> int:
        return sum(sorted(distances[city][other] for other in table.state.grid.area.cities)[:5])

    costs = sorted(nearest(city) for city in table.state.grid.area.cities)
    assert nearest(first) <= costs[len(costs) // 4]


def test_ends_the_game_when_that_wins() -> None:
    built = scenario().step(3).owns(3, 25, 31).fuel(3, coal=5).n_cities(3, 14).n_cities(0, 5)
    table = built.money(3, 200).order(3, 0, 1, 2).at("building")
    while table.actor != 3:
        table.do(f"{table.actor} finish-building")
    play_turn(table)
    assert table.phase == "over"
    assert table.state.ranking[3] == 1
    assert len(table.cities(3)) == table.game.rules.limits.end_cities


def test_does_not_end_a_game_that_it_loses() -> None:
    built = scenario().step(3).owns(3, 4).fuel(3, coal=2).n_cities(3, 16)
    built = built.owns(0, 25, 31).fuel(0, coal=5).n_cities(0, 12).money(3, 70)
    table = built.order(3, 0, 1, 2).at("building")
    while table.actor != 3:
        table.do(f"{table.actor} finish-building")
    assert choice(table) == "3 finish-building"


def test_ends_a_lost_game_when_no_plant_comes_any_more() -> None:
    """Else all seats might wait until no city is open, and forever after."""
    built = scenario().step(3).owns(3, 4).fuel(3, coal=2).n_cities(3, 16).market().stack(rest=())
    built = built.owns(0, 25, 31).fuel(0, coal=5).n_cities(0, 12).money(3, 70)
    table = built.order(3, 0, 1, 2).at("building")
    while table.actor != 3:
        table.do(f"{table.actor} finish-building")
    assert "3 connect" in choice(table)


# Production


def test_runs_what_pays_most_and_burns_least() -> None:
    table = scenario().owns(0, 4, 10, 18).fuel(0, coal=4).n_cities(0, 3).at("bureaucracy")
    assert choice(table) == "0 run 4+18"


def test_runs_every_plant_that_is_needed() -> None:
    table = scenario().owns(0, 4, 10).fuel(0, coal=4).n_cities(0, 3).at("bureaucracy")
    assert choice(table) == "0 run 4+10"


def test_hybrids_burn_the_cheaper_kind() -> None:
    table = scenario().owns(0, 5).fuel(0, coal=2, oil=2).n_cities(0, 1)
    assert choice(table.tokens(coal=20, oil=3).at("bureaucracy")) == "0 run 5 2"


def test_fuel_in_store_is_burned_although_it_is_dear() -> None:
    table = card_scenario().owns(0, "6").stores(0, "coal-3").at("bureaucracy")
    assert choice(table) == "0 produce 6"


# Before the first round, and what no skill knows


def test_drafts_a_region_with_short_links() -> None:
    table = opening(regions="draft", order=(0, 1, 2, 3))
    drafted = choice(table)
    board = table.game.rules.board
    lengths = {
        region: [
            cost
            for a, b, cost in board.links
            if board.city_regions[a] == board.city_regions[b] == region
        ]
        for region in range(len(board.regions))
    }
    means = {region: sum(costs) / len(costs) for region, costs in lengths.items()}
    shortest = min(means, key=lambda region: means[region])
    assert drafted == f"0 draft {table.notation.regions[shortest]}"


@pytest.mark.parametrize("preset", ["recharged", "europe"])
def test_places_the_trust(preset: str) -> None:
    table = opening(preset=preset, seats=2)
    table.deal()
    n_placed = 0
    while table.phase != "auction":
        n_placed += "place-trust" in choice(table)
        table.do(choice(table))
        table.deal()
    assert n_placed == len(table.game.rules.trust.placements)


def test_an_offer_that_no_skill_knows_is_declined_or_taken() -> None:
    table = scenario().at("auction")
    brain = GreedyBot().sit(table.game.rules, 0, Stream(b"unknown"))
    seen = observe(table.game, table.state, 0)
    strange = MayChooseRegions([3, 5])
    passing = MayDo(PassAuction(0))
    assert brain.choose(seen, [strange, passing]) == PassAuction(0)
    assert brain.choose(seen, [strange]) == strange.actions()[0]
