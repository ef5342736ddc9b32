"""Reads single key presses from a terminal."""

import contextlib
import os
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from types import ModuleType


def read_key() -> str:
    """The next key; the first letter of a line where keys cannot be read."""
    with reading_keys() as read:
        return read()


@contextlib.contextmanager
def reading_keys() -> Iterator[Callable[[], str]]:
    """Read keys by the system's means: terminals of Unix, the console of Windows, else lines."""
    try:
        termios: ModuleType = import_module("termios")
    except ImportError:
        yield _console_reader()
    else:
        with _unbuffered(termios):
            yield _read_byte


def _console_reader() -> Callable[[], str]:
    try:
        reader: Callable[[], str] = import_module("msvcrt").getwch
    except ImportError:
        return _read_first_letter
    return reader


def _read_first_letter() -> str:
    return sys.stdin.readline()[:1]


def _read_byte() -> str:
    """Read only one byte: keys typed ahead are for the next question."""
    return os.read(sys.stdin.fileno(), 1).decode("ascii", "replace")


@contextlib.contextmanager
def _unbuffered(termios: ModuleType) -> Iterator[None]:
    """Keys arrive one by one and unseen; afterwards the terminal is as it was."""
    import tty

    descriptor = sys.stdin.fileno()
    before = termios.tcgetattr(descriptor)
    try:
        tty.setcbreak(descriptor, termios.TCSADRAIN)
        yield
    finally:
        termios.tcsetattr(descriptor, termios.TCSADRAIN, before)
