"""Record a tree, compare two recordings, or hold the present tree against a revision."""

import argparse
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.reliability.same_bytes.compare import compare
from tests.reliability.same_bytes.intended import INTENDED
from tests.reliability.same_bytes.lines import LINES
from tests.reliability.same_bytes.run import PRESENT, record


def main() -> int:
    """Do what the command line says; return 1 where recordings differ."""
    parser = argparse.ArgumentParser(prog="python -m tests.reliability.same_bytes", description=__doc__)
    actions = parser.add_subparsers(dest="action", required=True)
    recording = actions.add_parser("record", help="run all lines, keep what they print and write")
    recording.add_argument("folder", type=Path, help="a folder that is not there yet")
    recording.add_argument("--tree", type=Path, default=PRESENT, help="whose code; default: this tree")
    comparing = actions.add_parser("compare", help="compare two recordings")
    comparing.add_argument("old", type=Path)
    comparing.add_argument("new", type=Path)
    against = actions.add_parser("against", help="record a revision and this tree, and compare them")
    against.add_argument("revision")
    asked = parser.parse_args()
    if asked.action == "record":
        _record(asked.folder, asked.tree)
        return 0
    if asked.action == "compare":
        return _compare(asked.old, asked.new)
    return _against(asked.revision)


def _against(revision: str) -> int:
    with tempfile.TemporaryDirectory(prefix="same-bytes-") as folder:
        tree, old, new = (Path(folder) / name for name in ("tree", "old", "new"))
        _git("worktree", "add", "--quiet", "--detach", str(tree), revision)
        try:
            _record(old, tree)
        finally:
            _git("worktree", "remove", "--force", str(tree))
        _record(new, PRESENT)
        return _compare(old, new)


def _record(folder: Path, tree: Path) -> None:
    began = time.monotonic()
    record(folder, tree.resolve(), say=lambda line: sys.stderr.write(f"{line}\n"))
    sys.stderr.write(f"{len(LINES)} lines of {tree} in {time.monotonic() - began:.0f} s\n")


def _compare(old: Path, new: Path) -> int:
    compared = compare(old, new, INTENDED)
    for difference in compared.differences:
        sys.stdout.write(f"{difference}\n")
    for rule in compared.idle:
        sys.stdout.write(f"intended, but not met: {rule}\n")
    verdict = f"{len(compared.differences)} differ" if compared.differences else "all equal"
    sys.stdout.write(f"{compared.files} files of {len(LINES)} lines: {verdict}\n")
    return 1 if compared.differences else 0


def _git(*words: str) -> None:
    subprocess.run(["git", "-C", str(PRESENT), *words], check=True)  # noqa: S603, S607 - our own words


if __name__ == "__main__":
    sys.exit(main())
