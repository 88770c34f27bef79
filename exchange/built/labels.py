"""Mapping of a dump's ports to the plan's port numbers by their labels."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from netfloor.exchange.built.devices import SameDevices
from netfloor.fabric.fabric import SWITCH, End, Fabric

_LETTERS = re.compile(r"\s*([A-Za-z_-]*)\s*(.*?)\s*")


def with_planned_ports(wanted: Fabric, found: Fabric, same: SameDevices) -> Fabric:
    """Return a dump with the plan's port numbers on planned devices that have port labels.

    ``Ethernet1/49`` is the planned ``Eth1/49`` if no other port of the device matches. A label that a
    planned switch lacks gets a number above the planned numbers; on a server the port then counts as not
    stated, because operating systems use different names.
    """
    labels = dict(_labels(wanted))
    numbers: dict[tuple[int, int], tuple[int, bool]] = {}
    port_counts = [device.ports for device in found.devices]
    for index, own in same.of_found.items():
        planned = labels.get(own)
        if planned is None:
            continue
        printed = {end.port_text for end in _ends(wanted, own)}
        ends = sorted(
            ((_label(end), end.port) for end in _ends(found, index)),
            key=lambda end: (end[0] not in printed, end),  # a port's number follows its label
        )
        past, used = wanted.devices[own].ports, set[int]()
        for label, port in ends:
            number = _meant(label, planned)
            if number in used:  # two labels of the dump match one of the plan
                number = None
            known = number is not None or (bool(label) and wanted.devices[own].kind == SWITCH)
            if number is None:
                past += 1
                number = past
            used.add(number)
            numbers[index, port] = number, known
            port_counts[index] = max(port_counts[index], number)
    cables = tuple(
        replace(cable, a=_numbered(cable.a, numbers), b=_numbered(cable.b, numbers))
        for cable in found.cables
    )
    devices = tuple(
        replace(device, ports=ports) for device, ports in zip(found.devices, port_counts, strict=True)
    )
    return replace(found, devices=devices, cables=cables)


def planned_kinds(wanted: Fabric, found: Fabric, same: SameDevices) -> frozenset[str]:
    """Return the kinds of planned devices with at least one device in the dump."""
    kinds = {wanted.devices[own].kind for own in same.of_found.values()}
    return frozenset(kinds | {device.kind for device in found.devices})


def _labels(fabric: Fabric) -> Iterator[tuple[int, dict[str, int]]]:
    """Yield the devices with port labels, and the number of each label.

    Devices of a formula have port numbers as well, which a file may give instead.
    """
    for index in range(len(fabric.devices)):
        ends = list(_ends(fabric, index))
        if any(end.port_name for end in ends):
            numbers = {} if fabric.named else {str(end.port): end.port for end in ends}
            yield index, numbers | {end.port_text: end.port for end in ends}


def _ends(fabric: Fabric, index: int) -> Iterator[End]:
    for _, cable in fabric.cables_of[index]:
        yield fabric.end_at(index, cable)


def _label(end: End) -> str:
    return end.port_name or (str(end.port) if end.stated else "")


def _meant(label: str, planned: Mapping[str, int]) -> int | None:
    """Return the number of the planned label that a dump's label matches, None if none or ambiguous."""
    if label in planned:
        return planned[label]
    if not label:
        return None
    letters, rest = _parts(label)
    alike = []
    for name, number in planned.items():
        own, tail = _parts(name)
        if tail == rest and (own.startswith(letters) or letters.startswith(own)):
            alike.append(number)
    return alike[0] if len(alike) == 1 else None


def _parts(label: str) -> tuple[str, str]:
    """Split a label into its leading letters, in lower case, and the rest."""
    match = _LETTERS.fullmatch(label)
    assert match is not None  # noqa: S101 - matches every text
    return match[1].lower(), match[2].lower()


def _numbered(end: End, numbers: Mapping[tuple[int, int], tuple[int, bool]]) -> End:
    number, stated = numbers.get((end.device, end.port), (end.port, end.stated))
    name = end.port_name if number == end.port else _label(end)
    return replace(end, port=number, stated=stated, port_name=name)
