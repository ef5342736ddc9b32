"""Profiles, follows, blocks and invitations."""

from collections.abc import AsyncIterator, Collection, Sequence
from typing import Final

from gridwright.fair.transcript import format_transcript
from gridwright.protocol.people import (
    BotMark,
    EditionRating,
    EditionScale,
    ExportedGame,
    Form,
    Invitation,
    KnownPerson,
    PlayedGame,
    PlayedSeat,
    Profile,
    ResultRow,
    Rival,
)
from gridwright.protocol.refusals import Refused
from gridwright.ratings.bots import load_bots
from gridwright.ratings.plackett_luce import FIRST, GRAIN
from gridwright.server.accounts.names import folded_name
from gridwright.server.accounts.store import AccountStore
from gridwright.server.auth.records import Person
from gridwright.server.operations.steady_clock import Clock
from gridwright.server.people.finished import WHOLE, Kind
from gridwright.server.people.store import (
    LAST_NUMBER,
    MAX_COUNTED,
    HistoryGame,
    OtherSeat,
    OwnResult,
    PeopleStore,
)
from gridwright.server.storage.contract import Store
from gridwright.server.storage.errors import RowMissing, StoreUnavailable, UnknownGame
from gridwright.server.tables.export import export_whole
from gridwright.server.tables.loading import QuarantinedTable
from gridwright.server.tables.seat_auth import PersonBlocks
from gridwright.server.tables.service import TableService
from gridwright.table.clock_pauses import MS_PER_DAY
from gridwright.table.entries import Status
from gridwright.table.table import Table

PAGE: Final = 20
"""Games per response."""
RECENT: Final = 6
N_FORM: Final = 16
LATELY: Final = 30 * MS_PER_DAY
"""Milliseconds over which the change of a rating is shown."""
WEEK: Final = 7 * MS_PER_DAY
MONDAY: Final = 4 * MS_PER_DAY
"""First Monday after the start of 1970, a Thursday, in milliseconds."""
MAX_RELATIONS: Final = 500
"""Maximum number of people whom a person may follow, and may block."""
MAX_INVITED: Final = 60
"""Invitations that a person may send per day."""
MAX_INVITATIONS: Final = 20
LEVELS: Final = ("easy", "normal", "hard", "expert")
"""Bots against which people play, by strength."""


class UnknownPerson(Refused):
    """There is no person with this name."""

    code = "unknown_person"


