"""The checkpoint file from which an interrupted run of link failures continues."""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from netfloor.foundation.checkpoint import CheckpointKind
from netfloor.foundation.errors import InputError
from netfloor.foundation.files import canonical_sha256, check_output_file, write_atomic
from netfloor.foundation.models import StrictModel, parse
from netfloor.research.failures.trials import MEASURES, PointTrials, TrialSeeds
from netfloor.topologies.topology import Topology

KIND = CheckpointKind(
    "netfloor link failures", 2, foreign=("is not a checkpoint of link failures", "name another file")
)
RESTART = "name another checkpoint file, or delete this one to start again"

_Column = list[Annotated[int, Field(ge=0, lt=2**63)] | None]


class _PointModel(StrictModel):
    diameter: _Column
    hops_sum: _Column
    bisection_links: _Column


class _CheckpointModel(StrictModel):
    schema_: int = Field(alias="schema")
    kind: str
    network: str
    links_sha256: str
    seed: int
    metis_seeds: int
    proportions: list[float]
    points: list[_PointModel]
    sha256: str


@dataclass(frozen=True)
class TrialCheckpoint:
    """The trials of one run in a file that is always complete.

    Attributes
    ----------
    path
        The file; it may not exist yet.
    topology, seeds, proportions
        The parameters of the run; checkpoints of another run are refused.
    """

    path: Path
    topology: Topology
    seeds: TrialSeeds
    proportions: Sequence[float]

    def read(self) -> list[PointTrials] | None:
        """Return the trials so far, or None without a file.

        Raises
        ------
        InputError
            If the file cannot be written later, is not a checkpoint, was changed, or belongs to another
            network, seed or list of proportions.
        """
        check_output_file(self.path)
        if self.path.is_symlink():
            raise InputError(str(self.path), "is a symbolic link", "give the file itself")
        if not self.path.exists():
            return None
        document = KIND.document(self.path)
        schema = document.get("schema")
        if isinstance(schema, int) and schema > KIND.schema:
            raise InputError(str(self.path), f"is of schema {schema}, from a newer netfloor", RESTART)
        model = parse(_CheckpointModel, document, self.path)
        claimed = document.pop("sha256")
        changed = "was changed since netfloor wrote it", RESTART
        KIND.require_same(self.path, claimed, canonical_sha256(document), *changed)
        for key, present in self._run().items():
            written = getattr(model, key)
            what = f"value of {key} ({written}, here {present})"
            if key == "links_sha256":
                what = f"network ({model.network}, here {self.topology.name})"
            another = f"is the checkpoint of another {what}", RESTART
            KIND.require_same(self.path, written, present, *another)
        if len(model.points) != len(self.proportions):
            raise InputError(str(self.path), "does not have one entry per proportion", RESTART)
        try:
            return [PointTrials(point.model_dump()) for point in model.points]
        except ValueError as error:
            raise InputError(str(self.path), f"holds impossible trials: {error}", RESTART) from error

    def write(self, points: Sequence[PointTrials]) -> None:
        """Replace the file atomically with these trials."""
        document: dict[str, Any] = {
            **KIND.head,
            "network": self.topology.name,
            **self._run(),
            "points": [{name: list(point.columns[name]) for name in MEASURES} for point in points],
        }
        document["sha256"] = canonical_sha256(document)
        write_atomic(self.path, json.dumps(document, allow_nan=False) + "\n")

    def _run(self) -> dict[str, Any]:
        """Return the parameters that trials of one run share."""
        return {
            "links_sha256": links_sha256(self.topology),
            "seed": self.seeds.seed,
            "metis_seeds": self.seeds.metis_seeds,
            "proportions": [float(proportion) for proportion in self.proportions],
        }


def links_sha256(topology: Topology) -> str:
    """Return the SHA-256 of a network's links, and of the switches with endpoints if not all have any."""
    digest = hashlib.sha256(f"{topology.routers} routers".encode())
    for array in (topology.links, topology.multiplicity):
        digest.update(array.astype("<i4").tobytes())
    if len(topology.endpoint_switches) < topology.routers:
        digest.update(topology.endpoint_switches.astype("<i4").tobytes())
    return digest.hexdigest()
