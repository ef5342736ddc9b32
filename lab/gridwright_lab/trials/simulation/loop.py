"""An event loop without a machine: its time is simulated, and a seed says what runs next.

Time passes only when nothing can run: then the clock jumps to the next timer. The seed chooses one
of the callbacks that can run, so every run explores another order. Each callback belongs to a
process, or to the world around them. A process that was killed runs nothing any more, not even
what it would do at its end.
"""

import asyncio
import contextvars
import hashlib
import heapq
from collections.abc import Callable, Coroutine, Generator
from concurrent.futures import Executor
from random import Random
from typing import Any, Final, TypeVar, TypeVarTuple, Unpack

T = TypeVar("T")
Ts = TypeVarTuple("Ts")

MAX_STEPS: Final = 3_000_000
"""A longer run is an endless loop."""


class Process:
    """One life of a program: it begins with nothing in memory, and what it leaves is on disk."""

    def __init__(self, name: str) -> None:
        self.name: Final = name
        self.is_alive = True
        self.steps_left = -1
        """Steps until it is killed; below 0 it is not."""
        self.at_end: Final[list[Callable[[], None]]] = []
        """Called at its end: connections are cut, files are closed."""
        self.context: Final = contextvars.copy_context()
        self.context.run(_OWNER.set, self)

    def kill(self) -> None:
        """End it between two steps."""
        if self.is_alive:
            self.is_alive = False
            for end in self.at_end:
                end()


_OWNER: Final[contextvars.ContextVar[Process | None]] = contextvars.ContextVar(
    "owner", default=None
)

_Scheduled = tuple[asyncio.Handle, Process | None]


class InCircles(Exception):
    """More steps than any sound run takes."""


