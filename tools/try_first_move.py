"""Measure a newcomer's way: install the wheel, say `gridwright`, move in the browser it opens.

    python -m tools.try_first_move
    python -m tools.try_first_move --json

Two commands are typed, and one key: `1`, play in the browser. The first is pip's, into an empty
environment. The second runs without any network but the machine's own, so that any need of the
internet after the install is found. The browser that `gridwright` opens is a real one, and clicks
until the server has taken a move against bots. Exit code 1 if it did not.

It needs Linux (`unshare`), Node and Chromium.
"""

import argparse
import json
import os
import pty
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tools.fresh_install import (
    ROOT,
    Failed,
    bare_environment,
    build_wheel,
    install,
    make_environment,
    programs_folder,
)
from tools.web import search_path

COMMANDS = ("pip install gridwright", "gridwright")
BROWSER = ROOT / "web" / "e2e" / "firstMove.mjs"
ALONE = ("unshare", "--map-root-user", "--net", "sh", "-c", 'ip link set lo up && exec "$@"', "sh")
"""Runs a command on a machine that has no network but its own."""
ASKED = b"Press a number"
IN_THE_BROWSER = b"1"
TIMEOUT_S = 120.0
MAX_CLICKS = 3
"""Threshold of clicks to the first decision, as in the table's proof of its first minutes."""


@dataclass(frozen=True)
class FirstMove:
    """Measurements of a newcomer's first minutes."""

    install_seconds: float
    move_seconds: float
    """Seconds from `gridwright` to the move that was accepted."""
    browser: dict[str, Any]

    def complaints(self) -> list[str]:
        found = [str(each) for each in self.browser["faults"]]
        found += [f"asked for something at {each}" for each in self.browser.get("elsewhere", ())]
        clicks = self.browser.get("clicks_to_decision")
        if clicks is not None and clicks > MAX_CLICKS:
            found.append(f"expected at most {MAX_CLICKS} clicks to a decision, got {clicks}")
        return found

    def to_json(self) -> dict[str, Any]:
        return {
            "commands": COMMANDS,
            "install_seconds": round(self.install_seconds, 1),
            "move_seconds": round(self.move_seconds, 1),
            "seconds": round(self.install_seconds + self.move_seconds, 1),
            "most_clicks_to_decision": MAX_CLICKS,
            **{key: value for key, value in self.browser.items() if key not in ("at", "faults")},
            "complaints": self.complaints(),
            "ok": not self.complaints(),
        }


class Typist:
    """A terminal with a program on it: what it shows is read, keys are typed."""

    def __init__(self, screen: int) -> None:
        self.screen = screen
        self.shown = b""

    def read(self) -> None:
        """Take what the program has written; it may not wait for a reader."""
        with suppress(BlockingIOError, OSError):  # Nothing new, or the program has ended.
            self.shown += os.read(self.screen, 65536)

    def wait_for(self, text: bytes) -> None:
        deadline = time.monotonic() + TIMEOUT_S
        while text not in self.shown:
            if time.monotonic() > deadline:
                raise Failed(f"expected {text!r} on the terminal, got {self.shown[-800:]!r}")
            time.sleep(0.02)
            self.read()

    def type(self, keys: bytes) -> None:
        os.write(self.screen, keys)


@contextmanager
def on_a_terminal(command: Sequence[str], settings: dict[str, str]) -> Iterator[Typist]:
    """A program on its own terminal; it is ended together with its children."""
    screen, inside = pty.openpty()
    os.set_blocking(screen, False)
    running = subprocess.Popen(
        command,
        env=bare_environment(settings),
        stdin=inside,
        stdout=inside,
        stderr=inside,
        start_new_session=True,
    )
    os.close(inside)
    try:
        yield Typist(screen)
    finally:
        os.killpg(running.pid, signal.SIGTERM)
        running.wait(30)
        os.close(screen)


def move_alone(programs: Path, folder: Path) -> tuple[float, dict[str, Any]]:
    """Run `gridwright` without a network; return seconds, and the browser's report."""
    told = folder / "told.json"
    path = f"{programs}{os.pathsep}{search_path()}"
    node = shutil.which("node", path=path) or "node"
    # In the background: `gridwright` keeps serving while its browser is open.
    browser = f"{shlex.join([node, str(BROWSER)])} %s {shlex.quote(str(told))} &"
    home = {"HOME": str(folder / "home"), "XDG_DATA_HOME": "", "PATH": path, "BROWSER": browser}
    (folder / "home").mkdir()
    began = time.time()
    with on_a_terminal([*ALONE, "gridwright"], home) as terminal:
        terminal.wait_for(ASKED)
        terminal.type(IN_THE_BROWSER)
        deadline = time.monotonic() + TIMEOUT_S
        while not told.exists():
            terminal.read()
            if time.monotonic() > deadline:
                raise Failed(f"no browser reported; the terminal shows {terminal.shown[-800:]!r}")
            time.sleep(0.05)
    found = json.loads(told.read_text("utf-8"))
    return found["at"] / 1000 - began, found


def try_first_move(folder: Path) -> FirstMove:
    wheel = build_wheel(folder)
    inside = make_environment(folder / "venv")
    began = time.monotonic()
    install(inside, str(wheel))
    installed = time.monotonic() - began
    return FirstMove(installed, *move_alone(programs_folder(folder / "venv"), folder))


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    chosen = parser.parse_args(arguments)
    folder = Path(tempfile.mkdtemp(prefix="gridwright-first-move-"))
    try:
        seen = try_first_move(folder).to_json()
    except Failed as failed:
        seen = {"ok": False, "complaints": [str(failed)]}
    finally:
        shutil.rmtree(folder)
    if chosen.json:
        print(json.dumps(seen, indent=1))
    elif seen["ok"]:
        print(
            f"{len(COMMANDS)} commands, {seen['clicks_to_move']} clicks: installed in "
            f"{seen['install_seconds']} s, first move taken {seen['move_seconds']} s after "
            "`gridwright`, without a network"
        )
    for complaint in seen["complaints"]:
        print(f"try_first_move: {complaint}", file=sys.stderr)
    return 0 if seen["ok"] else 1


if __name__ == "__main__":
    sys.exit(main())
