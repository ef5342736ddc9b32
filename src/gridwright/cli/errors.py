"""Errors that a user can act on: one line on standard error and an exit code."""

import functools
import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, NoReturn, ParamSpec, TypeVar

import typer

if TYPE_CHECKING:
    from gridwright.fair.lines import TranscriptError

BAD: Final = 1
"""A check failed."""
MISUSED: Final = 2
"""The command got an argument that it cannot use."""
INTERRUPTED: Final = 130

P = ParamSpec("P")
R = TypeVar("R")


class CommandFailed(Exception):
    """A problem that needs no traceback."""

    def __init__(self, problem: str, code: int = MISUSED) -> None:
        super().__init__(problem)
        self.code: Final = code


def plain_errors(command: Callable[P, R]) -> Callable[P, R]:
    """The command with every expected error as one line."""

    @functools.wraps(command)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return command(*args, **kwargs)
        except CommandFailed as error:
            fail(str(error), error.code)
        except BrokenPipeError:
            # The reader closed the pipe; Python must not complain at exit that it cannot flush.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise typer.Exit(BAD) from None
        except OSError as error:
            fail(f"{error.filename}: {error.strerror}" if error.filename else str(error))
        except Exception as error:
            told = _expected(error)
            if told is None:
                raise
            fail(told)

    return guarded


def _expected(error: Exception) -> str | None:
    """Return the message for an error of the game's own layers; None for one that is a fault.

    They are imported late: a command that ends well need not wait for all of them.
    """
    from gridwright.cli.drawing.refusal_sentences import tell_refusal
    from gridwright.content.errors import ContentError
    from gridwright.engine.errors import IllegalAction
    from gridwright.engine.notation import NotationError
    from gridwright.fair.lines import TranscriptError

    if isinstance(error, IllegalAction):
        return tell_refusal(error)
    if isinstance(error, TranscriptError):
        return describe_transcript_error(error)
    return str(error) if isinstance(error, ContentError | NotationError) else None


def describe_transcript_error(error: "TranscriptError") -> str:
    """The line and what is wrong there; an illegal action with its clause and numbers."""
    from gridwright.cli.drawing.refusal_sentences import tell_refusal
    from gridwright.engine.errors import IllegalAction

    cause = error.__cause__
    reason = tell_refusal(cause) if isinstance(cause, IllegalAction) else error.problem
    return f"line {error.line}: {reason}"


def fail(problem: str, code: int = MISUSED) -> NoReturn:
    """Print one line and stop."""
    print_problem(problem)
    raise typer.Exit(code)


def print_problem(problem: str) -> None:
    """One line on standard error, the same look for everything that goes wrong."""
    typer.echo(f"gridwright: {' '.join(problem.split())}", err=True)
