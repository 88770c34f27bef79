"""Servers of a user's graph: a CSV of server, port and switch, one line per port."""

import csv
from io import StringIO
from pathlib import Path

import numpy as np

from netfloor.foundation.errors import InputError
from netfloor.foundation.files import read_text
from netfloor.foundation.sizes import MAX_CHARACTERS
from netfloor.topologies.files.graph import check_name, split_lines
from netfloor.topologies.parameters import integer, printable, shown
from netfloor.topologies.router_names import known_by
from netfloor.topologies.servers import ServerGroups
from netfloor.topologies.topology import Topology

COLUMNS = ("server", "port", "switch")
_MAX_PORTS = 1000


def read_servers(path: Path, switches: tuple[str, ...]) -> ServerGroups:
    """Read the servers of a file, numbered in the order of their first lines.

    Each line has the server's name, its port from 1, and the name of the switch. A first line
    ``server,port,switch`` is a heading; empty lines and lines that begin with ``#`` are ignored.
    Consecutive servers on the same switches form a group.

    Raises
    ------
    InputError
        With file and line, if a line names an unknown switch, a port is given twice, or servers do not all
        have the same ports, 1 to p.
    """
    where, text = printable(str(path)), read_text(path, "servers")
    if len(text) > MAX_CHARACTERS:
        raise InputError(where, f"has more than {MAX_CHARACTERS:,} characters")
    number = known_by({name: switch for switch, name in enumerate(switches)})
    ports_of: dict[str, dict[int, int]] = {}
    for line, text_line in enumerate(split_lines(text), start=1):
        cells = [cell.strip() for cell in next(csv.reader(StringIO(text_line)), [])]
        heading = line == 1 and tuple(cells) == COLUMNS
        if not any(cells) or heading or cells[0].startswith("#"):
            continue
        at = f"{where}: line {line}"
        if len(cells) != len(COLUMNS):
            raise InputError(at, f"{len(cells)} columns", ",".join(COLUMNS))
        server, switch = check_name(cells[0], at), number.get(cells[2])
        port = integer(at, "port", cells[1], lowest=1, highest=_MAX_PORTS)
        if switch is None:
            raise InputError(at, f"unknown switch {shown(cells[2])!r}", "give a switch of the network")
        own = ports_of.setdefault(server, {})
        if port in own:
            raise InputError(at, f"port {port} of server {shown(server)!r} is given twice")
        own[port] = switch
    return _grouped(ports_of, where)


def _grouped(ports_of: dict[str, dict[int, int]], where: str) -> ServerGroups:
    """Group consecutive servers with the same switches; `InputError` if their ports differ."""
    if not ports_of:
        raise InputError(where, "has no servers", "lines of " + ",".join(COLUMNS))
    maximum = max(map(len, ports_of.values()))
    for name, own in ports_of.items():
        if sorted(own) != list(range(1, maximum + 1)):
            what = f"server {shown(name)!r} lacks some of the ports 1 to {maximum}"
            raise InputError(where, what, "give every server the same ports, one line per port")
    rows, counts = list[list[int]](), list[int]()
    for own in ports_of.values():
        row = [own[port] for port in range(1, maximum + 1)]
        if rows and rows[-1] == row:
            counts[-1] += 1
        else:
            rows.append(row)
            counts.append(1)
    return ServerGroups(np.array(rows, np.int32), np.array(counts, np.int32), tuple(ports_of))


def write_servers(topology: Topology) -> str:
    """Write the servers of a network as a file for `read_servers`."""
    text, servers = StringIO(), topology.servers
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(COLUMNS)
    if servers is not None:
        for server, group in enumerate(servers.group.tolist()):
            for port, switch in enumerate(servers.switches[group].tolist(), start=1):
                rows.writerow((servers.label(server), port, topology.label(switch)))
    return text.getvalue()
