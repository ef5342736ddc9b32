"""Running games with logs as a server writes them: real orders, real deals, real clocks."""

import secrets
from dataclasses import dataclass, field
from typing import Any, Final

from gridwright.bots.registry import BOTS
from gridwright.bots.seated_bot import seat_bots
from gridwright.content.table import default_spec, rules_identity
from gridwright.engine.codec import canonical
from gridwright.fair.commit import SEED_BYTES, commitment
from gridwright.fair.derive import Keys
from gridwright.server.storage.games import GameRecord
from gridwright.server.storage.vault import SeedVault
from gridwright.server.tables.service import label_of
from gridwright.table import commands
from gridwright.table.clock_pauses import MS_PER_DAY
from gridwright.table.commands import Decision
from gridwright.table.entries import LoggedEntry, Status
from gridwright.table.log_entries import Opened, to_entry
from gridwright.table.table import Table
from gridwright.table.terms import Terms, TurnClock

SPEC: Final = default_spec("classic", seats=2)
TERMS: Final = Terms(TurnClock(3 * MS_PER_DAY), hold=0)
BOT: Final = "l0"
"""Bot that orders for the people: random, so that every kind of order occurs."""
MS_A_MOVE: Final = 60_000
N_OPENING: Final = 1 + 2 * SPEC.seats + 1
"""Entries before the first order: opened, seats taken, ready, begun."""


@dataclass(frozen=True)
class RealGame:
    """A running game, its whole log, and what its seats will order next."""

    game_id: str
    rules: str
    spec: str
    box: bytes
    log: list[LoggedEntry]
    due: int | None
    ahead: list[LoggedEntry] = field(default_factory=list)
    """Entries that have not been written yet."""

    @property
    def version(self) -> int:
        return len(self.log)

    def label(self) -> tuple[Any, ...]:
        """The columns that the lobby finds a game by."""
        label = label_of(SPEC, TERMS)
        return (label.edition, label.preset, label.board, label.seats, label.clock)


def make_real_game(
    vault: SeedVault, n_entries: int, at: int, person: str = "", n_ahead: int = 0
) -> RealGame:
    """Return a game after `n_entries`, the last one at `at`; the person has its first seat."""
    assert n_entries > N_OPENING
    game_id = "t" + secrets.token_hex(11)
    seed = secrets.token_bytes(SEED_BYTES)
    rules = rules_identity(SPEC)
    text = canonical(SPEC.to_json())
    table = Table(GameRecord(game_id, 0, rules, text, Status.GATHERING, True, at, None, None), seed)
    started = at - n_entries * MS_A_MOVE
    log: list[LoggedEntry] = []

    def settle(decided: Decision) -> None:
        now = started + (len(log) + 1) * MS_A_MOVE
        name = f"{decided.seat}:1:c{table.version}"
        entry = to_entry(decided.log_entry, name, now, decided.seat, decided.lines)
        table.apply_entry(decided.log_entry, entry)
        log.append(LoggedEntry(table.version, entry, table.status, table.deadline_at(now)))

    settle(Decision(Opened(commitment(game_id, rules, seed).hex(), TERMS), None, (), ()))
    for seat in range(SPEC.seats):
        settle(commands.sit_down(table, seat, f"Person {seat}", person="" if seat else person))
    for seat in range(SPEC.seats):
        settle(commands.get_ready(table, seat))
    settle(commands.begin(table))
    bots = seat_bots(table.game, Keys(seed), [BOTS[BOT]] * SPEC.seats)
    while len(log) < n_entries + n_ahead and (acting := table.actor()) is not None:
        settle(commands.act(table, acting, bots[acting].act(table.state)))
    assert len(log) == n_entries + n_ahead, "the game was over too soon"
    box = vault.seal(game_id, seed)
    due = log[n_entries - 1].deadline_at
    return RealGame(game_id, rules, text, box, log[:n_entries], due, log[n_entries:])