class SimulatedLoop(asyncio.BaseEventLoop):
    """An event loop for a server without sockets and threads."""

    def __init__(self, dice: Random) -> None:
        self._is_draining = True
        super().__init__()
        self._is_draining = False
        self._choose: Final = dice.random
        self._now = 0.0
        self._runnable: list[_Scheduled] = []
        self._waiting: list[tuple[float, int, asyncio.TimerHandle, Process | None]] = []
        self._n_timers = 0
        self._tasks: list[asyncio.Task[Any]] = []
        """Tasks, also of killed processes: were one collected, it would still clean up."""
        self.n_steps = 0
        self.failures: Final[list[str]] = []
        """Exceptions of callbacks that no task awaited."""

    # What asyncio asks for

    def time(self) -> float:
        return self._now

    def get_debug(self) -> bool:
        return False

    def is_running(self) -> bool:
        return not self._is_draining

    def is_closed(self) -> bool:
        return self._is_draining

    def create_future(self) -> "asyncio.Future[Any]":
        return asyncio.Future(loop=self)

    def create_task(
        self,
        coro: Generator[Any, None, T] | Coroutine[Any, Any, T],
        *,
        name: object = None,
        context: contextvars.Context | None = None,
    ) -> asyncio.Task[T]:
        task = asyncio.Task(coro, loop=self, name=str(name or "task"), context=context)
        self._tasks.append(task)
        if len(self._tasks) > 2_000:
            self._tasks = [each for each in self._tasks if not each.done()]
        return task

    def call_soon(
        self,
        callback: Callable[[Unpack[Ts]], object],
        *args: *Ts,
        context: contextvars.Context | None = None,
    ) -> asyncio.Handle:
        handle = asyncio.Handle(callback, args, self, context)
        if not self._is_draining:
            self._runnable.append((handle, _owner(context)))
        return handle

    def call_soon_threadsafe(
        self,
        callback: Callable[[Unpack[Ts]], object],
        *args: *Ts,
        context: contextvars.Context | None = None,
    ) -> asyncio.Handle:
        return self.call_soon(callback, *args, context=context)

    def call_later(
        self,
        delay: float,
        callback: Callable[[Unpack[Ts]], object],
        *args: *Ts,
        context: contextvars.Context | None = None,
    ) -> asyncio.TimerHandle:
        return self.call_at(self._now + delay, callback, *args, context=context)

    def call_at(
        self,
        when: float,
        callback: Callable[[Unpack[Ts]], object],
        *args: *Ts,
        context: contextvars.Context | None = None,
    ) -> asyncio.TimerHandle:
        timer = asyncio.TimerHandle(when, callback, args, self, context)
        if not self._is_draining:
            self._n_timers += 1
            heapq.heappush(self._waiting, (when, self._n_timers, timer, _owner(context)))
        return timer

    def _timer_handle_cancelled(self, _handle: asyncio.TimerHandle) -> None:
        """Do nothing: a cancelled timer is skipped when its time comes."""

    def call_exception_handler(self, context: dict[str, Any]) -> None:
        error = context.get("exception")
        if error is not None and not self._is_draining:
            self.failures.append(f"{context.get('message', '')}: {error!r}"[:300])

    def run_in_executor(
        self, executor: Executor | None, func: Callable[[Unpack[Ts]], T], *args: *Ts
    ) -> "asyncio.Future[T]":
        """Run the work immediately: there are no threads."""
        del executor
        future = self.create_future()
        try:
            future.set_result(func(*args))
        except Exception as error:
            future.set_exception(error)
        return future

    # Running

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Run until the work is done, then drop all other callbacks."""
        asyncio._set_running_loop(self)
        try:
            task = self.create_task(work)
            while not task.done():
                self._step()
            return task.result()
        finally:
            self._drain()
            asyncio._set_running_loop(None)

    def _step(self) -> None:
        while self._waiting and self._waiting[0][0] <= self._now:
            _when, _number, timer, owner = heapq.heappop(self._waiting)
            if not timer.cancelled():
                self._runnable.append((timer, owner))
        ready = self._runnable
        if not ready:
            if not self._waiting:
                raise InCircles("every task waits, and no timer is set")
            self._now = self._waiting[0][0]
            return
        place = int(self._choose() * len(ready))
        handle, owner = ready[place]
        ready[place] = ready[-1]
        ready.pop()
        if handle.cancelled() or (owner is not None and not _may_run(owner)):
            return
        self.n_steps += 1
        if self.n_steps > MAX_STEPS:
            raise InCircles(f"expected at most {MAX_STEPS} steps")
        handle._run()

    def _drain(self) -> None:
        """Close what was left in the middle; nothing that it still wants is done."""
        self._is_draining = True
        self._runnable.clear()
        self._waiting.clear()
        for task in self._tasks:
            if not task.done():
                setattr(task, "_log_destroy_pending", False)  # noqa: B010  # It is on purpose.
                coroutine = task.get_coro()
                try:
                    coroutine.close()
                except BaseException:  # Its last words are of no interest.
                    continue
        self._tasks.clear()


def _owner(context: contextvars.Context | None) -> Process | None:
    return _OWNER.get() if context is None else context.get(_OWNER)


def _may_run(owner: Process) -> bool:
    """Return whether a process takes its next step; it may be killed between two."""
    if owner.steps_left == 0:
        owner.kill()
    elif owner.steps_left > 0:
        owner.steps_left -= 1
    return owner.is_alive


class Trace:
    """Log of a run with a digest; stores the lines only if `keeps`."""

    def __init__(self, loop: asyncio.AbstractEventLoop, keeps: bool) -> None:
        self._loop: Final = loop
        self._keeps: Final = keeps
        self._hash: Final = hashlib.sha256()
        self.lines: Final[list[str]] = []

    def note(self, who: str, *words: object) -> None:
        line = f"{self._loop.time():10.6f} {who} {' '.join(map(str, words))}"
        self._hash.update(line.encode() + b"\n")
        if self._keeps:
            self.lines.append(line)

    def digest(self) -> str:
        return self._hash.hexdigest()
