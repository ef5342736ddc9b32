"""No form of an address leads inside, and the experiment sees it when one does."""

import pytest

from gridwright_lab.trials.egress.dripping import Beside, run_dripping
from gridwright_lab.trials.egress.egress import dripping_verdict, reach_verdict
from gridwright_lab.trials.egress.reach import UNSAFE, Reached, run_reach

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


async def test_no_form_arrives_inside_and_unsafe_senders_are_found() -> None:
    """`gridwright-lab trial egress` in short."""
    verdict = reach_verdict(*await run_reach(every=25))
    assert verdict.ok, str(verdict.to_json())


@pytest.mark.slow
async def test_dripping_endpoints_delay_no_one() -> None:
    verdict = dripping_verdict(await run_dripping(5, 1, 1), 5)
    assert verdict.ok, str(verdict.to_json())


@pytest.mark.meta
def test_arrivals_and_delays_are_found() -> None:
    reached = Reached()
    reached.counts.update({"literal": 1})
    reached.inside.append("literal: https://127.0.0.1/")
    reached.accepted.append("literal: https://[::1]/")
    found = list(UNSAFE)[1:]
    assert reach_verdict(reached, found, 0).missed() == [
        "detours tried",
        "requests that reached the public endpoint",
        "redirects that were answered",
        "arrivals inside",
        "addresses inside that could be added",
        "unsafe senders found",
    ]
    slow = Beside([0.1], [1.2], [1.2], [2.5], 3, ["a turn without its notice"], stop_s=6.0)
    assert len(dripping_verdict(slow, 17).missed()) == 6
