"""kill -9 at any moment: the same search goes on from its checkpoint and ends in the same bytes."""

import json
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

COMMAND = ["circulant", "search", "--radix", "8", "--no-bisection", "--quiet", "--json"]


def start(folder: Path, routers: int, *more: str) -> subprocess.Popen[bytes]:
    """Start a search in a folder of its own, its answer in a file."""
    folder.mkdir(exist_ok=True)
    command = [sys.executable, "-m", "netfloor", *COMMAND, "--routers", str(routers)]
    with (folder / "answer.json").open("wb") as out:
        return subprocess.Popen(  # noqa: S603 - our own command
            [*command, "--checkpoint", "way.json", *more], cwd=folder, stdout=out
        )


def answer(folder: Path) -> Any:
    """Return what a search printed, without its time."""
    document = json.loads((folder / "answer.json").read_bytes())
    del document["seconds"]
    return document


def kill_and_resume(folder: Path, routers: int, kills: int, seed: int) -> int:
    """Kill a search at random moments and resume it; return how many kills left a checkpoint.

    Moments are drawn from the time that a whole search takes. One that ends before its kill
    begins anew.
    """
    assert start(folder / "first", routers).wait() == 0  # compiles what a machine has not run yet
    began = time.monotonic()
    assert start(folder / "whole", routers).wait() == 0
    longest = time.monotonic() - began
    expected = (folder / "whole" / "way.json").read_bytes()
    dice, way = random.Random(seed), folder / "broken" / "way.json"  # noqa: S311 - no secret
    resumed = 0
    while kills > 0:
        process = start(folder / "broken", routers, "--workers", dice.choice("123"))
        time.sleep(dice.uniform(0.35, 0.95) * longest)
        process.send_signal(signal.SIGKILL)
        if process.wait() == 0:
            assert way.read_bytes() == expected
            way.unlink()
            continue
        kills -= 1
        resumed += way.exists()
    assert start(folder / "broken", routers).wait() == 0
    assert way.read_bytes() == expected
    assert answer(folder / "broken") == answer(folder / "whole")
    return resumed


@pytest.mark.nightly
def test_twenty_kills_change_nothing(tmp_path: Path) -> None:
    """A search of more tasks, whose checkpoint is written many times."""
    assert kill_and_resume(tmp_path, 1000, 20, 2) > 0
