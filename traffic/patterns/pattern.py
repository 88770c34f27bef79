"""A traffic pattern: the distribution of destinations of every endpoint."""

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_array

from netfloor.topologies.topology import IntArray
from netfloor.traffic.endpoints import Endpoints

FloatArray = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Pattern:
    """A traffic pattern over the endpoints of a network.

    Endpoint s draws its destinations from row ``row[s]``: the endpoints ``choice[first[row] .. first[row +
    1] - 1]``, each equally likely, or by ``cumulative``. Endpoints can share a row, so that uniform traffic
    of 10,000 endpoints is one row instead of 100 million entries.

    Attributes
    ----------
    name
        As typed by the user.
    endpoints
        Endpoints and ranks.
    row
        Row of each endpoint, (e,) int32; -1 for endpoints that do not send.
    first, choice
        The rows, (rows + 1,) and (entries,) int32; a choice is the number of an endpoint.
    cumulative
        Cumulative probabilities that end with 1 in each row, (entries,) float64; empty if all choices of a
        row are equally likely.
    skip
        Position in its row that an endpoint leaves out, itself, (e,) int32; -1 for none. Only in rows
        without ``cumulative``.
    rate
        Traffic of an endpoint at full load, as a share of its injection rate, (e,) float64: 1 for all
        senders, unless a table of weights makes some send less than the busiest.
    notes
        Notes on the result: allocation of ranks, dimensions, seeds.
    """

    name: str
    endpoints: Endpoints
    row: IntArray
    first: IntArray
    choice: IntArray
    cumulative: FloatArray
    skip: IntArray
    rate: FloatArray
    notes: tuple[str, ...] = field(default=())

    @property
    def is_fixed(self) -> bool:
        """True if every sending endpoint has only one destination."""
        return bool((np.diff(self.first) == 1).all())

    @property
    def destination(self) -> IntArray:
        """The only destination of each endpoint, (e,) int32, -1 for none; for a fixed pattern.

        Raises
        ------
        ValueError
            If an endpoint has several destinations.
        """
        if not self.is_fixed:
            raise ValueError(f"{self.name}: endpoints have several destinations")
        return np.where(self.row >= 0, self.choice[self.row], -1).astype(np.int32)

    def switch_demand(self, switches: int, destinations: IntArray | None = None) -> FloatArray:
        """Return the traffic between the endpoints of each pair of switches at full load, (n, k) float64.

        The unit is the injection rate of one endpoint. Traffic within a switch counts too.

        Parameters
        ----------
        switches
            Number of switches, n.
        destinations
            Destination switches, (k,) int32; None for all.
        """
        sent, probability, own = self._shares()
        switch = self.endpoints.switch
        place = csr_array((np.ones(len(switch)), (np.arange(len(switch)), switch)), (len(switch), switches))
        wanted = np.arange(switches) if destinations is None else destinations
        demand = np.asarray((place.T @ sent @ (probability @ place)[:, wanted]).todense(), dtype=np.float64)
        stays = np.bincount(switch, own, switches)
        demand[wanted, np.arange(len(wanted))] -= stays[wanted]
        return np.maximum(demand, 0.0)

    def arriving(self) -> FloatArray:
        """Return the traffic to each endpoint at full load, (e,) float64, in injection rates."""
        sent, probability, own = self._shares()
        return np.asarray(sent.sum(axis=0) @ probability - own, dtype=np.float64)

    def _shares(self) -> tuple[csr_array, csr_array, FloatArray]:
        """Return rates (e, rows), probabilities (rows, e), and the excluded traffic to oneself (e,).

        With a choice left out of a row of k, an endpoint of rate r sends r / (k - 1) to each other one.
        """
        rows, endpoints = len(self.first) - 1, len(self.row)
        sizes = np.diff(self.first)
        weight = np.ones(len(self.choice))
        if len(self.cumulative):
            start = np.repeat(self.first[:-1], sizes)
            before = np.where(np.arange(len(weight)) == start, 0.0, np.roll(self.cumulative, 1))
            weight = self.cumulative - before
        sending = np.flatnonzero(self.row >= 0)
        row = self.row[sending]
        skips = self.skip[sending] >= 0
        each = self.rate[sending] / (1.0 if len(self.cumulative) else sizes[row] - skips)
        sent = csr_array((each, (sending, row)), (endpoints, rows))
        probability = csr_array((weight, self.choice, self.first), (rows, endpoints))
        own = np.zeros(endpoints)
        own[sending] = np.where(skips, each, 0.0)
        return sent, probability, own


