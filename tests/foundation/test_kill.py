"""A writer that is killed at any moment leaves the old file or the new one."""

import os
import posix
import random
import subprocess
import sys
import time

import pytest

from netfloor.foundation.files import write_atomic

SIZE = 1 << 20
WRITER = f"""
import sys
from pathlib import Path
from netfloor.foundation.files import write_atomic
path = Path(sys.argv[1])
print("ready", flush=True)
while True:
    for letter in b"ab":
        write_atomic(path, bytes([letter]) * {SIZE})
"""


def kill_one_writer(path, seconds):
    """Start a writer, kill it (SIGKILL) some time after its first write may have begun."""
    command = [sys.executable, "-c", WRITER, str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as writer:  # noqa: S603 - our own interpreter
        assert writer.stdout is not None
        assert writer.stdout.readline() == b"ready\n"
        time.sleep(seconds)
        writer.kill()


@pytest.mark.parametrize("kills", [20, pytest.param(200, marks=pytest.mark.nightly)])
def test_a_killed_writer_leaves_a_whole_file(tmp_path, kills, monkeypatch):
    """After each kill the file is one of the two contents from its first byte to its last."""
    monkeypatch.setattr(os, "fsync", posix.fsync)  # as long as the writer's, which waits for the disk
    path, rng = tmp_path / "plan.json", random.Random(kills)  # noqa: S311 - no secret
    began = time.monotonic()
    write_atomic(path, b"a" * SIZE)
    several_writes = 6 * (time.monotonic() - began) + 0.01
    seen = set()
    for _ in range(kills):
        kill_one_writer(path, rng.uniform(0, several_writes))
        data = path.read_bytes()
        assert len(data) == SIZE
        assert data in (b"a" * SIZE, b"b" * SIZE)
        seen.add(data[:1])
        torn = [entry for entry in tmp_path.iterdir() if entry != path]
        assert all(entry.name.endswith(".tmp") for entry in torn)
    assert seen == {b"a", b"b"}
