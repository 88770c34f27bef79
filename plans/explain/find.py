"""Find the cable, device, port or cabinet that a name means."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import get_close_matches

from netfloor.fabric.fabric import KINDS, OTHER, End, Fabric
from netfloor.foundation.errors import InputError
from netfloor.foundation.wording import join_words
from netfloor.layout.cable_plan import cable_id
from netfloor.topologies.parameters import shown

#: Separators between a device and its port.
_MARKS = " :/"
_TRUNK = re.compile(r"[tT]\d{4,9}(-\d+)?")
_CORD = re.compile(r"([cChH]\d+)-[aAbB]")
_ID = re.compile(r"([cChH]?)0*(\d{1,9})")
#: Limit on names that are searched for similar ones.
_MAX_NAMES = 20_000
_CABINET, _CABLE = "cabinet", "cable"


@dataclass(frozen=True)
class Named:
    """The meaning of a name: one of these, or a device and one of its free ports.

    Attributes
    ----------
    cable, device, cabinet
        Numbers in the fabric.
    port
        The named end of a cable, if any.
    free_port
        Port of the device without a cable.
    """

    cable: int | None = None
    device: int | None = None
    cabinet: int | None = None
    port: End | None = None
    free_port: int = 0


def find_named(fabric: Fabric, text: str) -> Named:
    """Find the item with a name: an id such as ``C000017`` or ``17``, a device, a port, a cabinet.

    A port is ``leaf1 Eth1/49``, ``leaf1:Eth1/49`` or ``12/3``. A cord of a link in a trunk, such as
    ``C000017-A``, means its link. ``switch 17`` or ``cabinet 17`` name the kind of item. Case does not
    matter.

    Raises
    ------
    InputError
        If no item has this name; the message lists the nearest names.
    """
    text = text.strip()
    if _TRUNK.fullmatch(text) and text.casefold() not in _ids(fabric):
        what = "name a link in it; the port map and the bill list them"
        raise InputError("NAME", f"{shown(text)} is a trunk", what)
    first, _, rest = text.partition(" ")
    kind = first.casefold()
    if rest and kind in {*KINDS, _CABINET, _CABLE, "device"}:
        result = _of_kind(fabric, kind, rest.strip())
        if result is not None:
            return result
    for look in (_id, _device, _cabinet, _short_id, _port):
        result = look(fabric, text)
        if result is not None:
            return result
    raise _unknown(fabric, text)


def _of_kind(fabric: Fabric, kind: str, name: str) -> Named | None:
    if kind == _CABLE:
        return _id(fabric, name) or _short_id(fabric, name)
    if kind == _CABINET:
        return _cabinet(fabric, name)
    result = _device(fabric, name)
    if result is None or result.device is None or kind in {"device", fabric.devices[result.device].kind}:
        return result
    return None


def _ids(fabric: Fabric) -> dict[str, int]:
    return {name.casefold(): number for name, number in fabric.cable_of_id.items()}


def _id(fabric: Fabric, text: str) -> Named | None:
    """Find a cable by id; a cord in a trunk means its link; in a plan from a spec a number suffices."""
    ids = _ids(fabric)
    for name in (text, _CORD.sub(r"\1", text)):
        if name.casefold() in ids:
            return Named(cable=ids[name.casefold()])
    return _short_id(fabric, text) if text.isdecimal() else None


def _short_id(fabric: Fabric, text: str) -> Named | None:
    """Find the cable ``17``, ``C17`` or ``H2`` in a plan from a spec."""
    number = _ID.fullmatch(_CORD.sub(r"\1", text))
    if number is None or fabric.named:
        return None
    letter, count = number[1].upper() or "C", int(number[2])
    name = f"{letter}{cable_id(count - 1)[1:]}" if count else ""
    if name in fabric.cable_of_id:
        return Named(cable=fabric.cable_of_id[name])
    own = [cable.id for cable in fabric.cables if cable.id.startswith(letter)]
    span = f"{own[0]} to {own[-1]}" if own else ""
    raise InputError("NAME", f"there is no cable {text}", span)


def _device(fabric: Fabric, text: str) -> Named | None:
    names = fabric.device_named
    if text in names:
        return Named(device=names[text])
    lower = {name.casefold(): number for name, number in names.items()}
    number = lower.get(text.casefold())
    if number is None and re.fullmatch(r"r\d+", text) and not fabric.named:
        number = names.get(text[1:])
    return None if number is None else Named(device=number)


def _cabinet(fabric: Fabric, text: str) -> Named | None:
    names = {cabinet.name.casefold(): number for number, cabinet in enumerate(fabric.cabinets)}
    number = names.get(text.casefold())
    return None if number is None else Named(cabinet=number)


def _port(fabric: Fabric, text: str) -> Named | None:
    """Find a port of a device by its label, then by its number."""
    for device, port in _splits(fabric, text):
        own = [cable for _, cable in fabric.cables_of[device]]
        ends = [(fabric.cable_of_id[cable.id], fabric.end_at(device, cable)) for cable in own]
        for number, end in ends:
            if end.port_text.casefold() == port.casefold():
                return Named(cable=number, port=end)
        if port.isdecimal() and 1 <= int(port) <= fabric.devices[device].ports:
            for number, end in ends:
                if end.port == int(port):
                    return Named(cable=number, port=end)
            return Named(device=device, free_port=int(port))
        raise _no_port(fabric, device, port, [end for _, end in ends])
    return None


def _splits(fabric: Fabric, text: str) -> Iterator[tuple[int, str]]:
    """Yield the devices whose name begins a text and the rest of it, longest name first."""
    for place in range(len(text) - 1, 0, -1):
        if text[place] in _MARKS:
            result = _device(fabric, text[:place])
            port = text[place + 1 :].strip()
            if result is not None and result.device is not None and port:
                yield result.device, port


def _no_port(fabric: Fabric, device: int, port: str, ends: list[End]) -> InputError:
    item = fabric.devices[device]
    name = f"{item.kind} {shown(item.name)}"
    texts = [end.port_text for end in ends]
    near = get_close_matches(port, texts, n=3, cutoff=0.3) or texts[:3]
    advice = f"its ports in use are such as {join_words(near)}" if near else "no cable ends at it"
    return InputError("NAME", f"{name} has no port {shown(port)}", advice)


def _unknown(fabric: Fabric, text: str) -> InputError:
    """Return the error for an unknown name, with up to three similar names."""
    names = [
        *(device.name for device in fabric.devices[:_MAX_NAMES]),
        *(cabinet.name for cabinet in fabric.cabinets[:_MAX_NAMES]),
        *(cable.id for cable in fabric.cables[:_MAX_NAMES]),
    ]
    known = {name.casefold(): name for name in names}
    near = [shown(known[close]) for close in get_close_matches(text.casefold()[:60], known, n=3)]
    what = f"{shown(text)!r} names no cable, device, port or cabinet"
    if near:
        return InputError("NAME", what, f"did you mean {' or '.join(near)}?")
    return InputError("NAME", what, ", ".join(_examples(fabric)))


def _examples(fabric: Fabric) -> Iterator[str]:
    """Yield an example name of each kind in the plan."""
    if fabric.cables:
        cable = fabric.cables[0]
        yield f"an id such as {cable.id}"
        yield f"a port such as {port_name(fabric, cable.a)}"
    if fabric.devices:
        yield f"a device such as {shown(fabric.devices[0].name)}"
    if fabric.cabinets:
        yield f"a cabinet such as {shown(fabric.cabinets[0].name)}"


def port_name(fabric: Fabric, end: End) -> str:
    """Return a port in the form that `find_named` reads: ``leaf1:Eth1/49``."""
    return f"{shown(fabric.devices[end.device].name)}:{shown(end.port_text)}"


def end_text(fabric: Fabric, end: End) -> str:
    """Return an end of a cable as text: ``switch leaf1 in A01 U8, port Eth1/49``."""
    return f"{device_text(fabric, end.device)}, port {end.port_text}"


def device_text(fabric: Fabric, device: int) -> str:
    """Return a device and its place as text."""
    item = fabric.devices[device]
    unit = "" if item.unit is None else f" U{item.unit}{item.bay_mark}"
    kind = "" if item.kind == OTHER else f"{item.kind} "
    return f"{kind}{item.name} in {fabric.cabinet_name(device)}{unit}"
