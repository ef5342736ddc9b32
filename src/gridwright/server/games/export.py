"""A table's game as a transcript that anybody can verify."""

from gridwright.engine.history import History
from gridwright.fair.replay import mark_after
from gridwright.fair.transcript import Closing, Mark, Move, Transcript, sealed
from gridwright.server.games.table import Table


def export(table: Table) -> Transcript:
    """The game so far; with the seed once it was revealed.

    A game that people ended before its rules did has no result that could be closed with.
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
        closing = Closing(table.revealed, tuple(history.state.ranking), reason)
    return sealed(
        Transcript(
            table.game_id,
            table.spec,
            table.rules,
            table.commitment,
            tuple(sorted(table.contributions.items())),
            tuple(body),
            closing,
        )
    )
