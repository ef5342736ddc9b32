"""Reads single key presses from a terminal."""

import contextlib
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from types import ModuleType


def read_key() -> str:
    """The next key; the first letter of a line where keys cannot be read."""
    return _key_reader()()


def _key_reader() -> Callable[[], str]:
    """How this system reads keys: Unix by its terminals, Windows by its console, else by lines."""
    try:
        import termios
    except ImportError:
        try:
            read_console: Callable[[], str] = import_module("msvcrt").getwch
        except ImportError:
            return _read_first_letter
        return read_console
    return lambda: _read_unbuffered(termios)


def _read_first_letter() -> str:
    return sys.stdin.readline()[:1]


def _read_unbuffered(termios: ModuleType) -> str:
    with _unbuffered(termios):
        return sys.stdin.read(1)


@contextlib.contextmanager
def _unbuffered(termios: ModuleType) -> Iterator[None]:
    """Keys arrive one by one and unseen; afterwards the terminal is as it was."""
    import tty

    descriptor = sys.stdin.fileno()
    before = termios.tcgetattr(descriptor)
    try:
        tty.setcbreak(descriptor)
        yield
    finally:
        termios.tcsetattr(descriptor, termios.TCSADRAIN, before)
