"""A killed solve goes on from its checkpoint and ends in the same bytes."""

import io
import json
import math
from dataclasses import replace

import numpy as np
import pytest

from netfloor.foundation.errors import InputError
from netfloor.foundation.interrupt import Interrupt
from netfloor.foundation.observer import SilentObserver
from netfloor.layout.budget import Budget
from netfloor.layout.chains import checkpoint as checkpoint_module
from netfloor.layout.chains.checkpoint import Checkpoint, checkpoint_bytes, read_checkpoint
from netfloor.layout.chains.portfolio import known_placers
from netfloor.layout.placed import Snapshot
from netfloor.layout.solve import SolveOptions, solve
from netfloor.rooms.room import GridRoom
from netfloor.topologies.spec import build

ROOM = GridRoom("x", 3, 6)
SNAPSHOT = Snapshot(
    np.array([3, 1, 2], dtype=np.int32), 2**63 + 5, 0.1 + 0.2, 12345, 678, ((0, 9), (678, 8))
)


#: These keep no checkpoint: they run afresh.
ONE_GO = ("random", "tabu", "exact")


class KilledError(Exception):
    """Stands for kill -9: nothing after it runs."""


def killed_after(monkeypatch, writings):
    """Let a checkpoint write so many times, then die."""
    real, done = checkpoint_module.write_atomic, [0]

    def write(path, data):
        real(path, data)
        done[0] += 1
        if done[0] >= writings:
            raise KilledError

    monkeypatch.setattr(checkpoint_module, "write_atomic", write)


@pytest.mark.parametrize("placer", [name for name in known_placers() if name not in ONE_GO])
def test_a_killed_solve_ends_like_one_that_was_not(tmp_path, monkeypatch, placer):
    """Killed at the first, then two and then 46 writings later, resumed: the same placement and effort."""
    topology = build("random:30,4,seed=2")
    options = SolveOptions(placer, Budget(iterations=60_000), seed=3, chains=2)
    whole = solve(topology, ROOM, options)
    path = tmp_path / "c.npz"
    monkeypatch.setattr(checkpoint_module, "EVERY_S", 0.0)  # every slice is written down
    for writings in (1, 2, 46):
        with monkeypatch.context() as patch:
            killed_after(patch, writings)
            with pytest.raises(KilledError):
                solve(topology, ROOM, options, checkpoint=Checkpoint(path, "inputs"))
    resumed = solve(topology, ROOM, options, checkpoint=Checkpoint(path, "inputs"))
    assert resumed.placement.slot_of.tobytes() == whole.placement.slot_of.tobytes()
    assert replace(resumed, placement=whole.placement, seconds=0) == replace(whole, seconds=0)


def test_a_solve_that_somebody_stopped_goes_on(tmp_path, monkeypatch):
    """Ctrl-C leaves a checkpoint from which the whole effort is spent after all."""
    topology = build("random:30,4,seed=2")
    options = SolveOptions("anneal", Budget(iterations=60_000), seed=3, chains=2)
    whole = solve(topology, ROOM, options)
    monkeypatch.setattr(checkpoint_module, "EVERY_S", 0.0)
    interrupt = Interrupt()

    class Impatient(SilentObserver):
        """Stops the solve at its third message."""

        heard = 0

        def advanced(self, _task, _done, _note=""):
            self.heard += 1
            if self.heard == 3:
                interrupt.ask()

        def started(self, task, total):
            """Do nothing."""

        def finished(self, task, note=""):
            """Do nothing."""

    path = tmp_path / "c.npz"
    stopped = solve(
        topology, ROOM, options, observer=Impatient(), interrupt=interrupt, checkpoint=Checkpoint(path, "x")
    )
    assert stopped.iterations < whole.iterations
    resumed = solve(topology, ROOM, options, checkpoint=Checkpoint(path, "x"))
    assert (resumed.checksum, resumed.history) == (whole.checksum, whole.history)


def test_snapshots_survive_writing_to_the_last_bit(tmp_path):
    """Numbers above 2^53 and floats included."""
    path = tmp_path / "c.npz"
    path.write_bytes(checkpoint_bytes({"length/0/anneal": SNAPSHOT}, "digest"))
    (read,) = read_checkpoint(path, "digest").values()
    assert (read.slot_of == SNAPSHOT.slot_of).all()
    assert {**vars(read), "slot_of": None} == {**vars(SNAPSHOT), "slot_of": None}


