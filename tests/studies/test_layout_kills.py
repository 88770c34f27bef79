"""kill -9 at any moment: the same command goes on from its checkpoint and ends in the same bytes."""

import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

COMMAND = ["layout", "lps:11,7", "--iterations", "60000000", "--seed", "3", "--quiet"]


def start(folder: Path, *more: str) -> subprocess.Popen[bytes]:
    """Start the command in a folder of its own."""
    folder.mkdir(exist_ok=True)
    command = [sys.executable, "-m", "netfloor", *COMMAND, "--out", "plan.json", *more]
    return subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL)  # noqa: S603 - our own command


@pytest.mark.nightly
def test_fifty_kills_change_nothing(tmp_path: Path) -> None:
    """Killed after random times, again and again, until the plan is there."""
    whole = start(tmp_path / "whole")
    began = time.monotonic()
    assert whole.wait() == 0
    longest = time.monotonic() - began
    expected = (tmp_path / "whole" / "plan.json").read_bytes()
    dice, kills, round_number = random.Random(1), 0, 0  # noqa: S311 - no secret
    while kills < 50:
        round_number += 1
        folder = tmp_path / f"round{round_number}"
        for workers in ("1", "2", "2", "1", "2", "1", "2", "1", "2", "1"):
            process = start(folder, "--checkpoint", "way.npz", "--workers", workers)
            time.sleep(dice.uniform(0.3, longest))
            process.send_signal(signal.SIGKILL)
            if process.wait() == 0:
                break
            kills += 1
        else:
            assert start(folder, "--checkpoint", "way.npz").wait() == 0
        assert (folder / "plan.json").read_bytes() == expected
        assert not (folder / "way.npz").exists()
