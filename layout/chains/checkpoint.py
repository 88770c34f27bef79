"""A checkpoint file: a solve saves its progress there and resumes from it after being killed."""

import io
import json
import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import Any

import numpy as np

from netfloor.foundation.checkpoint import CheckpointKind
from netfloor.foundation.errors import InputError
from netfloor.foundation.files import read_bytes, write_atomic
from netfloor.layout.placed import Snapshot

KIND = CheckpointKind(
    "netfloor checkpoint",
    2,
    foreign=("is not a checkpoint of this version, or is damaged", "delete it to start again"),
    other=(
        "belongs to another network, room, seed, budget or version",
        "give another file, or delete it to start again",
    ),
)
#: Minimum seconds between two saves of a stage.
EVERY_S = 1.0


class Checkpoint:
    """Snapshots of all chains in one file.

    The file is read if it exists; raise `InputError` if it is damaged, of another kind, or belongs to other
    ``inputs``, which are all values that determine the result.
    """

    def __init__(self, path: Path, inputs: Any):
        self._path = path
        self._inputs = sha256(json.dumps(inputs, sort_keys=True).encode()).hexdigest()
        self._lock = Lock()
        self._due: dict[str, float] = {}
        self._snapshots: dict[str, Snapshot] = read_checkpoint(path, self._inputs) if path.exists() else {}

    def journal(self, chain: str) -> "ChainJournal":
        """Return the journal of a chain."""
        return ChainJournal(self, chain)

    def load(self, key: str, fits: Callable[[Snapshot], bool]) -> Snapshot | None:
        """Return a snapshot from an earlier run; raise `InputError` if it does not match the problem."""
        saved = self._snapshots.get(key)
        if saved is not None and not fits(saved):
            raise InputError(str(self._path), *KIND.foreign)
        return saved

    def keep(self, key: str, take: Callable[[], Snapshot], *, now: bool) -> None:
        """Save a snapshot with the others if it is due or ``now`` is set."""
        if not now and time.monotonic() < self._due.get(key, 0.0):
            return
        with self._lock:
            self._snapshots[key] = take()
            write_atomic(self._path, checkpoint_bytes(self._snapshots, self._inputs))
        self._due[key] = time.monotonic() + EVERY_S

    def remove(self) -> None:
        """Delete the file after the work is complete."""
        self._path.unlink(missing_ok=True)


@dataclass(frozen=True)
class ChainJournal:
    """The part of a checkpoint that belongs to a chain."""

    checkpoint: Checkpoint
    chain: str

    def load(self, stage: str, fits: Callable[[Snapshot], bool]) -> Snapshot | None:
        """Return the snapshot of a stage from an earlier run."""
        return self.checkpoint.load(f"{self.chain}/{stage}", fits)

    def offer(self, stage: str, take: Callable[[], Snapshot], *, now: bool = False) -> None:
        """Save a snapshot if it is due or ``now`` is set."""
        self.checkpoint.keep(f"{self.chain}/{stage}", take, now=now)


def checkpoint_bytes(snapshots: dict[str, Snapshot], inputs: str) -> bytes:
    """Serialise snapshots as a sealed NumPy archive."""
    arrays: dict[str, Any] = {}
    stages = {}
    for number, (key, snapshot) in enumerate(snapshots.items()):
        arrays[f"slots{number}"] = snapshot.slot_of
        arrays[f"history{number}"] = np.array(snapshot.history, dtype=np.int64).reshape(-1, 2)
        fields = {k: v for k, v in vars(snapshot).items() if k not in ("slot_of", "history")}
        stages[key] = {"number": number, **fields}
    head = {"kind": KIND.name, "schema": KIND.schema, "inputs": inputs, "stages": stages}
    buffer = io.BytesIO()
    np.savez(buffer, head=np.frombuffer(json.dumps(head).encode(), dtype=np.uint8), **arrays)
    return sealed(buffer.getvalue())


def sealed(archive: bytes) -> bytes:
    """Prefix an archive with a line with its SHA-256, so that NumPy never reads a damaged one."""
    return f"{KIND.name} {sha256(archive).hexdigest()}\n".encode() + archive


def read_checkpoint(path: Path, inputs: str) -> dict[str, Snapshot]:
    """Read the snapshots of a file and check that they belong to these inputs."""
    seal, _, body = read_bytes(path, "checkpoint").partition(b"\n")
    if sealed(body) != seal + b"\n" + body:
        raise InputError(str(path), *KIND.foreign)
    try:
        with np.load(io.BytesIO(body), allow_pickle=False) as archive:
            head = json.loads(archive["head"].tobytes())
            ours = (head["kind"], head["schema"]) == (KIND.name, KIND.schema)
            stages: dict[str, Any] = head["stages"] if ours else {"": None}
            snapshots = {key: _snapshot(archive, fields) for key, fields in stages.items()}
            written = head["inputs"]
    except (InputError, MemoryError):
        raise
    except Exception as failure:
        # A correctly sealed archive with other contents makes NumPy fail in a dozen ways.
        raise InputError(str(path), *KIND.foreign) from failure
    KIND.require_same(path, written, inputs)
    return snapshots


def _snapshot(archive: Any, fields: dict[str, Any]) -> Snapshot:
    number = fields["number"]
    history = tuple((int(done), int(cost)) for done, cost in archive[f"history{number}"])
    slot_of = archive[f"slots{number}"]
    if slot_of.ndim != 1 or slot_of.dtype != np.int32:
        raise ValueError("slots are a row of numbers")
    saved = Snapshot(
        slot_of=slot_of,
        random=int(fields["random"]),
        scale=float(fields["scale"]),
        cost=int(fields["cost"]),
        iterations=int(fields["iterations"]),
        history=history,
        finished=bool(fields["finished"]),
    )
    sound = 0 <= saved.random < 2**64 and 0 <= saved.iterations < 2**63 and 0 <= saved.scale < math.inf
    if not sound:
        raise ValueError("a number is out of its range")
    return saved
