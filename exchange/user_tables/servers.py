"""Reader of a user's table of servers and their cabinets."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt

from netfloor.exchange.lists.subjects import RACKS
from netfloor.exchange.tables.problems import NearNames, Problems
from netfloor.exchange.tables.read import read_with_or_without_headings
from netfloor.exchange.tables.rows import SubjectRow
from netfloor.exchange.tables.subject import COUNT, TableField, TableSubject
from netfloor.exchange.tables.text_input import source_name
from netfloor.foundation.errors import InputError
from netfloor.foundation.wording import count_text
from netfloor.topologies.parameters import shown
from netfloor.topologies.router_names import known_by
from netfloor.topologies.topology import Topology

_CABINET = TableField("cabinet", RACKS, needed=True)
NUMBERED = TableSubject(
    "servers",
    (
        TableField("switch", "router,leaf,tor,commutateur,conmutador", needed=True),
        TableField("server", "host,node,number,nummer,rechner,serveur,servidor,numero", COUNT, needed=True),
        _CABINET,
    ),
)
NAMED = TableSubject(
    "servers",
    (
        TableField(
            "server",
            "name,server name,servername,host,hostname,node,device,rechner,gerat,serveur,nom,appareil"
            ",servidor,nombre,equipo",
            needed=True,
        ),
        _CABINET,
    ),
)


class _Cabinets:
    """The cabinet of each server, -1 if no row gives it yet."""

    def __init__(self, count: int, cabinets: Sequence[str]) -> None:
        self.of = np.full(count, -1, dtype=np.int64)
        self._places = {name: place for place, name in enumerate(cabinets)}
        self._near = NearNames(cabinets)
        self._example = cabinets[0]

    def place(self, row: SubjectRow, server: int, name: str) -> None:
        """Set the cabinet of a server; raise `InputError` for an unknown cabinet or a repeated server."""
        cabinet = row.needed("cabinet")
        if cabinet not in self._places:
            advice = self._near.advice(cabinet, f"such as {self._example}")
            raise InputError(row.where, f"there is no cabinet {shown(cabinet)!r} to use", advice)
        if self.of[server] >= 0:
            raise InputError(row.where, f"{name} is given twice", "one line per server")
        self.of[server] = self._places[cabinet]


def read_servers(
    path: Path, topology: Topology, servers: npt.NDArray[np.int64], cabinets: Sequence[str]
) -> npt.NDArray[np.int64]:
    """Return the cabinet of each server, by switch, as an index into ``cabinets``, (h,).

    One server per line: its switch's name, its number on that switch from 1, its cabinet's name; with
    headings, other orders and further columns are allowed. Raises `InputError` with every line that has an
    unknown name or repeats a server; if a server is missing.
    """
    switches = known_by({topology.label(switch): switch for switch in range(topology.routers)})
    first = np.cumsum(servers) - servers
    problems, result = Problems(source_name(path)), _Cabinets(int(servers.sum()), cabinets)
    rows, _ = read_with_or_without_headings(
        path, "servers", NUMBERED, ("switch", "server", "cabinet"), problems
    )
    for row in rows:
        with problems.collecting():
            switch = _known(row, "switch", switches, "a switch of the network")
            text = row.needed("server")
            if not text.isdecimal() or len(text) > 9 or not 1 <= int(text) <= servers[switch]:
                what = f"server {shown(text)!r}"
                raise InputError(row.where, what, f"1 to {servers[switch]} at this switch")
            result.place(
                row, int(first[switch]) + int(text) - 1, f"server {text} of switch {row.text('switch')}"
            )
    problems.raise_all()
    missing = np.flatnonzero(result.of < 0)
    if len(missing):
        switch = int(np.searchsorted(first, missing[0], side="right")) - 1
        where = f"the first at switch {topology.label(switch)}"
        what = f"{count_text(len(missing), 'server')} without a line, {where}"
        raise InputError(str(path), what, "one line per server")
    return result.of


def read_named_servers(path: Path, names: Sequence[str], cabinets: Sequence[str]) -> npt.NDArray[np.int64]:
    """Return the cabinet of each named server, as an index into ``cabinets``, (h,).

    One server per line: its name and its cabinet's name; with headings, other orders and further columns
    are allowed. Raises `InputError` with every line that has an unknown name or repeats a server; if a
    server is missing.
    """
    number = {name: server for server, name in enumerate(names)}
    problems, result = Problems(source_name(path)), _Cabinets(len(names), cabinets)
    rows, _ = read_with_or_without_headings(path, "servers", NAMED, ("server", "cabinet"), problems)
    for row in rows:
        with problems.collecting():
            server = _known(row, "server", number, f"such as {names[0]}")
            result.place(row, server, f"server {row.text('server')!r}")
    problems.raise_all()
    missing = np.flatnonzero(result.of < 0)
    if len(missing):
        where = f"the first is {shown(names[int(missing[0])])}"
        what = f"{count_text(len(missing), 'server')} without a line, {where}"
        raise InputError(str(path), what, "one line per server")
    return result.of


def _known(row: SubjectRow, key: str, known: Mapping[str, int], otherwise: str) -> int:
    """Return the index of a name; raise `InputError` if it is unknown."""
    name = row.needed(key)
    if name not in known:
        raise InputError(row.where, f"there is no {key} {shown(name)!r}", otherwise)
    return known[name]
