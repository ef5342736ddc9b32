"""The host's view and actions. Every number is read from its source; none is estimated."""

from collections.abc import Iterable
from typing import Final

from gridwright.protocol.hosting import (
    ClubChoice,
    ClubView,
    Concern,
    HostPage,
    HostPeople,
    HostPerson,
    HostTables,
    InvitationView,
    MoveFigure,
    NewInvitation,
    PeopleFigure,
    PersonChoice,
    ReportView,
    SaidLine,
    Settling,
    Standing,
    StorageFigure,
    TableFigure,
)
from gridwright.protocol.refusals import Refused
from gridwright.server.accounts.club import Club
from gridwright.server.accounts.invitations import Invitation, InvitationStore
from gridwright.server.accounts.names import folded_name
from gridwright.server.accounts.service import Accounts
from gridwright.server.auth.records import Session
from gridwright.server.chat.messages import Report
from gridwright.server.chat.store import CONTEXT, ChatStore
from gridwright.server.hosting.heartbeat import DAY, MS_PER_MINUTE, HeartbeatStore
from gridwright.server.hosting.newest_version import NewestVersion
from gridwright.server.hosting.store import HostStore, SeatReport
from gridwright.server.hosting.table_lines import table_line
from gridwright.server.operations.steady_clock import Clock
from gridwright.server.storage.contract import Store
from gridwright.server.storage.errors import StoreError, UnknownGame
from gridwright.server.tables.service import TableService
from gridwright.table.table import Table

PAGE: Final = 20
"""Tables or people per response."""
MAX_REPORTS: Final = 50
WEEK: Final = 7 * DAY
"""Minutes of a week."""
HOUR: Final = 60
"""Minutes of an hour."""
LATE: Final = 5_000
"""Milliseconds by which a bot or a clock may be late before the host is warned."""
OLD_BACKUP: Final = 36 * 60 * 60 * 1000
"""Milliseconds after which a backup counts as old; a nightly one never does."""
LITTLE_ROOM: Final = 1_000_000_000
"""Free bytes below which the host is warned."""


