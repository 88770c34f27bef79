"""The network that traffic runs on, of a spec or of a plan with its cabinets, and who sends to whom."""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from netfloor.exchange.user_tables.traffic_pattern import read_pattern
from netfloor.foundation.errors import InputError, setting
from netfloor.foundation.files import is_file
from netfloor.plans.load import BY_SPEC, load_plan
from netfloor.topologies.spec import build
from netfloor.topologies.topology import Topology
from netfloor.traffic.patterns import pattern_of
from netfloor.traffic.patterns.pattern import Pattern


def arrays_sha256(arrays: Iterable[npt.NDArray[Any]]) -> str:
    """Return the SHA-256 of the bytes of arrays, one after the other: what kept runs belong to."""
    digest = hashlib.sha256()
    for array in arrays:
        digest.update(np.ascontiguousarray(array).tobytes())
    return digest.hexdigest()


@dataclass(frozen=True)
class NetworkWanted:
    """A network as the user named it: a spec, or the file of a plan.

    ``endpoints`` on each switch and ``gbps`` of a link are those of a spec; a plan has its own.
    """

    name: str
    endpoints: int | None = None
    gbps: float | None = None
    seed: int = 0


def network_and_cabinets(wanted: NetworkWanted) -> tuple[Topology, tuple[str, ...] | None]:
    """Return the network, and of a plan the cabinet of each switch.

    Raises
    ------
    InputError
        If there is no such network, or endpoints or a rate are given for a plan.
    CheckFailedError
        If a plan's claims are not what its inputs give.
    """
    if not is_file(Path(wanted.name)):
        gbps = 100.0 if wanted.gbps is None else wanted.gbps
        return build(wanted.name, endpoints=wanted.endpoints, link_gbps=gbps, seed=wanted.seed), None
    for name, value in (("endpoints", wanted.endpoints), ("gbps", wanted.gbps)):
        if value is not None:
            what = f"{wanted.name} is a plan, which has its own {name}"
            raise InputError(setting(name), what, "leave it out, or give a network spec")
    plan = load_plan(Path(wanted.name), instead=BY_SPEC)
    cabinets = plan.room.lengths.cabinet_of_slot[plan.placement.slot_of].tolist()
    return plan.topology, tuple(plan.room.cabinet_name(cabinet) for cabinet in cabinets)


def pattern_wanted(topology: Topology, name: str, ranks: int | None, seed: int) -> Pattern:
    """Return the pattern of a name, or of a CSV file.

    Raises
    ------
    InputError
        If there is no such pattern, its file is not usable, or ranks are given for a file.
    """
    path = Path(name)
    if not is_file(path):
        return pattern_of(topology, name, ranks, seed)
    if ranks is not None:
        what = f"{name} says which endpoints send"
        raise InputError(setting("ranks"), what, "leave it out, or give a pattern by name")
    return read_pattern(path, topology)