class People(PersonBlocks):
    """Profiles, follows, blocks and invitations of people."""

    def __init__(
        self,
        people: PeopleStore,
        accounts: AccountStore,
        store: Store,
        service: TableService,
        clock: Clock,
    ) -> None:
        self._people: Final = people
        self._accounts: Final = accounts
        self._store: Final = store
        self._service: Final = service
        self._clock: Final = clock

    async def find(self, name: str) -> Person:
        """Return a person by name; raise UnknownPerson."""
        # No name contains unprintable characters, so the database is not queried.
        found = await self._accounts.by_name(folded_name(name)) if name.isprintable() else None
        if found is None:
            raise UnknownPerson("unknown name")
        return found[0]

    # Profiles

    async def profile(self, name: str, viewer: str | None) -> Profile:
        """Return a person's profile as the viewer may see it; None is a guest."""
        person = await self.find(name)
        is_own = viewer == person.person_id
        is_public = await self._people.is_public(person.person_id)
        follows = blocks = False
        if viewer is not None and not is_own:
            follows = await self._people.follows(viewer, person.person_id)
            blocks = await self._people.blocks(viewer, person.person_id)
        if not is_own and not is_public:
            return hidden_profile(person.name, follows, blocks)
        results = await self._people.results(person.person_id)
        played = [each for each in results if each.place]
        ratings = {True: [], False: []}  # type: dict[bool, list[EditionRating]]
        for edition, kind, skill, games in await self._people.ratings(person.person_id):
            change = _change(results, edition, kind, skill.mu, self._clock() - LATELY)
            rating = EditionRating(edition, skill.points, skill.margin, games, change)
            ratings[kind is Kind.PROGRAM].append(rating)
        recent = await self._people.history(person.person_id, RECENT)
        return Profile(
            name=person.name,
            is_own=is_own,
            is_public=is_public,
            follows=follows,
            blocks=blocks,
            since=results[-1].ended_at if results else 0,
            games=len(played),
            won=_won(played),
            ratings=ratings[False],
            programs=ratings[True],
            scales=scales(),
            results=_by_board(played),
            form=_form(results, self._clock()),
            rivals=await self._rivals(person, viewer),
            recent=[_told(game, person.person_id, viewer) for game in recent],
        )

    async def _rivals(self, person: Person, viewer: str | None) -> list[Rival]:
        if viewer is None:
            return []
        if viewer == person.person_id:
            return [Rival(*row) for row in await self._people.rivals(viewer)]
        places = await self._people.between(viewer, person.person_id)
        played = [(own, other) for own, other in places if own and other]
        ahead = sum([own < other for own, other in played])
        behind = sum([own > other for own, other in played])
        return [Rival(person.name, len(played), ahead, behind)] if played else []

    async def games(self, name: str, viewer: str | None, before: int) -> list[PlayedGame]:
        """Return a page of a person's games, the newest first; empty if the profile is hidden."""
        person = await self.find(name)
        if viewer != person.person_id and not await self._people.is_public(person.person_id):
            return []
        page = await self._people.history(person.person_id, PAGE, before or LAST_NUMBER)
        return [_told(game, person.person_id, viewer) for game in page]

    async def choose(self, person_id: str, is_public: bool) -> None:
        await self._people.choose(person_id, is_public)

    async def export(self, person_id: str) -> AsyncIterator[ExportedGame]:
        """Yield every game of a person, the oldest first."""
        last = 0
        while page := await self._people.games_of(person_id, last, PAGE):
            for number, game_id, ended_at, place in page:
                last = number
                yield ExportedGame(game_id, ended_at, place, await self._transcript(game_id))

    async def _transcript(self, game_id: str) -> str:
        """Return the transcript of a finished table, whose log has its seed.

        Empty if it cannot be replayed.
        """
        try:
            table = Table(await self._store.load(game_id), None)
            while entries := await self._store.entries(game_id, table.version):
                for logged in entries:
                    table.fold(logged)
            return format_transcript(await export_whole(self._store, table))
        except StoreUnavailable:
            raise
        except Exception:
            return ""  # Deleted or quarantined; `admin check` reports the reason.

    # Following, blocking, inviting

    async def follow(self, person_id: str, name: str) -> None:
        other = await self._other(person_id, name)
        if await self._people.n_followed(person_id) >= MAX_RELATIONS:
            raise Refused(f"expected at most {MAX_RELATIONS} people", "too_many_people")
        # Blocked people are not notified: the follow has no effect.
        if not await self._people.blocks(other.person_id, person_id):
            await self._people.unblock(person_id, other.person_id)
            await self._people.follow(person_id, other.person_id, self._clock())

    async def unfollow(self, person_id: str, name: str) -> None:
        await self._people.unfollow(person_id, (await self._other(person_id, name)).person_id)

    async def followed(self, person_id: str) -> list[KnownPerson]:
        rows = await self._people.followed(person_id, MAX_RELATIONS)
        return [KnownPerson(*row) for row in rows]

    async def block(self, person_id: str, name: str) -> None:
        other = await self._other(person_id, name)
        if await self._people.n_blocked(person_id) >= MAX_RELATIONS:
            raise Refused(f"expected at most {MAX_RELATIONS} people", "too_many_people")
        await self._people.block(person_id, other.person_id, self._clock())

    async def unblock(self, person_id: str, name: str) -> None:
        await self._people.unblock(person_id, (await self._other(person_id, name)).person_id)

    async def blocked(self, person_id: str) -> list[KnownPerson]:
        rows = await self._people.blocked(person_id, MAX_RELATIONS)
        return [KnownPerson(*row) for row in rows]

    async def _other(self, person_id: str, name: str) -> Person:
        other = await self.find(name)
        if other.person_id == person_id:
            raise UnknownPerson("expected another person, not yourself")
        return other

    async def verify_welcome(self, person_id: str, seated: Collection[str]) -> None:
        """Refuse a person who is blocked by a player at the table."""
        for each in seated:
            if each != person_id and await self._people.blocks(each, person_id):
                raise Refused("a player at this table has blocked you", "blocked")

    async def blocked_voices(self, game_id: str, voice: str) -> frozenset[str]:
        """Return the voices at a table of people whom the person behind a voice has blocked."""
        try:
            table = await self._service.load(game_id)
        except (UnknownGame, QuarantinedTable):
            return frozenset()
        voices = {
            f"seat:{seat}:{holder.since}": holder.person
            for seat, holder in enumerate(table.seats)
            if holder.person
        }
        own = voices.pop(voice, "")
        if not own or not voices:
            return frozenset()
        blocked = await self._people.blocked_ids(own)
        return frozenset([each for each, person in voices.items() if person in blocked])

    async def invite(self, person_id: str, game_id: str, name: str) -> None:
        """Invite a person the player follows to a table that has not begun."""
        other = await self._other(person_id, name)
        if not await self._people.follows(person_id, other.person_id):
            raise Refused("expected a person you follow", "not_followed")
        now = self._clock()
        if await self._people.n_invited(person_id, now - MS_PER_DAY) >= MAX_INVITED:
            raise Refused(f"expected at most {MAX_INVITED} invitations a day", "too_many_people")
        try:
            await self._people.invite(other.person_id, game_id, person_id, now)
        except RowMissing:
            return  # One of the two was deleted.

    async def invitations(self, person_id: str) -> list[Invitation]:
        """Return invitations to tables that wait for players; delete the others."""
        found: list[Invitation] = []
        for game_id, by, at in await self._people.invitations(person_id, MAX_INVITATIONS):
            table = await self._gathering(game_id)
            if table is None or table.seat_of(person_id) is not None:
                await self._people.drop_invitation(person_id, game_id)
                continue
            spec = table.spec
            shape = (spec.edition, spec.board, spec.seats)
            found.append(Invitation(game_id, f"/api/tables/{game_id}", by, at, *shape))
        return found

    async def _gathering(self, game_id: str) -> Table | None:
        """Return a table that waits for players, or None; does not replay games that have begun."""
        try:
            if (await self._store.load(game_id)).status is not Status.GATHERING:
                return None
            table = await self._service.load(game_id)
        except (UnknownGame, QuarantinedTable):
            return None
        return table if table.status is Status.GATHERING else None

    async def decline(self, person_id: str, game_id: str) -> None:
        if game_id.isprintable():
            await self._people.drop_invitation(person_id, game_id)


