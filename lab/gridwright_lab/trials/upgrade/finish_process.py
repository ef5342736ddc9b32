"""Finish the games of a corpus, in a process of its own: the program may be a changed one.

It prints what it found as JSON: how each game ended, and which rules new tables have.
"""

import asyncio
import json
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

from gridwright.content.table import default_spec, list_editions, rules_identity
from gridwright.engine.digest import digest
from gridwright.fair.transcript import format_transcript
from gridwright.fair.verify import verify
from gridwright.server.node import open_node
from gridwright.server.operations.logs import LogForm, set_up_logs
from gridwright.server.tables.service import TableService
from gridwright.table.entries import Status
from gridwright.table.export import export
from gridwright.table.terms import Terms
from gridwright_lab.trials.upgrade.continuation import play_on
from gridwright_lab.trials.upgrade.corpus import DATABASE, Corpus, key_of, load_corpora


@dataclass
class Ending:
    """End of a game, or the reason why it does not end."""

    digest: str = ""
    rules: str = ""
    is_finished: bool = False
    is_verified: bool = False
    problem: str = ""


@dataclass
class Finished:
    """Endings of the games of a database, and rules of new tables by edition."""

    endings: dict[str, Ending] = field(default_factory=dict)
    new_rules: dict[str, str] = field(default_factory=dict)
    """Rules identity of a table that was created now, by edition."""
    new_money: dict[str, int] = field(default_factory=dict)
    """Money of a seat at the start of that table, by edition."""

    @classmethod
    def from_json(cls, text: str) -> "Finished":
        plain = json.loads(text)
        endings = {game: Ending(**each) for game, each in plain.pop("endings").items()}
        return cls(endings, **plain)


async def finish_games(place: Path, corpus: Corpus, n_games: int) -> Finished:
    """Open an unpacked database as a server does, and play its first games to their end."""
    continuations = corpus.continuations()
    found = Finished()
    async with open_node(f"sqlite:///{place / DATABASE}", key_of(place)) as node:
        for game in corpus.games[:n_games]:
            lines = continuations[game.game_id]
            found.endings[game.game_id] = await _finish(node.service, game.game_id, lines)
        for edition in list_editions():
            spec = default_spec(edition, seats=2)
            table = await node.service.load(await node.service.create(spec, Terms()))
            found.new_rules[edition] = table.rules
            found.new_money[edition] = table.game.rules.start_money
            assert table.rules == rules_identity(spec)
    return found


async def _finish(service: TableService, game_id: str, lines: Sequence[str]) -> Ending:
    try:
        table = await play_on(service, game_id, lines)
        report = verify(format_transcript(export(table)))
    except Exception as error:  # Any exception: the game does not end as it must.
        return Ending(problem=f"{type(error).__name__}: {error}"[:300])
    return Ending(
        digest(table.state),
        table.rules,
        table.status is Status.FINISHED,
        report.ok,
        "; ".join([str(failed) for failed in report.failures]),
    )


def main(arguments: Sequence[str]) -> int:
    set_up_logs(LogForm.TEXT)  # On the error stream; what is printed is for the trial.
    folder, place, n_games, commit = arguments
    (corpus,) = [each for each in load_corpora(Path(folder)) if each.commit == commit]
    print(json.dumps(asdict(asyncio.run(finish_games(Path(place), corpus, int(n_games))))))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
