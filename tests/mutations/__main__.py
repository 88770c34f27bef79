"""Plants a sample of faults, one at a time, in a copy of the tree, and runs the tests beside each."""

import argparse
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.mutations.faults import Fault, faults_in

ROOT = Path(__file__).parents[2]
PACKAGES = (
    "foundation",
    "topologies",
    "rooms",
    "structure",
    "layout",
    "costmodels",
    "plans",
    "exchange",
    "reports",
)
PACKAGES += ("studies", "netfloor")
#: Files of tests that run for one fault at most: those that name its module, then those of its folder.
MOST_FILES = 12
#: Seconds after which a fault counts as noticed: the tests no longer end.
MOST_SECONDS = 900


def tracked() -> list[str]:
    """Return the files of the repository."""
    done = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True)  # noqa: S607
    return [name for name in done.stdout.splitlines() if (ROOT / name).is_file()]


def sample(files: Sequence[str], number: int, seed: int) -> list[Fault]:
    """Return so many faults, each package by its share of all that could be made, at least one."""
    dice, of = random.Random(seed), defaultdict(list)  # noqa: S311 - no secret
    for name in files:
        if name.endswith(".py") and (package := name.split("/")[0]) in PACKAGES:
            of[package] += faults_in(name, (ROOT / name).read_bytes())
    every = sum(map(len, of.values()))
    shares = {name: max(1, round(number * len(faults) / every)) for name, faults in of.items()}
    chosen = [fault for name, share in shares.items() for fault in dice.sample(of[name], share)]
    dice.shuffle(chosen)
    return chosen[: max(number, len(shares))]


def tests_beside(file: str, files: Sequence[str]) -> list[str]:
    """Return the tests of a module: those that name it, those named like it, those of its folder."""
    module = "netfloor." + file.removesuffix(".py").removesuffix("/__init__").replace(
        "/", "."
    ).removeprefix("netfloor.")
    package, _, stem = module.rpartition(".")
    tests = [
        name
        for name in files
        if name.startswith("tests/") and Path(name).name.startswith("test_") and name.endswith(".py")
    ]

    def near(name: str) -> tuple[int, int, str]:
        text = (ROOT / name).read_text()
        names = module in text or f"from {package} import {stem}" in text
        folder, own = Path(name).parent.parts[1:], Path(file).parent.parts
        shared = next(
            (k for k, pair in enumerate(zip(folder, own, strict=False)) if pair[0] != pair[1]),
            min(len(folder), len(own)),
        )
        like = stem in Path(name).stem
        return -(4 * names + 3 * like + 2 * shared), -(package in text), name

    return [name for name in sorted(tests, key=near) if near(name)[0] < 0][:MOST_FILES]


class Copies:
    """Copies of the tree, one for each fault at a time; each stands for the repository in its tests."""

    def __init__(self, folder: Path, files: Sequence[str]) -> None:
        self._folder, self._files = folder, files

    def make(self, number: int) -> Path:
        """Return a copy."""
        copy = self._folder / str(number)
        for name in self._files:
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, copy / name)
        return copy

    def notices(self, copy: Path, fault: Fault) -> bool:
        """Return True if a test beside the fault fails, or does not end; the copy is as before then.

        Raises
        ------
        RuntimeError
            If that test fails without the fault too.
        """
        source = (ROOT / fault.file).read_bytes()
        (copy / fault.file).write_bytes(fault.planted(source))
        try:
            failed = first_failure(copy, tests_beside(fault.file, self._files))
        finally:
            (copy / fault.file).write_bytes(source)
        if failed and first_failure(copy, [failed]) is not None:
            raise RuntimeError(f"{failed} fails without any fault")
        return failed is not None


def first_failure(copy: Path, tests: Sequence[str]) -> str | None:
    """Return the first of the tests that fails in a copy, empty if they do not end, None if all pass."""
    line = [sys.executable, "-m", "pytest", "-q", "-x", "-m", "not nightly", "-p", "no:cacheprovider"]
    with subprocess.Popen(  # noqa: S603 - our own tests
        [*line, *tests],
        cwd=copy,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "COLUMNS": "1000"},
        start_new_session=True,
    ) as running:
        try:
            told, _ = running.communicate(timeout=MOST_SECONDS)
        except subprocess.TimeoutExpired:
            os.killpg(running.pid, signal.SIGKILL)
            return ""
    if running.returncode in (0, 5):
        return None
    found = re.search(r"^(?:FAILED|ERROR) (.*?)(?: - .*)?$", told, re.MULTILINE)
    return found[1] if found else tests[0]


def outcomes(chosen: Sequence[Fault], files: Sequence[str], workers: int) -> Iterator[tuple[Fault, bool]]:
    """Yield each fault and whether a test noticed it."""
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(workers) as pool:
        copies = Copies(Path(folder), files)
        free = [copies.make(number) for number in range(workers)]

        def run(fault: Fault) -> tuple[Fault, bool]:
            copy = free.pop()
            try:
                return fault, copies.notices(copy, fault)
            finally:
                free.append(copy)

        yield from pool.map(run, chosen)


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
    asked = parser.parse_args()
    files, counts = tracked(), defaultdict(lambda: [0, 0])
    for fault, noticed in outcomes(sample(files, asked.sample, asked.seed), files, asked.workers):
        counts[fault.file.split("/")[0]][noticed] += 1
        say(f"{'noticed  ' if noticed else 'UNNOTICED'} {fault}")
    for package, (missed, found) in sorted(counts.items()):
        say(f"{package:<12} {found} of {missed + found}")
    missed, found = (sum(column) for column in zip(*counts.values(), strict=True))
    say(f"noticed {found} of {missed + found} faults, {found / (missed + found):.1%}")
    sys.exit(found < asked.least * (missed + found))


if __name__ == "__main__":
    main()
