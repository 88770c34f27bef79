"""Traffic patterns of a network, and checksums that identify stored runs."""

import hashlib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from netfloor.exchange.user_tables.traffic_pattern import read_pattern
from netfloor.foundation.errors import InputError, setting
from netfloor.foundation.files import is_file
from netfloor.topologies.topology import Topology
from netfloor.traffic.patterns import pattern_of
from netfloor.traffic.patterns.pattern import Pattern


def arrays_sha256(arrays: Iterable[npt.NDArray[Any]]) -> str:
    """Return the SHA-256 of the bytes of arrays in order, as a key of stored runs."""
    digest = hashlib.sha256()
    for array in arrays:
        digest.update(np.ascontiguousarray(array).tobytes())
    return digest.hexdigest()


def pattern_wanted(topology: Topology, name: str, ranks: int | None, seed: int) -> Pattern:
    """Return a pattern by name, or from a CSV file.

    `InputError` if there is no such pattern, its file is not usable, or ranks are given for a file.
    """
    path = Path(name)
    if not is_file(path):
        return pattern_of(topology, name, ranks, seed)
    if ranks is not None:
        what = f"{name} specifies which endpoints send"
        raise InputError(setting("ranks"), what, "leave it out, or give a pattern by name")
    return read_pattern(path, topology)
