"""Plants a sample of faults, one at a time, in a copy of the tree, and runs the tests of each."""

import argparse
import random
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.mutations.copies import Copies
from tests.mutations.faults import Fault, faults_in
from tests.mutations.selection import ROOT, Selection, is_measured, measure

PACKAGES = (
    "foundation",
    "topologies",
    "rooms",
    "structure",
    "layout",
    "costmodels",
    "traffic",
    "plans",
    "exchange",
    "reports",
    "studies",
    "research",
    "netfloor",
)
#: What fetches memory ahead, as a fault in it changes no answer.
UNANSWERING = ("research/traffic/simulation/fetch_kernels.py",)


def tracked() -> list[str]:
    """Return the files of the repository."""
    done = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True)  # noqa: S607
    return [name for name in done.stdout.splitlines() if (ROOT / name).is_file()]


def sample(files: Sequence[str], number: int, seed: int, packages: Sequence[str] = PACKAGES) -> list[Fault]:
    """Return so many faults, each package by its share of all that could be made, at least one."""
    dice, of = random.Random(seed), defaultdict(list)  # noqa: S311 - no secret
    for name in files:
        package = name.split("/")[0]
        if name.endswith(".py") and package in packages and name not in UNANSWERING:
            of[package] += faults_in(name, (ROOT / name).read_bytes())
    every = sum(map(len, of.values()))
    shares = {name: max(1, round(number * len(faults) / every)) for name, faults in of.items()}
    chosen = [fault for name, share in shares.items() for fault in dice.sample(of[name], share)]
    dice.shuffle(chosen)
    return chosen[: max(number, len(shares))]


def outcomes(
    chosen: Sequence[Fault], files: Sequence[str], workers: int, lines: Path
) -> Iterator[tuple[Fault, str | None]]:
    """Yield each fault and the test that noticed it, empty if its tests no longer end, None for no test."""
    selection = Selection(lines, files)
    asked = [(fault, selection.tests_of(fault)) for fault in chosen]
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(workers) as pool:
        copies = Copies(Path(folder), files)
        free = [copies.make(number) for number in range(workers)]

        def run(one: tuple[Fault, list[str]]) -> tuple[Fault, str | None]:
            copy, (fault, tests) = free.pop(), one
            try:
                return fault, copies.noticed_by(copy, fault, tests, selection.seconds(tests))
            finally:
                free.append(copy)

        yield from pool.map(run, asked)


def say(line: str) -> None:
    """Print a line at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main() -> None:
    """Tell of every fault whether a test noticed it, and the share that did; end with 1 below the least."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutations", description=__doc__)
    parser.add_argument("--sample", type=int, default=50)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--least", type=float, default=0.0, help="share noticed below which this fails")
    parser.add_argument("--only", action="append", choices=PACKAGES, help="a package; repeat it for others")
    parser.add_argument(
        "--lines",
        type=Path,
        default=ROOT / "out/mutations",
        help="which test runs which line; measured, folder by folder, where older than the code",
    )
    parser.add_argument("--unmeasured", action="store_true", help="measure nothing: use what is there")
    asked = parser.parse_args()
    files, counts = tracked(), defaultdict(lambda: [0, 0])
    if not asked.unmeasured and not is_measured(asked.lines, files):
        measure(asked.lines, files, asked.workers)
    chosen = sample(files, asked.sample, asked.seed, asked.only or PACKAGES)
    for fault, test in outcomes(chosen, files, asked.workers, asked.lines):
        counts[fault.file.split("/")[0]][test is not None] += 1
        say(f"{'UNNOTICED' if test is None else 'noticed  '} {fault}")
    for package, (missed, found) in sorted(counts.items()):
        say(f"{package:<12} {found} of {missed + found}")
    missed, found = (sum(column) for column in zip(*counts.values(), strict=True))
    say(f"noticed {found} of {missed + found} faults, {found / (missed + found):.1%}")
    sys.exit(found < asked.least * (missed + found))


if __name__ == "__main__":
    main()
