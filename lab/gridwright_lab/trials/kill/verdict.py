"""The results of the kill experiment next to their thresholds."""

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

from gridwright.server.worker.service import LEASE_MS
from gridwright_lab.trials.kill.aftermath import Aftermath
from gridwright_lab.trials.kill.client_journal import SAID, SAT_DOWN, SentOrder
from gridwright_lab.trials.kill.killable import NODE
from gridwright_lab.trials.kill.player_load import PlayerLoad
from gridwright_lab.trials.thresholds import Threshold, Verdict, share

LONGEST_WAIT: Final = LEASE_MS / 1_000 + 10
"""Seconds after which a bot's turn counts as lost: the lease of a dead worker must expire first."""
MAX_RECOVERY_MS: Final = 5_000
"""95th percentile of the time from a node's kill until a table that it held continues."""

KINDS: Final = ("acted", "got_ready", SAT_DOWN, SAID, "stood_up", "seat_left", "handed_over")
"""Commands that the experiment must have sent and compared, by kind of their entries."""


def verdict_of(load: PlayerLoad, after: Aftermath, n_tables: int, caught: str = "") -> Verdict:
    """Return values and thresholds; ``caught`` is the expected finding for a sabotaged server."""
    faults = {
        **after.counts.faults(),
        "tables that do not fold": len(after.unfolded),
        "tables given up": sum(load.given_up.values()),
        "waits for bots longer than a lease": sum(wait > LONGEST_WAIT for wait in load.waits),
        "standstills": len(load.standstills),
    }
    played = [each for each in load.journals if any(one.line for one in each.asked)]
    thresholds = [
        Threshold("commands acknowledged", len(load.done), max(1, load.n_commands)),
        *[Threshold(f"kills of {kind}", load.kills[kind], n) for kind, n in load.planned.items()],
        Threshold("tables played", len(played), max(1, n_tables)),
    ]
    findings = [
        *load.standstills,
        *after.counts.findings,
        *after.unfolded,
        *[str(each) for each in load.given_up.items()],
    ]
    figures = _figures(load, after)
    if caught:
        thresholds.append(Threshold(f"{caught}, as they must be", faults[caught], 1))
        return Verdict(thresholds, figures | faults, findings)
    by_kind = figures["commands_by_kind"]
    n_not_compared = len(load.done) - after.n_compared
    thresholds += [
        Threshold("acknowledged commands that were not compared", n_not_compared),
        *[Threshold(f"{kind} acknowledged", by_kind[kind], 1) for kind in KINDS],
        Threshold("orders that no client read", figures["unread_orders"], 1),
        Threshold("unknown outcomes", len(_unknown(load)), 1),
        *[Threshold(name, figure) for name, figure in faults.items()],
    ]
    if load.planned.get(NODE):
        seconds = load.recoveries.seconds
        thresholds += [
            Threshold("tables that a killed node held", len(seconds), 1),
            Threshold(
                "p95 of ms until such a table continues",
                round(1_000 * share(seconds, 95)),
                most=MAX_RECOVERY_MS,
            ),
        ]
    return Verdict(thresholds, figures, findings)


def _unknown(load: PlayerLoad) -> list[SentOrder]:
    return [each for journal in load.journals for each in journal.asked if each.n_unknown]


def _figures(load: PlayerLoad, after: Aftermath) -> dict[str, Any]:
    """Return values without a threshold."""
    unknown = _unknown(load)
    return {
        "seconds": round(load.seconds, 1),
        "commands_per_second": round(len(load.done) / max(load.seconds, 0.001), 1),
        "commands_by_kind": Counter([each.kind for each in load.done]),
        "tables_stored": after.n_stored,
        "tables_folded": after.n_folded,
        "entries_in_the_log": after.log.n_entries,
        "unread_orders": sum(each.n_unread() for each in load.journals),
        "reads": sum(len(each.reads) for each in load.journals),
        "late_reads": after.log.late_reads,
        "unknown_then_done": sum(bool(each.versions) for each in unknown),
        "unknown_then_refused": sum(each.is_refused for each in unknown),
        "unknown_until_known_ms": _spread([each.answered_at - each.sent_at for each in unknown]),
        "waits_for_bots_ms": _spread(load.waits),
        "until_next_command_ms": {kind: _spread(found) for kind, found in load.until_next.items()},
        "recovery_ms": _spread(load.recoveries.seconds),
        "lost_answers": dict(load.lost_answers),
        "given_up": dict(load.given_up),
    }


def _spread(seconds: Sequence[float]) -> dict[str, int]:
    millis = [round(1000 * each) for each in seconds]
    if not millis:
        return {}
    return {
        "n": len(millis),
        "p50": round(share(millis, 50)),
        "p95": round(share(millis, 95)),
        "most": max(millis),
    }
