"""Host at home from nothing: a wheel, an empty environment, one command, a game to its end.

No other service runs for it. What a host's first evening needs and a checkout hides (a file left
out of the wheel, a requirement that only developers have) is found here.
"""

import argparse
import json
import re
import shutil
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import Any

from tools.fresh_install import (
    Failed,
    build_wheel,
    install,
    make_environment,
    packages_folder,
    run,
    start,
    stop,
)
from tools.install_size import measure
from tools.readme_code import blocks

TABLES = (
    {"edition": "classic", "preset": "original", "board": "germany", "seats": 3},
    {"edition": "deluxe", "preset": "europe", "board": "europe", "seats": 2},
    {"edition": "card", "preset": "standard", "board": "none", "seats": 4},
)
TIMEOUT_S = 120.0
"""Seconds that a game of bots may take; one takes about two."""
CARRIED = ("svelte", "d3-zoom", "@fontsource-variable/archivo", "us-atlas", "world-atlas")
"""Some of what others wrote and the page holds; a test of the client compares all of it."""
WITHOUT = """
from importlib.metadata import distributions
print([each.name for each in distributions() if each.name != "gridwright"])
"""


def install_at_home(wheel: Path, folder: Path) -> Path:
    """Install the wheel as a host does; returns the folder of its programs."""
    python = make_environment(folder / "venv")
    install(python, str(wheel))
    for size in measure(wheel, packages_folder(folder / "venv")):
        if size.is_above:
            raise Failed(size.told())
    return python.parent


def play_alone(wheel: Path, folder: Path) -> None:
    """The engine without any dependency: what the README shows, in an environment of its own."""
    python = make_environment(folder / "alone")
    install(python, "--no-deps", str(wheel))
    for block in blocks():
        run([str(python), "-I", "-W", "error", "-c", block])
    (told,) = run([str(python), "-I", "-c", WITHOUT]).splitlines()
    if told != "[]":
        raise Failed(f"expected nothing beside the product, found {told}")


class Host:
    """A server at home, asked over HTTP."""

    def __init__(self, address: str) -> None:
        self.address = address

    def post(self, path: str, body: dict[str, Any]) -> Any:
        head = {"content-type": "application/json"}
        request = urllib.request.Request(self.address + path, json.dumps(body).encode(), head)
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.load(answer)

    def get(self, path: str) -> bytes:
        with urllib.request.urlopen(self.address + path, timeout=30) as answer:
            found: bytes = answer.read()
            return found

    def show_page(self) -> None:
        """The client's page, and every script and style that it names."""
        page = self.get("/").decode()
        named = re.findall(r'(?:src|href)="(/assets/[^"]+)"', page)
        if not any(each.endswith(".js") for each in named):
            raise Failed("expected the browser client in the wheel; build it first: make web")
        for each in named:
            self.get(each)
        licences = self.get("/licences.md").decode()
        if missing := [name for name in CARRIED if f"## {name} - " not in licences]:
            raise Failed(f"expected the licences of {', '.join(missing)} in the wheel")

    def play(self, spec: dict[str, Any]) -> bytes:
        """A game of bots to its end, as a transcript."""
        path = f"/api/tables/{self.post('/api/tables', {'spec': spec})['game_id']}"
        for seat in range(spec["seats"]):
            self.post(f"{path}/seats/{seat}", {"name": f"Bot {seat}", "bot": "l1"})
        deadline = time.monotonic() + TIMEOUT_S
        while json.loads(self.get(path))["table"]["status"] != "finished":
            if time.monotonic() > deadline:
                raise Failed(f"expected the game of {spec} to end within {TIMEOUT_S:.0f} s")
            time.sleep(0.2)
        return self.get(f"{path}/transcript")


def try_home(programs: Path, folder: Path) -> list[dict[str, Any]]:
    """Serve, play and verify; returns a line for each game."""
    program = str(programs / "gridwright")
    home = ["--folder", str(folder / "home")]
    results: list[dict[str, Any]] = []
    with start([program, "serve", "--port", "0", "--no-open", *home]) as server:
        assert server.stdout is not None
        told = server.stdout.readline()
        address = re.search(r"http://[0-9.:]+", told)
        if address is None:
            raise Failed(f"expected the address of the server, got {told!r}")
        Host(address[0]).show_page()
        for spec in TABLES:
            started = time.monotonic()
            file = folder / f"{spec['edition']}.txt"
            file.write_bytes(Host(address[0]).play(spec))
            run([program, "verify", str(file)])
            seconds = round(time.monotonic() - started, 1)
            results.append({"edition": spec["edition"], "verified": True, "seconds": seconds})
        if stop(server) != 0:
            raise Failed(f"expected the server to stop in good order, got {server.returncode}")
    run([program, "admin", "check", *home])
    return results


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    chosen = parser.parse_args(arguments)
    folder = Path(tempfile.mkdtemp(prefix="gridwright-home-"))
    try:
        wheel = build_wheel(folder)
        play_alone(wheel, folder)
        programs = install_at_home(wheel, folder)
        results = try_home(programs, folder)
    except Failed as failed:
        print(f"try_home: {failed}", file=sys.stderr)
        return 1
    finally:
        shutil.rmtree(folder)
    if chosen.json:
        print(json.dumps({"ok": True, "games": results}, indent=1))
    else:
        print("engine alone: the README's games, without a dependency")
        for each in results:
            print(f"{each['edition']}: a game of bots served, verified, {each['seconds']} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
