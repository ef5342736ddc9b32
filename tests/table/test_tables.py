"""A table is what its log says, and takes only the commands that it should."""

from dataclasses import replace
from functools import partial

import msgspec
import pytest

from gridwright.bots.contract import Bot, Brain
from gridwright.bots.registry import BOTS
from gridwright.content.table import default_spec
from gridwright.engine.codec import canonical
from gridwright.engine.digest import digest
from gridwright.engine.errors import IllegalAction
from gridwright.engine.ids import SPECTATOR
from gridwright.engine.rules import Rules
from gridwright.fair.draw import Stream
from gridwright.fair.transcript import format_transcript
from gridwright.fair.verify import verify
from gridwright.table import commands
from gridwright.table.bid_limits import Beyond, BidLimit
from gridwright.table.commands import RefusedCommand
from gridwright.table.entries import LoggedEntry, Status
from gridwright.table.export import export
from gridwright.table.log_entries import Acted, log_entry_of
from gridwright.table.state import BrokenLog
from gridwright.table.terms import TAKE_OVER, BankClock, Terms, TimeOut, TurnClock
from gridwright.table.view import view
from tests.server.tables.lone_table import SEED, LoneTable

GAMES = [
    default_spec("classic", seats=3),
    default_spec("deluxe", seats=2),
    default_spec("card", seats=4),
]


def with_bots(number: int, terms: Terms | None = None) -> LoneTable:
    """A table at which bots sit on every seat; the game has begun."""
    lone = LoneTable(GAMES[number], terms)
    for seat in range(lone.table.spec.seats):
        lone.do(partial(commands.sit_down, seat=seat, name=f"Bot {seat}", bot="l0"))
    lone.do(commands.begin)
    return lone


def play_out(lone: LoneTable) -> None:
    while not lone.table.game.is_over(lone.table.state):
        lone.do(commands.act_for_bot)
    lone.do(commands.reveal)


@pytest.mark.parametrize("number", range(len(GAMES)))
def test_a_game_of_bots_folds_to_the_same_table_and_verifies(number: int) -> None:
    lone = with_bots(number)
    play_out(lone)
    assert lone.table.status is Status.FINISHED
    for with_seed in (True, False):
        again = lone.folded(with_seed=with_seed)
        assert digest(again.state) == digest(lone.table.state)
        assert view(again) == view(lone.table)
    report = verify(format_transcript(export(lone.table)))
    assert report.ok, str(report)
    bots = {
        log_entry.by_bot
        for log_entry in map(log_entry_of, (each.entry for each in lone.log))
        if isinstance(log_entry, Acted)
    }
    assert bots == {"l0"}


def test_a_bot_that_fails_holds_no_table_up() -> None:
    class Broken(Bot):
        def sit(self, rules: Rules, seat: int, stream: Stream) -> Brain:
            raise ZeroDivisionError(f"{rules} {seat} {stream}")

    bots: dict[str, Bot] = {**BOTS, "l1": Broken("l1", 1, "Fails.")}
    lone = LoneTable(GAMES[0], None)
    for seat in range(lone.table.spec.seats):
        lone.do(partial(commands.sit_down, seat=seat, name=f"Bot {seat}", bot="l1"))
    lone.do(commands.begin)
    for _turn in range(5):
        lone.do(partial(commands.act_for_bot, bots=bots))
    deeds = [log_entry_of(each.entry) for each in lone.log[-5:]]
    assert deeds == [Acted("l0")] * 5


def test_a_transcript_of_a_running_game_holds_no_seed() -> None:
    lone = with_bots(2)
    for _turn in range(10):
        lone.do(commands.act_for_bot)
    text = format_transcript(export(lone.table))
    assert SEED.hex() not in text
    report = verify(text)
    assert not report.failures
    assert not report.ok


def test_people_sit_down_get_ready_and_begin() -> None:
    lone = LoneTable()
    table = lone.table
    assert table.deadline_at(5) is None
    lone.do(partial(commands.sit_down, seat=1, name="  Ada   Lovelace "))
    assert table.seats[1].name == "Ada Lovelace"
    lone.do(partial(commands.sit_down, seat=0, name="Bot", bot="l1"))
    assert not table.can_begin()
    lone.do(partial(commands.get_ready, seat=1, contribution=b"x" * 16))
    assert table.can_begin()
    assert table.deadline_at(5) == 5
    lone.do(commands.begin)
    assert table.status is Status.RUNNING
    assert table.contributions == {1: b"x" * 16}
    assert table.lines[0].startswith("chance order ")


