"""Reads single key presses from a terminal."""

import contextlib
import sys
from collections.abc import Iterator

try:
    import termios
    import tty
except ImportError:  # Not a Unix terminal: whole lines have to do.
    CAN_READ_KEYS = False
else:
    CAN_READ_KEYS = True


def read_key() -> str:
    """The next key; the first letter of a line where keys cannot be read."""
    if not CAN_READ_KEYS:
        return sys.stdin.readline()[:1]
    with _unbuffered():
        return sys.stdin.read(1)


@contextlib.contextmanager
def _unbuffered() -> Iterator[None]:
    """Keys arrive one by one and unseen; afterwards the terminal is as it was."""
    descriptor = sys.stdin.fileno()
    before = termios.tcgetattr(descriptor)
    try:
        tty.setcbreak(descriptor)
        yield
    finally:
        termios.tcsetattr(descriptor, termios.TCSADRAIN, before)
