"""List, print or unpack recorded games: ``gridwright-lab recordings NAME``."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from gridwright_lab.conformance.replay.corpus import Corpus
from gridwright_lab.conformance.replay.pack import file_order


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help="print these [default: list all]")
    parser.add_argument("--folders", type=Path, nargs="+", default=list(Corpus.FOLDERS))
    parser.add_argument("--unpack", type=Path, metavar="DIR", help="write one file per game")
    chosen = parser.parse_args(arguments)
    corpus = Corpus(chosen.folders)
    unknown = sorted(set(chosen.names) - set(corpus.names()))
    if unknown:
        parser.error(f"no recorded game {', '.join(unknown)}; run without NAME to list all")
    names = chosen.names or corpus.names()
    if chosen.unpack is not None:
        chosen.unpack.mkdir(parents=True, exist_ok=True)
        for name in names:
            (chosen.unpack / file_order(name)).write_bytes(corpus.text(name).encode("latin-1"))
        print(f"{len(names)} games in {chosen.unpack}")
    elif chosen.names:
        sys.stdout.write("".join([corpus.text(name) for name in names]))
    else:
        print("\n".join(names))
    return 0


if __name__ == "__main__":
    sys.exit(main())
