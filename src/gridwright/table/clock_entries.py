"""Log entries that stop clocks: a paused game, nights and vacations."""

from gridwright.table.clock_pauses import Night
from gridwright.table.entries import Entry, Status
from gridwright.table.state import LogEntry, SeatEntry, TableState


class Paused(LogEntry, frozen=True, tag="paused"):
    """The seat ran out of time, which pauses the game at this table."""

    def apply(self, table: TableState, entry: Entry) -> None:
        table.status = Status.PAUSED
        if entry.seat is not None:
            table.absences.missed[entry.seat] += 1


class Resumed(LogEntry, frozen=True, tag="resumed"):
    """The missing player is back."""

    def apply(self, table: TableState, entry: Entry) -> None:
        table.status = Status.RUNNING
        table.clocks.resume(table.state.actor)
        table.absences.awaited_since = entry.at


class NightSet(SeatEntry, frozen=True, tag="night_set"):
    """A person set a night; equal minutes mean none."""

    start: int
    end: int
    utc_offset: int = 0

    def apply_at(self, table: TableState, seat: int, at: int) -> None:
        table.clocks.set_night(seat, Night(self.start, self.end, self.utc_offset), at)


class VacationTaken(SeatEntry, frozen=True, tag="vacation_taken"):
    """A person takes whole days off from `starts_at` on, or from the entry on if that is later."""

    days: int
    starts_at: int = 0

    def apply_at(self, table: TableState, seat: int, at: int) -> None:
        # Never earlier than the entry: a late order gains no time.
        table.clocks.take_vacation(seat, self.days, max(at, self.starts_at))


class VacationEnded(SeatEntry, frozen=True, tag="vacation_ended"):
    """The person ended a vacation early or cancelled a planned one."""

    def apply_at(self, table: TableState, seat: int, at: int) -> None:
        table.clocks.end_vacation(seat, at)
