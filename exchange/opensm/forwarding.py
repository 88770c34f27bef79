"""Analysis of forwarding tables: server reachability and maximum route length."""

import re
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from netfloor.exchange.names import guid_of, port_guid_of
from netfloor.fabric.fabric import Fabric

_SWITCH = re.compile(r"^Unicast lids .* of switch .* guid 0x([0-9a-f]{16})", re.IGNORECASE)
_ENTRY = re.compile(r"^0x[0-9a-f]+ (\d{3}) # Channel Adapter portguid 0x([0-9a-f]{16})", re.IGNORECASE)
_UNREACHED, _ARRIVED = -1, -2

Indices = npt.NDArray[np.int64]


@dataclass(frozen=True)
class HostRoutes:
    """The routes between the switches of all pairs of servers."""

    longest: int  # maximum links between switches on one route
    unreached: int  # unrouted pairs of a switch with servers and a server port, loops included


def read_forwarding(dump: str, fabric: Fabric) -> Indices:
    """Return the next switch towards each port of each server, (switches, ports).

    -1 means no route, -2 the server's own switch; for ``dump`` see `read_ports`.
    """
    ahead, ends = _neighbours(fabric), _host_ports(fabric)
    taken = read_ports(dump, fabric)
    table = np.full(taken.shape, _UNREACHED, np.int64)
    for switch, host in np.argwhere(taken > 0).tolist():
        if (far := ahead.get((switch, int(taken[switch, host])))) is not None:
            device, number = far
            own = _ARRIVED if device == ends[host][0] else _UNREACHED
            table[switch, host] = own if number is None else number
    return table


def read_ports(dump: str, fabric: Fabric) -> Indices:
    """Return each switch's output port for each port of each server, (switches, ports), 0 for none.

    ``dump``: opensm's ``opensm-lfts.dump``, which lists each server and its output port for every switch.
    """
    row = {guid_of(fabric, index): n for n, index in enumerate(fabric.switches)}
    ends = enumerate(_host_ports(fabric))
    column = {port_guid_of(fabric, index, port): n for n, (index, port) in ends}
    taken = np.zeros((len(row), len(column)), np.int64)
    switch = None
    for line in dump.splitlines():
        if head := _SWITCH.match(line):
            switch = row.get(int(head[1], 16))
        elif switch is not None and (entry := _ENTRY.match(line)):
            host = column.get(int(entry[2], 16))
            if host is not None:
                taken[switch, host] = int(entry[1])
    return taken


def _host_ports(fabric: Fabric) -> list[tuple[int, int]]:
    """Return server and port of every cable to a server."""
    return [(index, port) for index in fabric.end_devices for port, _ in fabric.cables_of[index]]


def follow(table: Indices, fabric: Fabric) -> HostRoutes:
    """Return the lengths of the routes in a table, from every switch that has servers."""
    with_hosts = {
        fabric.far_end(host, cable).device
        for host in fabric.end_devices
        for _, cable in fabric.cables_of[host]
    }
    starts = [n for n, index in enumerate(fabric.switches) if index in with_hosts]
    at = np.repeat(np.array(starts, np.int64)[:, None], table.shape[1], axis=1)
    columns = np.arange(table.shape[1])[None, :]
    links, longest = 0, 0
    while links <= len(table):
        step = np.where(at >= 0, table[np.maximum(at, 0), columns], at)
        if (step[at >= 0] == _ARRIVED).any():
            longest = links
        at, links = step, links + 1
        if not (at >= 0).any():
            break
    return HostRoutes(longest, int((at != _ARRIVED).sum()))


def _neighbours(fabric: Fabric) -> dict[tuple[int, int], tuple[int, int | None]]:
    """Return the far end of each switch port: the device, and its switch index if it is a switch."""
    number = {index: n for n, index in enumerate(fabric.switches)}
    return {
        (n, port): (far := fabric.far_end(index, cable).device, number.get(far))
        for index, n in number.items()
        for port, cable in fabric.cables_of[index]
    }
