"""Export of a table's game as a transcript that anyone can verify."""

from collections.abc import Sequence

from gridwright.engine.history import History
from gridwright.fair.chain import ChainEntry, digests
from gridwright.fair.replay import mark_after
from gridwright.fair.transcript import Closing, Mark, Move, Transcript, sealed
from gridwright.table.table import Table


def export(table: Table, log: Sequence[ChainEntry] = ()) -> Transcript:
    """Return the game so far; with the seed once it was revealed.

    A game that its players ended early has no result, so its transcript has no closing.
    """
    history = History(table.game)
    body: list[Move | Mark] = []
    for line in table.lines:
        round_before = history.state.round
        history.play(table.notation.parse(line))
        body.append(Move(line))
        mark = mark_after(table.game, round_before, history.state)
        if mark is not None:
            body.append(mark)
    closing = None
    if table.revealed and table.game.is_over(history.state):
        reason = table.game.scoring.end_reason(history.state)
        chain = digests(table.game_id, log)[-1] if log else b""
        ranking = tuple(history.state.ranking)
        closing = Closing(table.revealed, ranking, reason, log=tuple(log), chain=chain)
    return sealed(
        Transcript(
            table.origin,
            table.spec,
            table.rules,
            table.commitment,
            tuple(sorted(table.contributions.items())),
            tuple(body),
            closing,
        )
    )
