"""Mappings of ranks to endpoints."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from netfloor.foundation.errors import InputError, setting
from netfloor.foundation.wording import count_text, first_twice
from netfloor.topologies.topology import IntArray
from netfloor.traffic.endpoints import Endpoints

#: Mappings by name, with descriptions.
MAPPINGS = {
    "linear": "ranks in the order of the endpoints, the first ones",
    "allocated": "endpoints of the job chosen at random, ranks in their order",
    "random": "every rank on a random endpoint",
    "cabinets": "one cabinet after the other filled with ranks",
}


@dataclass(frozen=True, eq=False)
class Mapping:
    """A mapping of ranks to endpoints.

    Attributes
    ----------
    name
        As typed by the user.
    switch
        Switch of each endpoint, (e,) int32.
    endpoint
        Endpoint of each rank, (ranks,) int32, all distinct.
    note
        A sentence that describes it.
    """

    name: str
    switch: IntArray
    endpoint: IntArray
    note: str


def mapping_of(
    name: str, ends: Endpoints, ranks: int, seed: int, cabinets: Sequence[str] | None
) -> Mapping:
    """Return a mapping by its name.

    ``allocated`` is how the SpectralFly paper runs 8,192 ranks on more endpoints (section VI-B), and the
    mapping for all traffic patterns.

    Parameters
    ----------
    cabinets
        Cabinet of each switch; None without a plan.

    Raises
    ------
    InputError
        If the mapping is unknown or needs a plan, or there are more ranks than endpoints.
    """
    count = len(ends.switch)
    require_room(ranks, count)
    note = f"{ranks:,} ranks on {count:,} endpoints, {name}: {MAPPINGS.get(name)}"
    if name == "linear":
        return Mapping(name, ends.switch, np.arange(ranks, dtype=np.int32), f"{note}.")
    random = np.random.default_rng(seed).choice(count, ranks, replace=False).astype(np.int32)
    if name == "allocated":
        return Mapping(name, ends.switch, np.sort(random), f"{note} (seed {seed}).")
    if name == "random":
        return Mapping(name, ends.switch, random, f"{note} (seed {seed}).")
    if name != "cabinets":
        known = f"give {', '.join(MAPPINGS)}, or a CSV file"
        raise InputError(setting("mapping"), f"there is no mapping {name[:60]!r}", known)
    order = sorted(set(_known(cabinets)))
    return by_cabinet(name, ends, ranks, cabinets, order)


def by_cabinet(
    name: str, ends: Endpoints, ranks: int, cabinets: Sequence[str] | None, order: Sequence[str]
) -> Mapping:
    """Return the mapping that fills cabinets one after another, switch by switch.

    Raises
    ------
    InputError
        If there is no plan, a cabinet has no endpoints or is given twice, or there are too few endpoints.
    """
    known = _known(cabinets)
    if (twice := first_twice(order)) is not None:
        raise InputError(setting("mapping"), f"cabinet {twice} is given twice", "name each cabinet once")
    standing: dict[str, list[int]] = {cabinet: [] for cabinet in known}
    for endpoint, switch in enumerate(ends.switch.tolist()):
        standing[known[switch]].append(endpoint)
    for cabinet in order:
        if cabinet not in standing:
            what = f"there are no switches in cabinet {cabinet[:60]!r}"
            raise InputError(setting("mapping"), what, f"give cabinets such as {known[0]}")
    filled = [endpoint for cabinet in order for endpoint in standing[cabinet]]
    if len(filled) < ranks:
        what = f"{ranks:,} ranks in cabinets with {len(filled):,} endpoints"
        raise InputError(setting("ranks"), what, f"give {len(filled):,} or fewer, or more cabinets")
    used = count_text(len({known[int(ends.switch[endpoint])] for endpoint in filled[:ranks]}), "cabinet")
    note = f"{ranks:,} ranks on {len(ends.switch):,} endpoints, {name}: {used} filled in turn."
    return Mapping(name, ends.switch, np.array(filled[:ranks], np.int32), note)


def _known(cabinets: Sequence[str] | None) -> Sequence[str]:
    if cabinets is None:
        raise InputError(setting("mapping"), "only a plan has cabinets", "give a plan, or another mapping")
    return cabinets


def require_room(ranks: int, endpoints: int) -> None:
    """Raise `InputError` for fewer than two ranks, or more than endpoints."""
    if not 2 <= ranks <= endpoints:
        what = f"{ranks:,} ranks on {endpoints:,} endpoints"
        raise InputError(setting("ranks"), what, f"give 2 to {endpoints:,}")
