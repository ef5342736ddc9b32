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

from gridwright.table.positions.searches import Answer, answer_line

NICE: Final = 5
"""Added to the nice value; less than for analyses, because a player waits for the answer."""


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
