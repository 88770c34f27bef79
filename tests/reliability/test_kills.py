"""SIGKILL while something is written: no torn file, nothing acknowledged is lost, leftovers are swept.

Forty kills in the ordinary run, a thousand more in the nightly one.
"""

import io
import json
import multiprocessing
import os
import random
import signal
import sqlite3
import sys
import time
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from netfloor.command_line import run
from netfloor.foundation.files import FOLDER_MARK, write_atomic
from netfloor.layout.chains.checkpoint import checkpoint_bytes, read_checkpoint
from netfloor.layout.placed import Snapshot
from netfloor.plans.file import plan_text, read_record
from netfloor.plans.load import load_plan
from netfloor.reports.figures.table import FIGURES
from netfloor.reports.whatif.points import SETTINGS, WhatIf, WhatIfPoint
from netfloor.studies.compare.run import write_report
from netfloor.studies.results.store import WHATIF, RunAbout, open_results

KILLS, MORE_KILLS = 40, 1000
SLOTS = np.arange(20_000, dtype=np.int32)
#: Writes number n into a folder; what it returns is told to the parent as acknowledged.
Write = Callable[[int], object]


def command(*words: str) -> None:
    """Run a command line of ours in this process."""
    sys.argv = ["netfloor", *words]
    with pytest.raises(SystemExit) as ended:
        run()
    assert not ended.value.code


def plan_file(number: int) -> None:
    """Write a plan file that differs from the one before."""
    document = json.loads(Path("plan.json").read_text())
    document["solver"]["seed"] = number
    write_atomic(Path("target"), plan_text(document))


def export_folder(number: int) -> None:
    """Export a plan in one of two formats."""
    command("export", "plan.json", "--to", ("netbox", "slurm")[number % 2], "--out", "target", "--quiet")


def report_folder(number: int) -> None:
    """Write what a comparison writes: files and a folder of plans."""
    plan = load_plan(Path("plan.json"))
    texts = {f"report{i}.md": f"{number} " * 20_000 for i in range(3)}
    write_report(Path("target"), texts, {f"plans/{i}.json": plan for i in range(3)}, force=False)


def workbook(number: int) -> None:
    """Write a bill of materials."""
    words = ("bom", "plan.json", "--catalogue", "catalogue.toml", "--xlsx", "target", "--spares")
    command(*words, f"{number % 9}%", "--quiet", "--force")


def checkpoint(number: int) -> None:
    """Write a checkpoint as a solve does."""
    snapshot = Snapshot(SLOTS, random=number, scale=1.0, cost=number, iterations=number, history=())
    write_atomic(Path("target"), checkpoint_bytes({"0/anneal": snapshot}, "inputs"))


def results(number: int) -> tuple[int, int]:
    """Add a run of one point to a results file; return what is acknowledged by that."""
    about = RunAbout(WHATIF, *"pppp")
    settings, figures = {key: kind() for key, kind in SETTINGS.items()}, dict.fromkeys(FIGURES, number)
    with open_results(Path("target")) as file:
        writer = file.begin(about, WhatIf({}, (), (), 1))
        writer.add(0, WhatIfPoint((("years", "1"),), "kept", settings, figures))
    return writer.run_id, number


def whole_plan(told: list[Any]) -> None:
    """Every checksum in it holds."""
    del told
    read_record(Path("target"))


def whole_export(told: list[Any]) -> None:
    """All files of one format or of the other, the mark among them."""
    del told
    names = {path.name for path in Path("target").iterdir()} - {FOLDER_MARK}
    assert (Path("target") / FOLDER_MARK).exists()
    assert len(names) == (2 if "topology.conf" in names else 11), names
    assert {"topology.conf", "topology.yaml"} <= names or {"05-rack-groups.csv", "10-cables.csv"} <= names


def whole_report(told: list[Any]) -> None:
    """Three files that agree, three plans that read."""
    del told
    texts = {path.read_text() for path in Path("target").glob("*.md")}
    assert len(texts) == 1
    plans = list(Path("target/plans").iterdir())
    assert len(plans) == 3
    for plan in plans:
        read_record(plan)


def whole_workbook(told: list[Any]) -> None:
    """Every part of the archive is as its checksum says."""
    del told
    with zipfile.ZipFile(io.BytesIO(Path("target").read_bytes())) as archive:
        assert archive.testzip() is None


def whole_checkpoint(told: list[Any]) -> None:
    """All of it is of one moment."""
    del told
    (found,) = read_checkpoint(Path("target"), "inputs").values()
    assert (found.random, found.iterations) == (found.cost, found.cost)
    assert np.array_equal(found.slot_of, SLOTS)


def whole_results(told: list[Any]) -> None:
    """Sound, and what was acknowledged is there with all that belongs to it."""
    with sqlite3.connect("target") as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        rows = {run for (run,) in database.execute("SELECT run_id FROM rows")}
        figures = database.execute("SELECT count(*) FROM figures WHERE number = 0").fetchone()[0]
    assert {run for run, _ in told} <= rows
    assert figures == len(FIGURES) * len(rows)


WRITERS: dict[str, tuple[Write, Callable[[list[Any]], None]]] = {
    "plan file": (plan_file, whole_plan),
    "export": (export_folder, whole_export),
    "report": (report_folder, whole_report),
    "workbook": (workbook, whole_workbook),
    "checkpoint": (checkpoint, whole_checkpoint),
    "results": (results, whole_results),
}


def write_on(write: Write, told: Any) -> None:
    """Write again and again, and tell what was acknowledged."""
    sys.stdout = sys.stderr = io.StringIO()
    for number in range(1, 10**9):
        told.send(write(number))


def kill_one(write: Write, seconds: float) -> list[Any]:
    """Start a writer, kill it some time after its first write; return what it acknowledged."""
    context = multiprocessing.get_context("fork")
    ours, theirs = context.Pipe(duplex=False)
    writer = context.Process(target=write_on, args=(write, theirs))
    writer.start()
    theirs.close()
    told = [ours.recv()]
    time.sleep(seconds)
    assert writer.pid is not None
    os.kill(writer.pid, signal.SIGKILL)
    writer.join()
    while ours.poll():
        try:
            told.append(ours.recv())
        except (EOFError, OSError):
            break
    return told


@pytest.mark.parametrize(
    "kills",
    [
        pytest.param(-(-KILLS // len(WRITERS)), id="some"),
        pytest.param(-(-MORE_KILLS // len(WRITERS)), id="more", marks=pytest.mark.nightly),
    ],
)
@pytest.mark.parametrize("kind", WRITERS)
def test_kills_tear_and_lose_nothing(here: Path, good: Any, kind: str, kills: int) -> None:
    """After each kill the output is whole; the next run leaves nothing but its output behind."""
    from good_files import GRAPHS  # noqa: PLC0415 - puts the plan and the catalogue there

    good(GRAPHS[0])
    write, whole = WRITERS[kind]
    dice, told = random.Random(f"{kind} {kills}"), []  # noqa: S311 - no secret
    began = time.monotonic()
    write(0)
    once = time.monotonic() - began
    known = {path.name for path in here.iterdir()}
    for _ in range(kills):
        told += kill_one(write, dice.uniform(0, 3 * once))
        whole(told)
    write(1)
    whole(told)
    assert {path.name for path in here.iterdir()} == known