@pytest.mark.parametrize(
    ("decide", "code"),
    [
        (partial(commands.sit_down, seat=2, name="Ada"), "no_such_seat"),
        (partial(commands.sit_down, seat=-1, name="Ada"), "no_such_seat"),
        (partial(commands.sit_down, seat=0, name="Ada"), "seat_taken"),
        (partial(commands.sit_down, seat=1, name="   "), "bad_name"),
        (partial(commands.sit_down, seat=1, name="x" * 33), "bad_name"),
        (partial(commands.sit_down, seat=1, name="a\x07b"), "bad_name"),
        (partial(commands.sit_down, seat=1, name="Ada", bot="deep-thought"), "no_such_bot"),
        (partial(commands.stand_up, seat=1), "seat_free"),
        (partial(commands.get_ready, seat=1), "seat_free"),
        (partial(commands.get_ready, seat=0, contribution=b"short"), "bad_contribution"),
        (partial(commands.get_ready, seat=0, contribution=b"x" * 33), "bad_contribution"),
        (commands.begin, "not_ready"),
        (commands.reveal, "not_over"),
        (commands.act_for_bot, "no_bots_turn"),
        (commands.time_out, "no_clock_runs"),
        (partial(commands.hand_over, seat=0, bot="l1"), "not_running"),
        (partial(commands.come_back, seat=0), "not_running"),
    ],
)
def test_game_commands_are_refused_before_the_game_begins(decide: partial[None], code: str) -> None:
    lone = LoneTable()
    lone.do(partial(commands.sit_down, seat=0, name="Grace"))
    before = lone.folded()
    with pytest.raises(RefusedCommand) as refused:
        lone.do(decide)  # type: ignore[arg-type]
    assert refused.value.code == code
    assert str(refused.value)
    assert view(lone.table) == view(before)


def test_standing_up_removes_the_contribution() -> None:
    lone = LoneTable()
    lone.do(partial(commands.sit_down, seat=0, name="Ada"))
    lone.do(partial(commands.get_ready, seat=0, contribution=b"a" * 20))
    with pytest.raises(RefusedCommand, match="one contribution"):
        lone.do(partial(commands.get_ready, seat=0))
    lone.do(partial(commands.stand_up, seat=0))
    assert not lone.table.contributions
    assert not lone.table.seats[0].is_taken


def test_an_account_takes_one_seat_and_claims_one() -> None:
    lone = LoneTable()
    lone.do(partial(commands.sit_down, seat=0, name="Guest"))
    assert lone.table.seat_of("p-ada") is None
    lone.do(partial(commands.claim_seat, seat=0, person="p-ada"))
    holder = lone.table.seats[0]
    assert (holder.name, holder.person, holder.since, holder.is_person) == (
        "Guest",
        "p-ada",
        3,
        True,
    )
    assert lone.table.seat_of("p-ada") == 0
    for decide, code in (
        (partial(commands.sit_down, seat=1, name="Ada", person="p-ada"), "already_seated"),
        (partial(commands.claim_seat, seat=0, person="p-grace"), "seat_claimed"),
        (partial(commands.claim_seat, seat=1, person="p-grace"), "not_a_person"),
        (partial(commands.claim_seat, seat=9, person="p-grace"), "no_such_seat"),
    ):
        with pytest.raises(RefusedCommand) as refused:
            decide(lone.table)
        assert refused.value.code == code
    lone.do(partial(commands.sit_down, seat=1, name="Grace", person="p-grace"))
    assert lone.folded().seats == lone.folded(with_seed=False).seats == lone.table.seats
    assert "p-ada" not in repr(view(lone.table))
    lone.do(partial(commands.stand_up, seat=1))
    assert lone.table.seat_of("p-grace") is None
    lone.do(partial(commands.sit_down, seat=1, name="Bot", bot="l0"))
    with pytest.raises(RefusedCommand):
        commands.claim_seat(lone.table, 1, "p-grace")


def test_a_log_from_before_there_were_accounts_reads_the_same() -> None:
    lone = LoneTable()
    lone.do(partial(commands.sit_down, seat=0, name="Ada"))
    lone.log[-1] = changed(lone.log[-1], data='{"type":"sat_down","name":"Ada","bot":""}')
    assert lone.folded().seats == lone.table.seats
    lone.log[-1] = changed(lone.log[-1], data='{"type":"sat_down","name":"Ada"}')
    assert lone.folded().seats == lone.table.seats


