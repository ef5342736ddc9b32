"""Access by region, as far as it can be seen without a board that names regions."""

from gridwright.engine.region_access import RegionAccess
from tests.kit.scenario import scenario


def test_without_regions_no_one_has_access() -> None:
    """Boards derive from it; their own tests show what a region gives."""
    table = scenario(board="usa").cities(0, "seattle").at("auction")
    rules = table.game.rules
    access = RegionAccess(rules)
    assert access.cities == 0
    for place, plant in enumerate(rules.deck.plants):
        may = access.may_bid(table.state, 0, place)
        assert may == ("uranium" not in [rules.market.kinds[kind] for kind in plant.kinds])
