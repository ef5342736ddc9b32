"""Games and entries to store."""

from gridwright.server.storage import Entry, Label, NewGame, Status, Store
from gridwright.server.storage.append import Outcome

RULES = "5e" * 32
SPEC = '{"edition":"classic","board":"Québec"}'
LABEL = Label(edition="classic", board="Québec")
BEGAN = 1_790_000_000_000


def new_game(
    game_id: str,
    *,
    created_at: int = BEGAN,
    deadline_at: int | None = None,
    status: Status = Status.GATHERING,
    listed: bool = False,
    box: bytes | None = None,
    label: Label = LABEL,
) -> NewGame:
    return NewGame(
        game_id=game_id,
        rules=RULES,
        spec=SPEC,
        created_at=created_at,
        deadline_at=deadline_at,
        status=status,
        listed=listed,
        box=box,
        label=label,
    )


def move(command_id: str, seat: int | None = 1, at: int = BEGAN + 1) -> Entry:
    return Entry(
        command_id=command_id,
        kind="move",
        at=at,
        seat=seat,
        lines=("1 bid 13 15", "chance reveal 21"),
        data='{"word":"Zürich"}',
    )


async def append(
    store: Store,
    game_id: str,
    expected: int,
    entry: Entry,
    status: Status = Status.RUNNING,
    deadline_at: int | None = None,
) -> Outcome:
    return await store.append(game_id, expected, entry, status=status, deadline_at=deadline_at)
