"""Ports in two columns behind both devices: which column is of which device, by kinds and cells."""

import re
from collections.abc import Sequence
from dataclasses import replace

from netfloor.exchange.tables.heading_lines import cell_at, plain
from netfloor.exchange.tables.subject import Meaning, label, words_of
from netfloor.exchange.tables.tables import TableRow
from netfloor.foundation.errors import InputError, setting
from netfloor.topologies.parameters import shown

#: Words of headings for ports that servers have and switches do not.
_OF_SERVERS = frozenset({"nic", "lom", "ilo", "idrac", "bmc", "ipmi", "hca", "hba", "xcc", "cimc", "cna"})
#: Names of such ports: ``eno1``, ``ens1f0``, ``mlx5_0``, ``primary:eno1``, ``bmc``.
_SERVER_PORT = re.compile(
    r"(?:[a-z]{1,20}[:/])?(?:en[ops][0-9]\w{0,12}|nic.{0,10}|lom.{0,6}|mlx[0-9]\w{0,8}|vmnic[0-9]{1,3}"
    r"|i?lo[0-9]?|ilom?|idrac[0-9]?|bmc[0-9]?|ipmi|xcc|cimc)",
    re.IGNORECASE,
)


def with_ports_of_devices(
    before: Sequence[Meaning | None],
    after: Sequence[Meaning | None],
    headings: Sequence[str],
    body: Sequence[TableRow],
    where: str,
) -> tuple[list[Meaning | None], list[InputError]]:
    """Return the columns with two columns of ports, such as *Port* and *NIC*, at their devices.

    This is about headings that name no end and differ, behind the columns of both devices. Ports of servers
    belong to the device that is no switch; otherwise no port of a device may occur twice.

    ``before``, ``after``: the meanings before and after all columns have sides. Also returns a problem if
    both assignments are possible.
    """
    results = [*after]
    ports = [index for index, item in enumerate(after) if item and item.field.name == "port"]
    devices = [index for index, item in enumerate(after) if item and item.field.name == "device"]
    free = [index for index in ports if (item := before[index]) and not item.side and not item.of]
    if not len(ports) == len(devices) == len(free) == 2 or max(devices) > min(ports):
        return results, []
    if plain(headings[ports[0]]) == plain(headings[ports[1]]):
        return results, []
    left, right = devices
    crossed, straight = ((right, left), (left, right))
    owners = _by_kind(after, ports, devices, headings, body) or _by_cells(ports, (crossed, straight), body)
    problems = [] if owners else [_question(after, headings, ports, (crossed, straight), where)]
    for port, device in zip(ports, owners or crossed, strict=True):
        own, end = after[port], after[device]
        if own is not None and end is not None:
            results[port] = replace(own, side=end.side)
    return results, problems


def _by_kind(
    meanings: Sequence[Meaning | None],
    ports: Sequence[int],
    devices: Sequence[int],
    headings: Sequence[str],
    body: Sequence[TableRow],
) -> tuple[int, ...]:
    """Return the device of each column of ports if one column alone is of servers, else nothing."""
    of_servers = [index for index in ports if _is_of_server(headings[index], index, body)]
    of = {index: meaning.of for index in devices if (meaning := meanings[index])}
    servers = [index for index in devices if of[index] == "server"]
    servers = servers or [index for index in devices if of[index] != "switch"]
    if len(of_servers) != 1 or len(servers) != 1:
        return ()
    other = next(index for index in devices if index != servers[0])
    return tuple(servers[0] if index == of_servers[0] else other for index in ports)


def _is_of_server(heading: str, index: int, body: Sequence[TableRow]) -> bool:
    """Return whether a heading names ports of servers, or most cells below it do."""
    if {*words_of(heading)} & _OF_SERVERS:
        return True
    cells = [cell for row in body if (cell := cell_at(row.cells, index))]
    return 2 * sum(_SERVER_PORT.fullmatch(cell[:40]) is not None for cell in cells) > len(cells)


def _by_cells(
    ports: Sequence[int], choices: Sequence[tuple[int, int]], body: Sequence[TableRow]
) -> tuple[int, ...]:
    """Return the only choice of devices with which no port of a device occurs twice, else nothing."""
    fitting = [
        owners
        for owners in choices
        if all(_are_distinct(*pair, body) for pair in zip(ports, owners, strict=True))
    ]
    return fitting[0] if len(fitting) == 1 else ()


def _are_distinct(port: int, device: int, body: Sequence[TableRow]) -> bool:
    ends = [(cell_at(row.cells, device), cell_at(row.cells, port)) for row in body]
    named = [end for end in ends if all(end)]
    return len({*named}) == len(named)


def _question(
    meanings: Sequence[Meaning | None],
    headings: Sequence[str],
    ports: Sequence[int],
    choices: Sequence[tuple[int, int]],
    where: str,
) -> InputError:
    """Return the question which column of ports is of which device."""
    names = [repr(shown(headings[index])) for index in (*ports, *choices[1])]
    what = f"{names[0]} and {names[1]} may be ports of {names[2]} and {names[3]}, or the other way round"
    options = [
        " ".join(
            f'{setting("map")} "{shown(headings[port])}={label(f"port_{_side(meanings, device)}")}"'
            for port, device in zip(ports, owners, strict=True)
        )
        for owners in choices
    ]
    return InputError(where, what, ", or ".join(options))


def _side(meanings: Sequence[Meaning | None], index: int) -> str:
    meaning = meanings[index]
    return meaning.side if meaning else ""
