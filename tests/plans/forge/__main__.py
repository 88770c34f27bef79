"""Plants edits in plans of every kind: ``python -m tests.plans.forge --edits 10000``.

It prints what became of the edits of each kind, and each edit that `verify` accepts.
"""

import argparse
import contextlib
import io
import sys
import tempfile
from collections import Counter
from pathlib import Path

from tests.plans.forge.judge import ACCEPTED, NO_CLAIM, REFUSED, TRUE, UNCHECKED, planted, shares
from tests.plans.forge.kinds import KINDS, make_plans, place_of

COLUMNS = (REFUSED, UNCHECKED, NO_CLAIM, TRUE, ACCEPTED)


def main() -> None:
    """Make the plans, plant the edits and end with 1 if one of them is accepted."""
    parser = argparse.ArgumentParser(prog="python -m tests.plans.forge", description=__doc__)
    parser.add_argument("--edits", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1000, help="of the first edit of each kind")
    parser.add_argument("--only", action="append", choices=KINDS, help="a kind; repeat it for others")
    asked = parser.parse_args()
    total = Counter[str]()
    with tempfile.TemporaryDirectory() as folder:
        with contextlib.redirect_stdout(io.StringIO()):
            plans = make_plans(Path(folder), asked.only or KINDS)
        for kind, number in shares(asked.edits, plans).items():
            counts, seeds = Counter[str](), range(asked.seed, asked.seed + number)
            for seed, fields in planted(plans[kind], place_of(Path(folder), kind), seeds, counts):
                say(f"ACCEPTED {kind}, seed {seed}: {', '.join(fields)}")
            say(f"{kind:<20} {told(counts)}")
            total += counts
    say(f"{total.total():,} edits: {told(total)}")
    sys.exit(total[ACCEPTED] > 0)


def told(counts: Counter[str]) -> str:
    """Return how many edits became what."""
    return ", ".join(f"{counts[one]:,} {one}" for one in COLUMNS)


def say(line: str) -> None:
    """Print a line at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
