"""No address of a person leads inside or delays others: ``gridwright-lab trial egress``.

Every service, scheme and option with every form of an address: written, behind a name, mixed with a
public one, after a redirect, and behind a name that resolves differently the second time. Nothing
arrives inside, and six unsafe senders are found. Then a real server sends to endpoints that answer
byte by byte, beside good ones, and is stopped. All traffic is on loopback.
"""

import asyncio
import sys
from collections.abc import Sequence
from typing import Final

from gridwright_lab.trials.command import trial_parser
from gridwright_lab.trials.egress.cases import FORMS, OTHER_SCHEMES
from gridwright_lab.trials.egress.dripping import Beside, run_dripping
from gridwright_lab.trials.egress.reach import UNSAFE, Reached, run_reach
from gridwright_lab.trials.thresholds import Threshold, Verdict, share

MIN_FORMS: Final = 60
MAX_MS: Final = 1_000
MAX_TURN_MS: Final = 2_000
"""The sweep looks once a second."""
MAX_STOP_S: Final = 5
MIN_DRIPPING: Final = 17
DETOURS: Final = ("literal", "trick", "scheme", "option", "name", "mixed", "rebind", "redirect")


def reach_verdict(reached: Reached, found: Sequence[str], n_outside: int) -> Verdict:
    n_detours = sum(reached.counts[each] > 0 for each in DETOURS)
    missed = [f"unsafe, not found: {each}" for each in UNSAFE if each not in found]
    return Verdict(
        [
            Threshold("forms of addresses", len(FORMS), least=MIN_FORMS),
            Threshold("detours tried", n_detours, least=len(DETOURS)),
            Threshold("cases", reached.counts.total(), least=1),
            Threshold("requests that reached the public endpoint", n_outside, least=1),
            Threshold("redirects that were answered", _redirects(reached), least=1),
            Threshold("arrivals inside", len(reached.inside)),
            Threshold("addresses inside that could be added", len(reached.accepted)),
            Threshold("unsafe senders found", len(found), least=len(UNSAFE)),
        ],
        {
            "cases by detour": dict(reached.counts),
            "outcomes": dict(reached.outcomes),
            "schemes refused": len(OTHER_SCHEMES),
            "seconds": round(reached.seconds, 1),
        },
        [*reached.inside, *reached.accepted, *missed],
    )


def _redirects(reached: Reached) -> int:
    return sum(n for outcome, n in reached.outcomes.items() if outcome.startswith("30"))


def dripping_verdict(beside: Beside, n_drips: int) -> Verdict:
    def p95(seconds: list[float]) -> int:
        return round(1_000 * share(seconds, 95))

    tests = min(len(beside.alone), len(beside.one_owner), len(beside.many_owners))
    return Verdict(
        [
            Threshold("exchanges that dripped at a time", beside.most_dripping, least=n_drips),
            Threshold("tests of good channels in each part", tests, least=1),
            Threshold("p95 in ms beside one person's", p95(beside.one_owner), most=MAX_MS),
            Threshold("p95 in ms beside those of many", p95(beside.many_owners), most=MAX_MS),
            Threshold("turns of good channels", len(beside.turns), least=1),
            Threshold("p95 in ms by which turns were late", p95(beside.turns), most=MAX_TURN_MS),
            Threshold("good channels that failed", len(beside.failures)),
            Threshold("seconds from SIGTERM to the end", round(beside.stop_s, 1), most=MAX_STOP_S),
        ],
        {
            "p95 in ms with none dripping": p95(beside.alone),
            "answers of dripping channels": dict(beside.answers),
        },
        beside.failures,
    )


async def run(every: int, n_drips: int, n_good: int, n_turns: int) -> Verdict:
    """Run both parts; of the forms of addresses one of each ``every``."""
    reach = reach_verdict(*await run_reach(every))
    dripping = dripping_verdict(await run_dripping(n_drips, n_good, n_turns), n_drips)
    return Verdict(
        [*reach.thresholds, *dripping.thresholds],
        reach.figures | dripping.figures,
        [*reach.findings, *dripping.findings],
    )


def main(arguments: Sequence[str] | None = None) -> int:
    parser = trial_parser(__doc__)
    parser.add_argument("--every", type=int, default=1, help="try one of this many forms")
    parser.add_argument("--drips", type=int, default=MIN_DRIPPING)
    parser.add_argument("--good", type=int, default=12, help="people with good channels")
    parser.add_argument("--turns", type=int, default=8)
    chosen = parser.parse_args(arguments)
    verdict = asyncio.run(run(chosen.every, chosen.drips, chosen.good, chosen.turns))
    return verdict.print(chosen.json)


if __name__ == "__main__":
    sys.exit(main())
