"""Tables whose game is over, and workers for them that need no minutes."""

import sys
from functools import partial
from pathlib import Path

import msgspec

from gridwright.content.table import default_spec
from gridwright.protocol.analysis import EXAMPLE
from gridwright.server.tables.service import Done, TableService
from gridwright.server.worker.service import Worker
from gridwright.table import commands
from gridwright.table.commands import Decide
from gridwright.table.entries import Status
from gridwright.table.positions.analyses import Made, Progress
from gridwright.table.terms import Terms


async def told(service: TableService, game_id: str, name: str, decide: Decide) -> None:
    """Carry out a command at the table's current version."""
    table = await service.load(game_id)
    assert isinstance(
        await service.run_command(game_id, name, expected_version=table.version, decide=decide),
        Done,
    )


async def begun_table(
    service: TableService, person: str = "", edition: str = "card", seats: int = 2
) -> str:
    """A game of bots; with a name, one seat is of a person replaced by a bot."""
    game_id = await service.create(default_spec(edition, seats=seats), Terms())
    for seat in range(seats):
        name, bot = (person, "") if seat == 0 and person else (f"Bot {seat}", "l1")
        sit = partial(commands.sit_down, seat=seat, name=name, bot=bot)
        await told(service, game_id, f"s{seat}", sit)
    if person:
        await told(service, game_id, "r0", partial(commands.get_ready, seat=0))
    await told(service, game_id, "b", commands.begin)
    if person:
        await told(service, game_id, "h0", partial(commands.hand_over, seat=0, bot="l1"))
    return game_id


async def play_to_the_end(service: TableService, worker: Worker, game_id: str) -> None:
    while (await service.load(game_id)).status is not Status.FINISHED:
        await worker.sweep()


def scripted_child(folder: Path, ending: str) -> tuple[str, ...]:
    """A process that reads its task, reports half of the progress, and continues as given.

    It writes its id to ``pid``, so that a test can check whether it still runs.
    """
    assert EXAMPLE.record is not None
    record = msgspec.json.encode(Made(EXAMPLE.record)).decode()
    half = msgspec.json.encode(Progress(5, 10)).decode()
    endings = {
        "made": f"print({record!r}, flush=True)",
        "crash": "sys.exit(3)",
        "nonsense": "print('so what', flush=True)",
        "never": "time.sleep(600)",
    }
    program = folder / f"{ending}.py"
    program.write_text(
        "import os, sys, time\n"
        "task = sys.stdin.readline()\n"
        f"open({str(folder / 'task')!r}, 'w').write(task)\n"
        f"open({str(folder / 'pid')!r}, 'w').write(str(os.getpid()))\n"
        f"print({half!r}, flush=True)\n"
        f"{endings[ending]}\n"
    )
    return (sys.executable, str(program))
