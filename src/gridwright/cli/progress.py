"""Progress of a long run: a bar on a terminal, a line for each tenth elsewhere."""

from types import TracebackType
from typing import Final

from rich.progress import Progress, TaskID

from gridwright.cli.terminal import open_notes, open_progress

N_LINES: Final = 10


class ProgressDisplay:
    """Counts what is done and shows it on standard error."""

    def __init__(self, what: str, total: int) -> None:
        self.n_done = 0
        self._what: Final = what
        self._total: Final = total
        self._notes: Final = open_notes()
        self._progress: Final[Progress] = open_progress()
        self._task: Final[TaskID] = self._progress.add_task(what, total=total)

    def __enter__(self) -> "ProgressDisplay":
        self._progress.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._progress.stop()

    def add(self, n_done: int, remark: str = "") -> None:
        """Add to what is done; the remark describes the result so far."""
        before = self.n_done * N_LINES // self._total
        self.n_done += n_done
        self._progress.update(self._task, advance=n_done, description=remark or self._what)
        is_tenth = self.n_done * N_LINES // self._total > before
        if is_tenth and not self._notes.is_terminal:
            line = f"{self.n_done} of {self._total} {self._what}"
            self._notes.print(f"{line}: {remark}" if remark else line, soft_wrap=True)