def test_a_checkpoint_of_something_else_is_refused(tmp_path):
    """Other inputs, another kind of file, damage: a message, nothing resumed."""
    path = tmp_path / "c.npz"
    Checkpoint(path, {"seed": 1}).journal("a").offer("s", lambda: SNAPSHOT, now=True)
    Checkpoint(path, {"seed": 1})
    with pytest.raises(InputError, match="belongs to another"):
        Checkpoint(path, {"seed": 2})
    data = path.read_bytes()
    at = range(0, len(data), 7)
    flipped = [data[:i] + bytes([data[i] ^ 1 << i % 8]) + data[i + 1 :] for i in at]
    for damaged in (b"plain text", data[: len(data) // 2], data[:-1], data + b"x", *flipped):
        path.write_bytes(damaged)
        with pytest.raises(InputError, match="damaged"):
            Checkpoint(path, {"seed": 1})


STAGES = {"a/s": {"number": 0, "random": 1, "scale": 1.0, "cost": 1, "iterations": 1, "finished": False}}
HEAD = {"kind": checkpoint_module.KIND.name, "schema": 2, "inputs": "x", "stages": STAGES}
ROW, WAY = np.arange(3, dtype=np.int32), np.zeros((1, 2), np.int64)


def archive(head, **arrays):
    """Return a sealed archive, as a checkpoint is one."""
    buffer = io.BytesIO()
    raw = head if isinstance(head, bytes) else json.dumps(head).encode()
    np.savez(buffer, head=np.frombuffer(raw, dtype=np.uint8), **arrays)
    return checkpoint_module.sealed(buffer.getvalue())


@pytest.mark.parametrize(
    "data",
    [
        checkpoint_module.sealed(b"PK\x03\x04 and no more"),
        archive(b"{", slots0=ROW, history0=WAY),
        archive(b"[" * 5000, slots0=ROW, history0=WAY),
        archive({**HEAD, "kind": "x"}, slots0=ROW, history0=WAY),
        archive({**HEAD, "schema": 1}, slots0=ROW, history0=WAY),
        archive({**HEAD, "stages": {"a/s": {**STAGES["a/s"], "scale": "wide"}}}, slots0=ROW, history0=WAY),
        archive({**HEAD, "stages": {"a/s": {**STAGES["a/s"], "cost": 1e400}}}, slots0=ROW, history0=WAY),
        archive({**HEAD, "stages": {"a/s": {**STAGES["a/s"], "random": -1}}}, slots0=ROW, history0=WAY),
        archive({**HEAD, "stages": {"a/s": {**STAGES["a/s"], "random": 2**64}}}, slots0=ROW, history0=WAY),
        archive(
            {**HEAD, "stages": {"a/s": {**STAGES["a/s"], "scale": math.nan}}}, slots0=ROW, history0=WAY
        ),
        archive({**HEAD, "stages": {"a/s": {**STAGES["a/s"], "iterations": -1}}}, slots0=ROW, history0=WAY),
        archive(HEAD, slots0=ROW),
        archive(HEAD, slots0=ROW, history0=np.zeros(3)),
        archive(HEAD, slots0=ROW.reshape(1, 3), history0=WAY),
        archive(HEAD, slots0=np.array(["a", "b"]), history0=WAY),
    ],
)
def test_an_archive_that_another_sealed_is_refused(tmp_path, data):
    """Whatever is wrong inside: one message, never an error of NumPy's, zlib's or JSON's."""
    (tmp_path / "c.npz").write_bytes(data)
    with pytest.raises(InputError, match="not a checkpoint of this version, or is damaged"):
        read_checkpoint(tmp_path / "c.npz", "x")
    (tmp_path / "c.npz").write_bytes(archive(HEAD, slots0=ROW, history0=WAY))
    assert read_checkpoint(tmp_path / "c.npz", "x")


#: What a placement of 15 switches may not be where 2 is fixed in slot 4 and slot 17 is closed.
FORGED = {
    "below 0": lambda slots: np.where(slots == slots[3], -1, slots),
    "beyond the last": lambda slots: np.where(slots == slots[3], 18, slots),
    "shared": lambda slots: np.where(slots == slots[3], slots[5], slots),
    "one short": lambda slots: slots[:-1],
    "closed": lambda slots: np.where(slots == slots[3], 17, slots),
    "moved": lambda slots: np.where(slots == 4, slots[3], np.where(slots == slots[3], 4, slots)),
    "another cost": lambda slots: slots,
}


@pytest.mark.parametrize("what", FORGED)
def test_a_placement_that_cannot_be_one_of_the_problem_is_refused(tmp_path, monkeypatch, what):
    """Sealed and of the right inputs: a message about the file, not a kernel beside its tables."""
    topology, path = build("random:15,4"), tmp_path / "c.npz"
    fixed, closed = np.full(15, -1, np.int32), np.zeros(18, bool)
    fixed[2], closed[17] = 4, True
    options = SolveOptions("anneal", Budget(iterations=60_000), chains=1, fixed=fixed, closed=closed)
    monkeypatch.setattr(checkpoint_module, "EVERY_S", 0.0)
    with monkeypatch.context() as patch:
        killed_after(patch, 1)
        with pytest.raises(KilledError):
            solve(topology, ROOM, options, checkpoint=Checkpoint(path, "inputs"))
    ((key, saved),) = Checkpoint(path, "inputs")._snapshots.items()
    digest = Checkpoint(path, "inputs")._inputs
    solve(topology, ROOM, options, checkpoint=Checkpoint(path, "inputs"))
    slots = FORGED[what](saved.slot_of).astype(np.int32)
    forged = replace(saved, slot_of=slots, cost=saved.cost + (what == "another cost"))
    path.write_bytes(checkpoint_bytes({key: forged}, digest))
    with pytest.raises(InputError, match="damaged"):
        solve(topology, ROOM, options, checkpoint=Checkpoint(path, "inputs"))
