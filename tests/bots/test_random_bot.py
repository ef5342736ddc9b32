"""L0 is uniform over offers, and over what an offer holds."""

from collections import Counter

from gridwright.bots.random_bot import RandomBot
from gridwright.engine.observe import observe
from gridwright.fair.draw import Stream
from tests.kit.scenario import scenario
from tests.kit.table import Table

N_CHOICES = 6_000


def choices(table: Table) -> Counter[str]:
    """Count the bot's choices over many turns in one position."""
    game = table.game
    brain = RandomBot().sit(game.rules, table.actor, Stream(b"uniform"))
    seen = observe(game, table.state, table.actor)
    offers = table.offers()
    texts = [table.notation.text(brain.choose(seen, offers)) for each in range(N_CHOICES)]
    return Counter(texts)


def is_even(counts: list[int], n_expected: int) -> bool:
    """Return True if chi-squared is below its 99.9 % point for up to 25 degrees of freedom."""
    expected = sum(counts) / n_expected
    missing = n_expected - len(counts)
    chi = sum((count - expected) ** 2 / expected for count in counts) + missing * expected
    return len(counts) <= n_expected <= 26 and chi < 52.6


def test_each_offer_is_equally_likely() -> None:
    """Three possible actions: coal, oil, or to finish."""
    table = scenario().owns(3, 5).money(3, 100).at("resources")
    words = Counter[str]()
    for text, count in choices(table).items():
        words[text.split()[1:3][-1]] += count
    assert set(words) == {"coal", "oil", "finish-buying"}
    assert is_even(list(words.values()), 3)


def test_each_amount_of_an_offer_is_equally_likely() -> None:
    table = scenario().owns(3, 10).money(3, 100).at("resources")
    amounts = [count for text, count in choices(table).items() if "coal" in text]
    assert is_even(amounts, 4)


def test_each_city_is_equally_likely() -> None:
    table = scenario().money(3, 10).at("building")
    found = choices(table)
    built = [count for text, count in found.items() if "connect" in text]
    n_cities = len(table.state.grid.area.cities)
    assert len(built) == n_cities
    assert max(built) < 2 * sum(built) / n_cities


def test_each_bid_is_equally_likely() -> None:
    table = scenario().money(0, 13).owns(0, 3).at("auction")
    table.do("0 offer 4 4")
    bids = [count for text, count in choices(table).items() if "bid" in text]
    assert len(bids) == 46
    assert max(bids) < 2 * sum(bids) / 46


def test_the_stream_decides() -> None:
    table = scenario().at("auction")
    seen = observe(table.game, table.state, 0)
    games = [
        [RandomBot().sit(table.game.rules, 0, Stream(key)).choose(seen, table.offers()).key()]
        for key in (b"a", b"a", b"b", b"c", b"d")
    ]
    assert games[0] == games[1]
    assert any(game != games[0] for game in games[2:])
