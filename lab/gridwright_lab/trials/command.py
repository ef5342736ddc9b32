"""The command line of a trial: what every one of them can be told."""

import argparse


def trial_parser(
    about: str | None, *, seeded: bool = False, on_database: bool = False
) -> argparse.ArgumentParser:
    """Says in the first line of the trial's own words what it is; what it alone needs is added."""
    parser = argparse.ArgumentParser(description=(about or "").splitlines()[0])
    if seeded:
        parser.add_argument("--seed", type=int, default=0)
    if on_database:
        help_ = "an address; a new file by default"
        parser.add_argument("--database", default="", help=help_)
    parser.add_argument("--json", action="store_true", help="figures and bars as JSON")
    return parser
