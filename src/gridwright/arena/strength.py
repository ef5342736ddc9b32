"""Computes ``bots/strength.json``, the measured strength of bots, from runs."""

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict
from fractions import Fraction

from gridwright.arena.confidence import interval_of_counts
from gridwright.arena.fixtures import MATCH
from gridwright.arena.store import Store, StoreError
from gridwright.arena.tally import Tally
from gridwright.arena.verifying import verify_header
from gridwright.bots.registry import find_bot
from gridwright.bots.strength import REVISION, Strength


def count_deals(store: Store) -> list[Tally]:
    """Return the tallies of the stored deals, by fixture."""
    tallies = [Tally(fixture, store.plan.hypotheses) for fixture in store.plan.fixtures]
    for deal in store.deals():
        tallies[deal[0].fixture].add(deal)
    return tallies


def measure_strength(stores: Iterable[Store]) -> list[Strength]:
    """Return one row per pair of bots, edition and number of seats, over all boards of the edition.

    Refuses runs of bots or rules other than today's: their shares say nothing about these.
    """
    counts: dict[tuple[str, str, str, int], Counter[Fraction]] = {}
    for store in stores:
        verify_header(store, "rules", "bots")
        for tally in count_deals(store):
            fixture = tally.fixture
            if fixture.kind != MATCH or fixture.candidate == fixture.reference or not tally.n_deals:
                continue
            if tally.faults:
                raise StoreError(f"{store.folder}: {fixture} has faults {dict(tally.faults)}")
            cell = fixture.cell
            key = (fixture.candidate, fixture.reference, cell.edition, cell.seats)
            counts.setdefault(key, Counter()).update(tally.counts)
    return [_row(*key, counts[key]) for key in sorted(counts)]


def _row(bot: str, against: str, edition: str, seats: int, counts: Counter[Fraction]) -> Strength:
    won = sum([share * count for share, count in counts.items()], Fraction(0))
    low, high = interval_of_counts(counts)
    share = float(won / counts.total())
    return Strength(
        bot=bot,
        digest=find_bot(bot).digest,
        against=against,
        edition=edition,
        seats=seats,
        games=counts.total() * seats,
        share=round(share, 4),
        low=round(min(low, share), 4),
        high=round(max(high, share), 4),
    )


def merge(old: Iterable[Strength], new: Iterable[Strength]) -> list[Strength]:
    """Return the old rows, updated by the new ones.

    Rows of profiles that no longer exist are dropped.
    """
    rows = {
        (row.bot, row.against, row.edition, row.seats): row
        for row in [*old, *new]
        if find_bot(row.bot).digest == row.digest
    }
    return [rows[key] for key in sorted(rows)]


def write_strengths(rows: Iterable[Strength]) -> str:
    """Return the content of the file of measurements."""
    plain = {"revision": REVISION, "measured": [asdict(row) for row in rows]}
    return json.dumps(plain, indent=2, ensure_ascii=False) + "\n"