def fixed_pattern(name: str, endpoints: Endpoints, destination: IntArray, *notes: str) -> Pattern:
    """Return the pattern in which rank r sends to rank ``destination[r]``, or to no rank if it is -1."""
    lists = [
        destination[rank : rank + 1][destination[rank : rank + 1] >= 0] for rank in range(len(destination))
    ]
    return listed_pattern(name, endpoints, lists, *notes)


def listed_pattern(name: str, endpoints: Endpoints, lists: list[IntArray], *notes: str) -> Pattern:
    """Return the pattern in which rank r sends to the ranks of a list, each equally often."""
    sizes = np.array([len(listing) for listing in lists])
    sending = np.flatnonzero(sizes)
    row = np.full(len(endpoints.switch), -1, np.int32)
    row[endpoints.rank[sending]] = np.arange(len(sending), dtype=np.int32)
    first = np.concatenate([[0], np.cumsum(sizes[sending])])
    return _even(name, endpoints, (row, first, np.concatenate(lists)), None, notes)


def shared_pattern(
    name: str, endpoints: Endpoints, row: IntArray, sets: list[IntArray], *notes: str, to_itself: bool
) -> Pattern:
    """Return the pattern in which rank r sends to the ranks of set ``row[r]``, each equally often.

    Parameters
    ----------
    row
        Set of each rank, (ranks,) int32; -1 sends nothing.
    to_itself
        Whether a rank may draw itself.
    """
    rows = np.full(len(endpoints.switch), -1, np.int32)
    rows[endpoints.rank] = row
    skip = np.full(len(endpoints.switch), -1, np.int32)
    if not to_itself:
        for number, members in enumerate(sets):
            mine = members[row[members] == number]
            skip[endpoints.rank[mine]] = np.searchsorted(members, mine)
    first = np.concatenate([[0], np.cumsum([len(item) for item in sets])])
    return _even(name, endpoints, (rows, first, np.concatenate(sets)), skip, notes)


def _even(
    name: str,
    endpoints: Endpoints,
    rows: tuple[IntArray, npt.NDArray[np.integer], IntArray],
    skip: IntArray | None,
    notes: tuple[str, ...],
) -> Pattern:
    row, first, ranks = rows
    return Pattern(
        name=name,
        endpoints=endpoints,
        row=row,
        first=first.astype(np.int32),
        choice=endpoints.rank[ranks],
        cumulative=np.empty(0),
        skip=np.full(len(row), -1, np.int32) if skip is None else skip,
        rate=(row >= 0).astype(np.float64),
        notes=notes,
    )


def weighted_pattern(
    name: str, endpoints: Endpoints, pairs: npt.NDArray[np.int64], weights: FloatArray, *notes: str
) -> Pattern:
    """Return the pattern of a table of weights between endpoints.

    The endpoint with the largest sum of weights sends at its full rate, others in proportion.

    Parameters
    ----------
    pairs
        Source and destination endpoint, (rows, 2), each pair once.
    weights
        (rows,), above 0.
    """
    count = len(endpoints.switch)
    order = np.lexsort((pairs[:, 1], pairs[:, 0]))
    source, choice, weights = pairs[order, 0], pairs[order, 1], weights[order]
    sends, first = np.unique(source, return_index=True)
    total = np.bincount(source, weights, count)
    row = np.full(count, -1, np.int32)
    row[sends] = np.arange(len(sends), dtype=np.int32)
    sums = np.cumsum(weights)
    before = np.concatenate([[0.0], sums])[first]
    cumulative = (sums - np.repeat(before, np.diff([*first, len(source)]))) / total[source]
    cumulative[np.append(first[1:], len(source)) - 1] = 1.0
    return Pattern(
        name=name,
        endpoints=endpoints,
        row=row,
        first=np.append(first, len(source)).astype(np.int32),
        choice=choice.astype(np.int32),
        cumulative=cumulative,
        skip=np.full(count, -1, np.int32),
        rate=total / total.max(),
        notes=notes,
    )
