"""Child process for bots that search: ``python -m gridwright.server.search.child``.

It reads one question per line from stdin and writes one answer per line to stdout. It runs at low
priority, so that the server stays fast.
"""

import os
import queue
import signal
import sys
import threading
from typing import Final

import msgspec

from gridwright.aids.hints import advise_by_search
from gridwright.bots.registry import find_bot
from gridwright.bots.seated_bot import SeatedBot
from gridwright.content.table import TableSpec, load_game
from gridwright.engine.game import Game
from gridwright.engine.history import History
from gridwright.engine.notation import Notation
from gridwright.engine.state import State
from gridwright.fair.derive import Keys
from gridwright.server.search.questions import (
    Answer,
    Chosen,
    Considered,
    Failed,
    Question,
    register_figures,
)

NICE: Final = 5
"""Added to the nice value; less than for analyses, because a player waits for the answer."""
MAX_PROBLEM: Final = 500
"""Characters of an error text."""


def main() -> None:
    """Answer until the input ends."""
    if hasattr(os, "nice"):
        os.nice(NICE)
    # Ctrl-C is meant for the server, which then ends this process.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    asked: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(asked,), daemon=True).start()
    while True:
        _tell(answer_line(asked.get()))


def answer_line(line: bytes) -> Answer:
    """Answer a question; errors are returned as Failed."""
    try:
        return answer(msgspec.json.decode(line, type=Question))
    except Exception as error:
        return Failed(f"{type(error).__name__}: {error}"[:MAX_PROBLEM])


def answer(question: Question) -> Answer:
    """Return the bot's actions, or its hint with reasons. Raises on any error."""
    register_figures(question.figures)
    game = load_game(TableSpec.from_json(question.spec), question.rules)
    notation = Notation(game.rules)
    history = History(game)
    for line in question.lines:
        history.play(notation.parse(line))
    if question.is_hint:
        return consider(question, game, notation, history.state)
    bot = SeatedBot(find_bot(question.bot), game, question.seat, Keys(question.key))
    return Chosen(notation.text(bot.act(history.state)))


def consider(question: Question, game: Game, notation: Notation, state: State) -> Considered:
    """Return a hint with its reasons, by search."""
    advised = advise_by_search(question.bot, Keys(question.key), game, state)
    return Considered(
        advised.area,
        notation.text(advised.action),
        [notation.text(action) for action in advised.actions],
        advised.limit,
        advised.numbers,
        advised.measure,
        [([notation.text(act) for act in each.actions], each.behind) for each in advised.others],
    )


def _tell(answer: Answer) -> None:
    sys.stdout.buffer.write(msgspec.json.encode(answer) + b"\n")
    sys.stdout.buffer.flush()


def _listen(asked: "queue.SimpleQueue[bytes]") -> None:
    """Exit on EOF on stdin: the parent has died."""
    for line in sys.stdin.buffer:
        asked.put(line)
    os._exit(1)


if __name__ == "__main__":
    main()
