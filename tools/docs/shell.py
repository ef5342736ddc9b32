"""A shell in an empty place, in which the commands of a page are typed one after the other."""

import contextlib
import os
import select
import shlex
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType

from tools.docs.console import Command, Commands, File, missing_line
from tools.docs.empty_place import EmptyPlace

TIMEOUT_S = 600.0
"""Seconds that a command may take."""
STARTING = 300.0
"""Seconds in which a command that serves must have begun to; it may install first."""
ENDING = 5.0
"""Seconds in which a shell without input must have ended."""
MARK = "the command ended:"
MAX_SHOWN = 1500


class CommandFailed(Exception):
    """A command of a page did not do what the page says."""


class Shell:
    """A bash that remembers its folder and its variables from command to command."""

    def __init__(self, place: EmptyPlace, folder: Path) -> None:
        self._place = place
        self._output = place.folder / "output"
        self._running: list[tuple[str, str]] = []
        self._n_outputs = 0
        self.seconds: dict[str, float] = {}
        """Seconds of each command, by its line."""
        self._bash = subprocess.Popen(
            place.command("bash", "--noprofile", "--norc"),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=0,
            start_new_session=True,
        )
        self._output.mkdir()
        self._ask(f"cd {shlex.quote(str(place.seen(folder)))}", TIMEOUT_S)

    def __enter__(self) -> "Shell":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """End the shell, which ends with its input, and all processes left by the page."""
        assert self._bash.stdin is not None
        assert self._bash.stdout is not None
        self._bash.stdin.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._bash.wait(ENDING)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._bash.pid, signal.SIGKILL)
        self._bash.wait()
        self._bash.stdout.close()

    def run(self, step: Commands | File) -> None:
        """Do what a block says; raises CommandFailed."""
        if isinstance(step, File):
            self._write(step)
        elif not step.excuse:
            for command in step.commands:
                began = time.monotonic()
                if step.until:
                    self._run_until(command.line, step.until, stays=step.stays)
                else:
                    self._run_to_end(command)
                self.seconds[command.line] = round(time.monotonic() - began, 1)

    def close_well(self) -> None:
        """Stop what stayed beside the page; each program must end in good order."""
        while self._running:
            self._stop(*self._running.pop())

    def _write(self, file: File) -> None:
        aside = self._output / "file"
        aside.write_text(file.text, "utf-8")
        name, source = shlex.quote(file.name), shlex.quote(str(self._place.seen(aside)))
        self._ask(f'mkdir -p "$(dirname {name})" && cp {source} {name}', TIMEOUT_S)

    def _run_to_end(self, command: Command) -> None:
        output = self._next_output()
        # In braces and not in a subshell: `cd` and `. activate` are to last.
        code = self._ask(
            f"{{ {command.line}\n}} </dev/null >{self._quoted(output)} 2>&1", TIMEOUT_S
        )
        printed = output.read_text("utf-8", errors="replace")
        if code != "0":
            raise CommandFailed(f"ended with {code}: {command.line}\n{printed[-MAX_SHOWN:]}")
        missing = missing_line(command.shown, printed)
        if missing is not None:
            told = f"expected {missing!r} from {command.line}"
            raise CommandFailed(f"{told}, got:\n{printed[-MAX_SHOWN:]}")

    def _run_until(self, line: str, text: str, stays: bool) -> None:
        output = self._next_output()
        started = f"{line} </dev/null >{self._quoted(output)} 2>&1 &"
        process = self._ask(started, TIMEOUT_S, what="$!")
        printed = ""
        for _moment in _moments(STARTING):
            printed = output.read_text("utf-8", errors="replace")
            if text in printed:
                break
        else:
            told = f"expected {text!r} from {line}"
            raise CommandFailed(f"{told}, got:\n{printed[-MAX_SHOWN:]}")
        if stays:
            self._running.append((line, process))
        else:
            self._stop(line, process)

    def _stop(self, line: str, process: str) -> None:
        # Make would end by the signal itself: what it runs is stopped, and make ends well.
        stopped = f"$(pgrep -P {process})" if line.startswith("make ") else process
        code = self._ask(f"kill -TERM {stopped} && wait {process}", TIMEOUT_S)
        if code != "0":
            raise CommandFailed(f"expected a good end, got {code}: {line}")

    def _next_output(self) -> Path:
        self._n_outputs += 1
        path = self._output / f"{self._n_outputs}.txt"
        path.touch()
        return path

    def _quoted(self, path: Path) -> str:
        return shlex.quote(str(self._place.seen(path)))

    def _ask(self, line: str, timeout_s: float, what: str = "$?") -> str:
        """Type a line; returns its exit code, or another value of the shell."""
        assert self._bash.stdin is not None
        assert self._bash.stdout is not None
        self._bash.stdin.write(f"{line}\necho '{MARK}' {what}\n".encode())
        heard = b""
        deadline = time.monotonic() + timeout_s
        while MARK.encode() not in heard or not heard.endswith(b"\n"):
            left = deadline - time.monotonic()
            ready, _, _ = select.select([self._bash.stdout], [], [], max(0.0, left))
            if not ready:
                raise CommandFailed(f"did not end within {timeout_s:.0f} s: {line}")
            more = self._bash.stdout.read(4096)
            if not more:
                raise CommandFailed(f"the shell ended with: {line}")
            heard += more
        return heard.decode().rpartition(MARK)[2].strip()


def _moments(seconds: float) -> Iterator[float]:
    """Yield every fifth of a second until `seconds` are over."""
    began = time.monotonic()
    while (waited := time.monotonic() - began) < seconds:
        yield waited
        time.sleep(0.2)
