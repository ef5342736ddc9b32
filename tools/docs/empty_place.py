"""An empty place to try a page in: a root of its own, or at least an empty environment.

Where this machine lets us, the place is a root folder that holds the system's programs, one Python
and nothing of a home folder: no checkout, no settings, no installed packages. Elsewhere only the
environment is empty.
"""

import os
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path

KEPT = (
    "CURL_CA_BUNDLE",
    "HTTPS_PROXY",
    "HTTP_PROXY",
    "NODE_EXTRA_CA_CERTS",
    "NO_PROXY",
    "NPM_CONFIG_REGISTRY",
    "PIP_CERT",
    "PIP_EXTRA_INDEX_URL",
    "PIP_INDEX_URL",
    "PIP_TRUSTED_HOST",
    "SSL_CERT_DIR",
    "SSL_CERT_FILE",
    "http_proxy",
    "https_proxy",
    "no_proxy",
    "npm_config_registry",
)
"""Settings for package indexes are the machine's, and the only ones that are passed on."""
SYSTEM = ("bin", "sbin", "lib", "lib32", "lib64", "usr", "etc")
INSIDE = Path("/place")
"""Path of the place's folder within its own root."""
_ENTER = """
set -e
root=$1; folder=$2; prefix=$3; shift 3
mount --make-rprivate /
mount -t tmpfs tmpfs "$root"
for name in SYSTEM; do
    if [ -L "/$name" ]; then cp -P "/$name" "$root/$name"
    elif [ -d "/$name" ]; then mkdir "$root/$name"; mount --rbind -o ro "/$name" "$root/$name"; fi
done
mkdir -p "$root/proc" "$root/dev" "$root/tmp" "$root/place" "$root/$prefix"
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
mount -t tmpfs tmpfs "$root/tmp"
mount --bind "$folder" "$root/place"
[ -e "$root/$prefix/bin" ] || mount --bind -o ro "$prefix" "$root/$prefix"
exec chroot "$root" "$@"
""".replace("SYSTEM", " ".join(SYSTEM))


@cache
def can_change_root() -> bool:
    """Return whether this machine allows a separate root."""
    if os.geteuid() != 0 or not shutil.which("unshare"):
        return False
    with tempfile.TemporaryDirectory() as folder:
        trial = ["unshare", "--mount", "--pid", "--fork", "mount", "-t", "tmpfs", "tmpfs", folder]
        return subprocess.run(trial, capture_output=True, check=False).returncode == 0


@dataclass
class EmptyPlace:
    """A folder with a home and a Python, and how to start a program there."""

    folder: Path
    python: Path
    own_root: bool

    def __post_init__(self) -> None:
        for name in ("home", "bin", "root"):
            (self.folder / name).mkdir(parents=True)
        real = self.python.resolve()
        for name in ("python3", real.name):
            if not (self.folder / "bin" / name).is_symlink():
                (self.folder / "bin" / name).symlink_to(real)

    def seen(self, path: Path) -> Path:
        """A path of the place's folder as it is seen from within."""
        return INSIDE / path.relative_to(self.folder) if self.own_root else path

    def environment(self) -> dict[str, str]:
        """The whole environment of a program."""
        given = {
            "HOME": str(self.seen(self.folder / "home")),
            "PATH": f"{self.seen(self.folder / 'bin')}:/usr/bin:/bin",
            "LANG": "C.UTF-8",
            "PIP_FIND_LINKS": str(self.seen(self.folder / "wheels")),
            "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        }
        return given | {name: os.environ[name] for name in KEPT if name in os.environ}

    def command(self, *words: str) -> list[str]:
        """Return the command that starts a program in the place."""
        given = [f"{name}={value}" for name, value in self.environment().items()]
        alone = ["/usr/bin/env", "-i", *given, *words]
        if not self.own_root:
            return alone
        prefix = self.python.resolve().parent.parent
        enter = ["unshare", "--mount", "--pid", "--fork", "--kill-child", "sh", "-c", _ENTER, "sh"]
        return [*enter, str(self.folder / "root"), str(self.folder), str(prefix), *alone]