def hidden_profile(name: str, follows: bool, blocks: bool) -> Profile:
    """The public view of a private profile."""
    return Profile(
        *(name, False, False, follows, blocks, 0, 0, 0.0, [], [], [], []),
        *(Form([], 0, 0, 0), [], []),
    )


def scales() -> list[EditionScale]:
    """Return the ratings of the bots that people play against."""
    return [
        EditionScale(
            edition,
            sorted(
                [BotMark(bot, skill.points) for bot, skill in bots.items() if bot in LEVELS],
                key=lambda mark: mark.points,
            ),
        )
        for edition, bots in sorted(load_bots().items())
    ]


def _change(results: Sequence[OwnResult], edition: str, kind: Kind, now: int, since: int) -> int:
    """Return the change of the rating since a moment."""
    counted = [
        each
        for each in results
        if each.mu is not None and (each.edition, each.kind) == (edition, kind)
    ]
    for each in counted:
        if each.ended_at < since:
            assert each.mu is not None
            return round((now - each.mu) / GRAIN)
    is_whole = len(results) < MAX_COUNTED
    return round((now - FIRST) / GRAIN) if counted and is_whole else 0


def _won(results: Sequence[OwnResult]) -> float:
    return round(sum([each.share for each in results]) / WHOLE, 2)


def _by_board(results: Sequence[OwnResult]) -> list[ResultRow]:
    found: dict[tuple[str, str, int], list[OwnResult]] = {}
    for each in results:
        found.setdefault((each.edition, each.board, each.seats), []).append(each)
    rows = [ResultRow(*key, len(games), _won(games)) for key, games in found.items()]
    return sorted(rows, key=lambda row: (-row.games, row.edition, row.board, row.seats))


def _form(results: Sequence[OwnResult], now: int) -> Form:
    """``results`` are the newest first."""
    played = [each for each in results if each.place]
    run = longest = 0
    for each in played:
        run = run + 1 if each.place == 1 else 0
        longest = max(longest, run)
    weeks = {_week(each.ended_at) for each in results}
    # This week may still come.
    last = _week(now) if _week(now) in weeks else _week(now) - 1
    n_weeks = 0
    while last - n_weeks in weeks:
        n_weeks += 1
    return Form(
        last=[each.place == 1 for each in reversed(played[:N_FORM])],
        longest_run=longest,
        weeks=n_weeks,
        left=sum([each.is_left for each in results]),
    )


def _week(moment: int) -> int:
    return (moment - MONDAY) // WEEK


def _told(game: HistoryGame, person_id: str, viewer: str | None) -> PlayedGame:
    was_there = viewer == person_id or any(seat.person_id == viewer for seat in game.others)
    return PlayedGame(
        number=game.number,
        game_id=game.game_id if game.listed or was_there else "",
        edition=game.edition,
        board=game.board,
        seats=game.seats,
        ended_at=game.ended_at,
        place=game.place,
        kind=game.kind.value,
        unrated=game.unrated.value,
        gain=None if game.gain is None else round(game.gain / GRAIN),
        others=[_other_seat(seat, was_there) for seat in game.others],
    )


def _other_seat(seat: OtherSeat, was_there: bool) -> PlayedSeat:
    """A person with a private profile does not appear in other profiles."""
    name = seat.name if was_there or seat.is_public else ""
    return PlayedSeat(seat.kind.value, name, seat.bot, seat.place)