class Hosting:
    """The host's page."""

    def __init__(
        self,
        store: Store,
        hosts: HostStore,
        pulses: HeartbeatStore,
        accounts: Accounts,
        chat: ChatStore,
        service: TableService,
        newest: NewestVersion,
        clock: Clock,
        version: str,
    ) -> None:
        self._store: Final = store
        self._hosts: Final = hosts
        self._pulses: Final = pulses
        self._accounts: Final = accounts
        self._invitations: Final = InvitationStore(accounts.store.database)
        self._chat: Final = chat
        self._service: Final = service
        self._newest: Final = newest
        self._clock: Final = clock
        self._version: Final = version
        self._started_at: Final = clock()

    async def verify_host(self, session: Session) -> None:
        """Raise Refused unless the person is a host of the server."""
        if not await self._accounts.store.is_host(session.person_id):
            raise Refused("expected a host of this server", "host_only")

    def now(self) -> int:
        return self._clock()

    # Statistics

    async def page(self, day: int) -> HostPage:
        """Return the state of the server, and counts since the beginning of the host's day."""
        now = self._clock()
        tables = await self._tables()
        overdue = await self._hosts.most_overdue()
        lag = 0 if overdue is None else max(0, now - overdue)
        backup = await self._hosts.last_backup()
        storage = StorageFigure(await self._hosts.n_bytes(), await self._hosts.n_free())
        concerns: list[Concern] = []
        if not await self._takes_writes(now):
            concerns.append("no_writes")
        if storage.free is not None and storage.free < LITTLE_ROOM:
            concerns.append("little_room")
        if lag > LATE:
            concerns.append("late")
        if tables.set_aside:
            concerns.append("set_aside")
        if backup is None:
            concerns.append("no_backup")
        elif now - backup.at > OLD_BACKUP:
            concerns.append("old_backup")
        return HostPage(
            standing=_standing(concerns),
            concerns=concerns,
            version=self._version,
            newest=self._newest.newest(),
            now=now,
            started_at=self._started_at,
            tables=tables,
            people=await self._people(now),
            moves=await self._moves(now, day),
            lag=lag,
            storage=storage,
            backup=backup,
            reports=await self._hosts.count_reports(),
            deeds=await self._hosts.deeds(day),
        )

    async def _takes_writes(self, now: int) -> bool:
        try:
            await self._store.try_write(now)
        except StoreError:
            return False
        return True

    async def _tables(self) -> TableFigure:
        counts = await self._hosts.count_tables()
        running = [each for each in counts if each.status != "gathering"]
        return TableFigure(
            running=sum([each.n_tables for each in running]),
            waiting=sum([each.n_tables for each in counts if each.status == "gathering"]),
            by_turns=sum([each.n_tables for each in running if each.clock == "turns"]),
            set_aside=self._service.n_quarantined,
        )

    async def _people(self, now: int) -> PeopleFigure:
        players, watchers = await self._pulses.here(now)
        return PeopleFigure(await self._accounts.store.count(), players, watchers)

    async def _moves(self, now: int, day: int) -> MoveFigure:
        minute, first = now // MS_PER_MINUTE, day // MS_PER_MINUTE
        return MoveFigure(
            await self._pulses.moves(minute - HOUR, minute),
            await self._pulses.moves_by_span(first, minute + 1),
            await self._pulses.moves_by_span(first - WEEK, first - WEEK + DAY),
        )

    async def tables(self, after: tuple[int, str] | None) -> HostTables:
        """Return tables whose game is not over, the newest first."""
        found = await self._hosts.open_tables(PAGE, after)
        lines = []
        for _made_at, game_id in found:
            try:
                moved_at = await self._hosts.moved_at(game_id)
                lines.append(await table_line(self._service, game_id, moved_at))
            except UnknownGame:
                continue  # It was deleted just now.
        following = f"{found[-1][0]}.{found[-1][1]}" if len(found) == PAGE else ""
        return HostTables(lines, following)

    # The club

    async def club(self) -> ClubView:
        club = await self._accounts.club.read()
        return ClubView(club.name, club.welcome, club.registration)

    async def choose_club(self, host: Session, choice: ClubChoice) -> ClubView:
        before = await self._accounts.club.read()
        name, welcome = choice.name.strip(), choice.welcome.strip()
        await self._accounts.club.keep(Club(name, welcome, choice.registration))
        if before.registration != choice.registration:
            await self._note("registration", host, choice.registration)
        return await self.club()

    # People

    async def people(self, name: str, after: str) -> HostPeople:
        """Return people whose names have this prefix, or the newest people."""
        folded = folded_name(name) if name.strip() else ""
        if not folded.isprintable() or not after.isprintable():
            return HostPeople([], "")
        found = await self._hosts.people(folded, PAGE, after)
        following = found[-1][0] if len(found) == PAGE else ""
        return HostPeople([person for _place, person in found], following)

    async def choose_person(
        self, host: Session, person_id: str, choice: PersonChoice
    ) -> HostPerson:
        """Grant or revoke the role of host; close or open an account."""
        found = await self._person(person_id)
        if choice.is_host is not None and choice.is_host != found.is_host:
            await self._choose_host(host, found, choice.is_host)
        if choice.is_closed is not None and choice.is_closed != found.is_closed:
            if choice.is_closed and (await self._person(person_id)).is_host:
                raise Refused("a host's account is not closed; end that first", "last_host")
            await self._hosts.close_account(person_id, self._clock(), choice.is_closed)
            await self._accounts.sessions.tell(person_id)
            await self._note("closed" if choice.is_closed else "opened", host, found.name)
        return await self._person(person_id)

    async def _choose_host(self, host: Session, found: HostPerson, is_host: bool) -> None:
        if is_host:
            await self._hosts.make_host(found.person_id, self._clock())
        elif not await self._hosts.unmake_host(found.person_id):
            raise Refused("this is the last host; make another person a host first", "last_host")
        await self._note("made_host" if is_host else "unmade_host", host, found.name)

    async def _person(self, person_id: str) -> HostPerson:
        found = await self._hosts.person(person_id) if person_id.isprintable() else None
        if found is None:
            raise Refused("there is no such person", "unknown_person")
        return found

    # Invitations

    async def invitations(self) -> list[InvitationView]:
        return [_invitation(each) for each in await self._invitations.all()]

    async def invite(self, host: Session, new: NewInvitation) -> tuple[str, InvitationView]:
        """Return a new invitation and its code, which cannot be read again."""
        now = self._clock()
        expires_at = None if new.lasts is None else now + new.lasts
        label = new.label.strip() or "…"
        made = await self._invitations.make(label, new.most_uses, expires_at, now)
        if made is None:
            raise Refused("there are many invitations already", "too_many_invitations")
        await self._note("invited", host, label, new.most_uses)
        return made[0], _invitation(made[1])

    async def end_invitation(self, host: Session, invitation_id: str) -> None:
        label = None
        if invitation_id.isprintable():
            label = await self._invitations.end(invitation_id)
        if label is None:
            raise Refused("there is no such invitation", "unknown_invitation")
        await self._note("uninvited", host, label)

    # Reports

    async def report_seat(
        self, table: Table, reporter: int, seat: int, reason: str, meant: str
    ) -> None:
        """Store a player's report about another player at the table."""
        if not 0 <= seat < table.spec.seats or not table.seats[seat].is_taken:
            raise Refused("the seat is free", "no_such_seat")
        about = table.seats[seat]
        if not about.is_person:
            raise Refused("a bot sits there", "not_a_person")
        if meant and meant != about.name:
            raise Refused("another player has the seat now", "seat_taken")
        if seat == reporter:
            raise Refused("that is your own seat", "own_voice")
        name = table.seats[reporter].name
        now = self._clock()
        report = SeatReport(table.game_id, seat, about.person, about.name, name, now, reason)
        await self._hosts.report_seat(report, reporter)

    async def reports(self) -> list[ReportView]:
        """Return open reports: people first, then messages; a limited number of each."""
        about_people = _grouped(await self._hosts.seat_reports(MAX_REPORTS))
        about_messages: dict[tuple[str, int], list[Report]] = {}
        for report in await self._chat.reports(MAX_REPORTS):
            about_messages.setdefault((report.game_id, report.number), []).append(report)
        found = [_about_person(reports) for reports in about_people]
        for reports in about_messages.values():
            view = await self._about_message(reports)
            if view is not None:
                found.append(view)
        return found

    async def _about_message(self, reports: list[Report]) -> ReportView | None:
        first = reports[0]
        since = max(0, first.number - 1 - CONTEXT)
        said = await self._chat.messages(first.game_id, since, 2 * CONTEXT + 1)
        own = [each for each in said if each.number == first.number]
        if not own:
            return None
        lines = [SaidLine(each.number, each.at, each.name, each.text) for each in said]
        return ReportView(
            "message",
            first.game_id,
            first.number,
            own[0].name,
            "",
            own[0].voice,
            min([each.at for each in reports]),
            [each.reason for each in reports],
            lines,
        )

    async def settle(self, host: Session, settling: Settling) -> None:
        """Close a report, and mute the voice if requested."""
        if settling.kind == "person":
            name = await self._hosts.settle_seat(settling.game_id, settling.number)
            if name is None:
                raise Refused("there is no such report", "unknown_report")
        else:
            name = await self._settle_message(settling)
        await self._note("hushed" if settling.hush else "settled", host, name)

    async def _settle_message(self, settling: Settling) -> str:
        said = []
        if settling.number > 0:
            said = await self._chat.messages(settling.game_id, settling.number - 1, 1)
        if not said or said[0].number != settling.number:
            raise Refused("there is no such report", "unknown_report")
        if settling.hush:
            await self._chat.hush(settling.game_id, said[0].voice)
        if not await self._chat.settle(settling.game_id, settling.number):
            raise Refused("there is no such report", "unknown_report")
        return said[0].name

    async def _note(self, kind: str, host: Session, about: str, figure: int = 0) -> None:
        await self._hosts.note(self._clock(), kind, host.name, about, figure)


def _standing(concerns: list[Concern]) -> Standing:
    if "no_writes" in concerns:
        return "read_only"
    return "look" if concerns else "well"


def _invitation(found: Invitation) -> InvitationView:
    return InvitationView(
        found.invitation_id,
        found.label,
        found.uses,
        found.most_uses,
        found.expires_at,
        found.created_at,
    )


def _grouped(reports: Iterable[SeatReport]) -> list[list[SeatReport]]:
    """Group reports by seat, in the order of the first report of each."""
    found: dict[tuple[str, int], list[SeatReport]] = {}
    for report in reports:
        found.setdefault((report.game_id, report.seat), []).append(report)
    return list(found.values())


def _about_person(reports: list[SeatReport]) -> ReportView:
    first = reports[0]
    reasons = [f"{each.reporter_name}: {each.reason}" for each in reports]
    return ReportView(
        *("person", first.game_id, first.seat, first.name, first.person_id, "", first.at),
        reasons,
        [],
    )
