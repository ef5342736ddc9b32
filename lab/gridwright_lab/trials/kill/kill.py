"""Kills lose no acknowledged command: ``gridwright-lab trial kill --kills 8 --commands 50000``.

Clients at many tables send commands over HTTP: to two nodes with a private PostgreSQL and Redis, or
with ``--sqlite`` to one node on a file. It kills each of these processes repeatedly under load.
Afterwards it compares all stored data with all responses to the clients. With ``--sabotage`` the
server breaks one guarantee, or stored data is changed behind its back, and the experiment passes if
it detects that.
"""

import asyncio
import sys
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Final

from gridwright.server.operations.settings import KEY_FILE
from gridwright.server.storage.contract import DatabaseStore
from gridwright.server.storage.key_file import load_or_make_key
from gridwright.server.storage.opening import open_database
from gridwright_lab.trials.command import trial_parser
from gridwright_lab.trials.faults.sabotaged_server import Sabotage, TrustingStore
from gridwright_lab.trials.kill.aftermath import Aftermath
from gridwright_lab.trials.kill.cluster import Cluster, open_cluster
from gridwright_lab.trials.kill.killable import WORKER, KillableServers
from gridwright_lab.trials.kill.player_load import PlayerLoad
from gridwright_lab.trials.kill.single_node import SingleNode, open_single_node
from gridwright_lab.trials.kill.stored_faults import CAUGHT_AS, StoredFault, spoil
from gridwright_lab.trials.kill.verdict import verdict_of
from gridwright_lab.trials.thresholds import Verdict

SABOTAGES: Final = (*Sabotage, *StoredFault)
CAUGHT: Final[Mapping[str, str]] = {
    Sabotage.ASYNC_COMMIT: "lost orders",
    Sabotage.NO_KEY: "forked",
    **{fault.value: caught for fault, caught in CAUGHT_AS.items()},
}
"""Fault that the audit must find, by sabotage."""


async def play(
    servers: KillableServers, kills: Mapping[str, int], n_commands: int, n_tables: int, seed: int
) -> PlayerLoad:
    """Play and kill, then stop the servers, so that the stored data is at rest."""
    load = PlayerLoad(servers, n_commands, kills, seed)
    await load.run(n_tables)
    await servers.stop_servers()
    return load


async def audit(store: DatabaseStore, load: PlayerLoad, key: bytes) -> Aftermath:
    """Compare everything stored with the clients' journals."""
    after = Aftermath()
    await after.compare(store, load.journals, load.n_unknown_tables)
    await after.fold(store, key)
    return after


async def run(
    kills: Mapping[str, int],
    n_commands: int,
    n_tables: int,
    seed: int = 0,
    sabotage: str = "",
    sqlite: bool = False,
) -> Verdict:
    """Run the experiment, with or without sabotage."""
    server_sabotage = sabotage if sabotage in [*Sabotage] else ""
    with tempfile.TemporaryDirectory(prefix="gridwright-kill-") as name:
        folder = Path(name)
        opening: AbstractAsyncContextManager[KillableServers] = (
            open_single_node(folder) if sqlite else open_cluster(folder, server_sabotage)
        )
        async with opening as servers:
            load = await play(servers, kills, n_commands, n_tables, seed)
            open_plainly = TrustingStore.open if server_sabotage else open_database
            async with await open_plainly(servers.database) as store:
                if sabotage and not server_sabotage:
                    await spoil(store, StoredFault(sabotage), load.journals)
                after = await audit(store, load, load_or_make_key(folder / KEY_FILE))
        return verdict_of(load, after, n_tables, CAUGHT[sabotage] if sabotage else "")


def main(arguments: Sequence[str] | None = None) -> int:
    parser = trial_parser(__doc__, seeded=True)
    parser.add_argument("--kills", type=int, default=8, help="of each kind")
    parser.add_argument("--worker-kills", type=int, default=2)
    parser.add_argument("--commands", type=int, default=50_000, help="acknowledged ones")
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--sqlite", action="store_true", help="one node on a file")
    choices = [each.value for each in SABOTAGES]
    parser.add_argument("--sabotage", choices=choices, default="")
    chosen = parser.parse_args(arguments)
    if chosen.sqlite and chosen.sabotage in [*Sabotage]:
        parser.error(f"expected a sabotage of what is stored: {[*StoredFault]}")
    kinds = SingleNode.kinds if chosen.sqlite else Cluster.kinds
    kills = dict.fromkeys(kinds, chosen.kills)
    if not chosen.sqlite:
        kills[WORKER] = chosen.worker_kills
    verdict = asyncio.run(
        run(kills, chosen.commands, chosen.tables, chosen.seed, chosen.sabotage, chosen.sqlite)
    )
    return verdict.print(chosen.json)


if __name__ == "__main__":
    sys.exit(main())
