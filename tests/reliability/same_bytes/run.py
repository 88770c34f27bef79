"""Runs the lines with the code of one tree, and keeps what they print and write in normal form."""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path

from tests.reliability.same_bytes.lines import LINES, Line
from tests.reliability.same_bytes.masks import masked
from tests.reliability.same_bytes.normal import normal_form

#: The tree that this file stands in.
PRESENT = Path(__file__).resolve().parents[3]
INPUTS = Path(__file__).resolve().parent / "inputs"
#: Seconds after which a line is a failure of the recording.
PATIENCE_S = 600.0
#: Scenarios that run side by side.
SIDE_BY_SIDE = 2
#: Names the files of all modules that the program loads and that were not installed.
_WHERE = """
import sys
import netfloor.cli
for module in list(sys.modules.values()):
    file = getattr(module, "__file__", None) or ""
    if file and not file.startswith((sys.prefix, sys.base_prefix)):
        print(file)
"""


def record(out: Path, tree: Path = PRESENT, *, say: Callable[[str], object] = str) -> None:
    """Run all lines with the code of a tree, and write what came of each into a folder.

    Parameters
    ----------
    out
        A folder that is not there yet, or empty; below it `SCENARIO/LINE` has ``stdout``, ``stderr``,
        ``exit``, under ``files`` what the line wrote or changed, and in ``removed`` what it took away.
    tree
        A checkout; its own ``examples`` are copied beside the inputs.
    say
        Is told the name of every line that is done.
    """
    if out.exists() and any(out.iterdir()):
        raise FileExistsError(f"{out} is not empty")
    out.mkdir(parents=True, exist_ok=True)
    environment = environment_of(tree)
    scenarios = {line.scenario: [one for one in LINES if one.scenario == line.scenario] for line in LINES}
    with (
        tempfile.TemporaryDirectory(prefix="same-bytes-") as folder,
        ThreadPoolExecutor(SIDE_BY_SIDE) as pool,
    ):
        # resolved: a command may print the way that the system knows
        works = {name: Path(folder).resolve() / name for name in scenarios}
        for work in works.values():
            shutil.copytree(INPUTS, work)
            shutil.copytree(tree / "examples", work / "examples")
        runs = [
            pool.submit(_run_scenario, lines, works[name], out, environment, say)
            for name, lines in scenarios.items()
        ]
        for run in runs:
            run.result()


def environment_of(tree: Path) -> dict[str, str]:
    """Return the environment of the commands, and make sure that it leads to the code of this tree."""
    code = tree / "src" if (tree / "src" / "netfloor").is_dir() else tree
    kept = {name: text for name, text in os.environ.items() if not name.startswith(("NETFLOOR_", "PYTHON"))}
    environment = kept | {
        "PYTHONPATH": str(code.resolve()),
        "OPENBLAS_NUM_THREADS": "1",
        "COLUMNS": "100",
        "LC_ALL": "C.UTF-8",
        "TZ": "UTC",
        "PATH": "/nonexistent",  # programs that others wrote are absent on every machine
    }
    found = subprocess.run(  # noqa: S603 - our own interpreter
        [sys.executable, "-c", _WHERE],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
        cwd=tempfile.gettempdir(),
    ).stdout.splitlines()
    if strange := [file for file in found if not Path(file).is_relative_to(code.resolve())]:
        raise RuntimeError(f"{strange[0]} is run, which is not in {code}")
    return environment


def _run_scenario(
    lines: list[Line], work: Path, out: Path, environment: Mapping[str, str], say: Callable[[str], object]
) -> None:
    before = _digests(work)
    for line in lines:
        _write(out / line.folder, _run_line(line, work, environment), work)
        after = _digests(work)
        for name in sorted(after):
            if after[name] != before.get(name):
                forms = {Path("files", name, part): data for part, data in normal_form(work / name).items()}
                _write(out / line.folder, forms, work)
        if gone := sorted(before.keys() - after.keys()):
            _write(out / line.folder, {Path("removed"): "\n".join([*gone, ""]).encode()}, work)
        before = after
        say(line.folder)


def _run_line(line: Line, work: Path, environment: Mapping[str, str]) -> dict[Path, bytes]:
    ran = subprocess.run(  # noqa: S603 - our own interpreter
        [sys.executable, "-m", "netfloor", *line.words],
        cwd=work,
        env=environment,
        capture_output=True,
        stdin=subprocess.DEVNULL,
        timeout=PATIENCE_S,
        check=False,
    )
    return {
        Path("stdout"): ran.stdout,
        Path("stderr"): ran.stderr,
        Path("exit"): f"{ran.returncode}\n".encode(),
    }


def _digests(work: Path) -> dict[str, str]:
    """Return every file below a folder, and the digest of its bytes."""
    return {
        str(path.relative_to(work)): sha256(path.read_bytes()).hexdigest()
        for path in work.rglob("*")
        if path.is_file()
    }


def _write(folder: Path, files: Mapping[Path, bytes], work: Path) -> None:
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(masked(f"{folder.parent.name}/{folder.name}/{name}", data, str(work)))