def running(terms: Terms | None = None) -> LoneTable:
    """Two people in the first auction of a classic game; seat 0 is first."""
    lone = LoneTable(replace(default_spec(seats=2), order=(0, 1)), terms)
    lone.seat_people("Ada", "Grace")
    return lone


def test_only_the_rules_decide_about_an_action() -> None:
    lone = running()
    with pytest.raises(IllegalAction) as illegal:
        lone.act("0 pass")
    assert illegal.value.code == "must_buy"
    with pytest.raises(IllegalAction, match="not_your_turn"):
        lone.act("1 offer 3 3")
    before = lone.table.version
    lone.act("0 offer 3 3")
    assert lone.table.version == before + 1
    assert lone.table.actor() == 1


def test_acting_for_another_seat_is_refused() -> None:
    lone = running()
    action = lone.table.notation.parse("0 offer 3 3")
    with pytest.raises(RefusedCommand, match="own seat"):
        lone.do(partial(commands.act, seat=1, action=action))
    with pytest.raises(RefusedCommand, match="has begun"):
        lone.do(partial(commands.sit_down, seat=0, name="Eve"))


def test_a_bot_substitutes_until_the_player_returns() -> None:
    lone = running()
    lone.do(partial(commands.hand_over, seat=0, bot="l0"))
    assert lone.table.deadline_at(77) == 77
    with pytest.raises(RefusedCommand, match="a bot plays"):
        lone.act("0 offer 3 3")
    lone.do(commands.act_for_bot)
    with pytest.raises(RefusedCommand, match="already"):
        lone.do(partial(commands.hand_over, seat=0, bot="l0"))
    lone.do(partial(commands.come_back, seat=0))
    assert lone.table.seats[0].bot == ""
    with pytest.raises(RefusedCommand, match="no bot plays"):
        lone.do(partial(commands.come_back, seat=0))


def test_a_bank_runs_down_and_gains_with_each_turn() -> None:
    lone = running(Terms(BankClock(bank=60_000, increment=5_000)))
    assert lone.table.deadline_at(lone.now) == lone.now + 60_000
    lone.now += 20_000
    lone.act("0 offer 3 3")
    assert lone.table.clocks.left == [45_000, 60_000]
    lone.now += 1_000
    lone.act("1 bid 4")
    assert lone.table.clocks.left == [45_000, 64_000]
    assert lone.table.deadline_at(lone.now) == lone.now + 45_000
    assert view(lone.folded()) == view(lone.table)


def test_when_time_is_up_a_bot_plays_on() -> None:
    lone = running(Terms(TurnClock(turn=60_000)))
    assert lone.table.deadline_at(lone.now) == lone.now + 60_000
    lone.now += 60_001
    lone.do(commands.time_out)
    assert lone.table.seats[0].bot == "l1"
    with pytest.raises(RefusedCommand, match="no clock runs"):
        lone.do(commands.time_out)
    lone.do(commands.act_for_bot)
    assert view(lone.folded()) == view(lone.table)


def test_a_paused_game_waits_until_the_player_returns() -> None:
    lone = running(Terms(TurnClock(turn=60_000), TimeOut.PAUSE))
    lone.now += 60_001
    lone.do(commands.time_out)
    assert lone.table.status is Status.PAUSED
    assert lone.table.deadline_at(lone.now) == lone.now + TAKE_OVER
    with pytest.raises(RefusedCommand, match="paused"):
        lone.act("0 offer 3 3")
    lone.now += 1_000_000
    lone.do(partial(commands.come_back, seat=1))
    assert lone.table.deadline_at(lone.now) == lone.now + 60_000
    lone.act("0 offer 3 3")
    assert view(lone.folded()) == view(lone.table)


@pytest.mark.parametrize(("bank", "back_with"), [(60_000, 30_000), (20_000, 20_000)])
def test_a_player_who_returns_with_a_spent_bank_has_time_to_act(bank: int, back_with: int) -> None:
    lone = running(Terms(BankClock(bank), TimeOut.PAUSE))
    for _time in range(2):
        lone.now = lone.table.deadline_at(lone.now) or 0
        lone.do(commands.time_out)
        assert (lone.table.status, lone.table.clocks.left[0]) == (Status.PAUSED, 0)
        lone.do(partial(commands.come_back, seat=1))
        assert lone.table.deadline_at(lone.now) == lone.now + back_with
    lone.act("0 offer 3 3")
    assert view(lone.folded()) == view(lone.table)
    # A bank that holds more is left as it is.
    assert lone.table.clocks.left == [back_with, bank]


def test_offers_and_hidden_money_are_for_the_own_eyes() -> None:
    lone = LoneTable(replace(default_spec(seats=2), order=(0, 1), hidden_money=True))
    lone.seat_people("Ada", "Grace")
    assert view(lone.table, 0)["offers"]
    assert view(lone.table, 1)["offers"] == []
    assert view(lone.table, SPECTATOR)["offers"] == []
    for viewer in (0, 1, SPECTATOR):
        assert SEED.hex() not in canonical(view(lone.table, viewer))
    assert '"money":[50,-1]' in canonical(view(lone.table, 0))


def changed(logged: LoggedEntry, **changes: object) -> LoggedEntry:
    entry = msgspec.structs.replace(logged.entry, **changes)
    return LoggedEntry(logged.version, entry, logged.status, logged.deadline_at)


def test_a_log_that_cannot_be_is_noticed() -> None:
    lone = with_bots(2)
    lone.do(commands.act_for_bot)
    began = next(place for place, each in enumerate(lone.log) if each.entry.kind == "began")
    lines = lone.log[began].entry.lines
    swapped = (lines[0], lines[2], lines[1], *lines[3:])
    broken = [
        (began, changed(lone.log[began], lines=swapped), "expected"),
        (began, changed(lone.log[began], lines=("chance dance",)), "expected one of"),
        (began, changed(lone.log[began], lines=("0 pass",)), "got PassAuction"),
        (0, LoggedEntry(2, lone.log[0].entry, Status.GATHERING, None), "expected version 1"),
        (
            began,
            LoggedEntry(lone.log[began].version, lone.log[began].entry, Status.PAUSED, None),
            "expected status running",
        ),
    ]
    for place, wrong, problem in broken:
        kept = lone.log[place]
        lone.log[place] = wrong
        with pytest.raises(BrokenLog, match=problem):
            lone.folded()
        lone.log[place] = kept
    lone.log[began] = changed(lone.log[began], lines=("0 pass",))
    with pytest.raises(BrokenLog, match="not_your_turn"):
        lone.folded(with_seed=False)


def test_a_seed_without_its_commitment_is_detected() -> None:
    lone = LoneTable()
    promise = lone.log[0].entry.data.replace(lone.table.commitment.hex(), "00" * 32)
    lone.log[0] = changed(lone.log[0], data=promise)
    with pytest.raises(BrokenLog, match="not the one committed to"):
        lone.folded()
    looker = lone.folded(with_seed=False)
    with pytest.raises(BrokenLog, match="with its seed"):
        looker.keys()


def test_a_limit_bids_for_an_absent_player_until_exhausted() -> None:
    lone = running()
    lone.do(partial(commands.leave_limit, seat=1, box=b"sealed", plant="4"))
    assert lone.table.deadline_at(lone.now) == lone.now + TAKE_OVER
    lone.act("0 offer 4 4")
    assert lone.table.deadline_at(77) == 77
    limit = BidLimit("4", 6, Beyond.ASK)
    lone.do(partial(commands.act_by_limit, limit=limit))
    assert lone.table.lines[-1] == "1 bid 5"
    lone.act("0 bid 6")
    lone.do(partial(commands.act_by_limit, limit=limit))
    assert lone.table.actor() == 1
    assert lone.table.left_bids.boxes == {}
    assert lone.table.deadline_at(77) == lone.now + TAKE_OVER
    with pytest.raises(RefusedCommand, match="no limit"):
        lone.do(partial(commands.act_by_limit, limit=limit))
    assert view(lone.folded()) == view(lone.table)
    assert "limit" not in canonical(view(lone.table))


def test_limits_are_left_in_auctions_by_people() -> None:
    lone = LoneTable()
    with pytest.raises(RefusedCommand, match="not running"):
        lone.do(partial(commands.leave_limit, seat=0, box=b"x", plant="4"))
    bots = with_bots(0)
    with pytest.raises(RefusedCommand, match="bot's"):
        bots.do(partial(commands.leave_limit, seat=0, box=b"x", plant="4"))
    lone = running()
    lone.act("0 offer 4 4")
    lone.act("1 drop")
    lone.do(lambda table: commands.act(table, 1, table.game.legal(table.state)[0]))
    assert lone.table.game.phases[lone.table.state.phase].NAME == "resources"
    with pytest.raises(RefusedCommand, match="no auction"):
        lone.do(partial(commands.leave_limit, seat=0, box=b"x", plant="4"))
