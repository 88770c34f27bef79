"""Reader of topology files of ibdiagnet and IBDM: one section per system (ibdm-topo-file(1))."""

import re
from pathlib import Path

from netfloor.exchange.readers.draft import Draft, Node, Plug, Wire, finish, pair, settle_kinds
from netfloor.exchange.readers.infiniband import ibnetdiscover
from netfloor.exchange.readers.reader import Names, Reader
from netfloor.exchange.readers.simulators.htsim import is_htsim, read_tree
from netfloor.exchange.tables.fields import checked_name, port_of
from netfloor.exchange.tables.kinds import kind_of_words
from netfloor.exchange.tables.text_input import checked_text, lines_of, source_name
from netfloor.fabric.fabric import SERVER, SWITCH, Fabric
from netfloor.foundation.errors import InputError
from netfloor.topologies.parameters import shown

_ARROW = re.compile(r"-(?:([0-9]{1,2})x-([0-9]{1,4}(?:\.[0-9]{1,3})?)G-)?>")
#: Manufacturers' types of adapters and of switches.
_HOST_TYPE = re.compile(r"(HCA|CA|MT[0-9]|MCX|CX[0-9]|ConnectX|BF[0-9]|BlueField)", re.IGNORECASE)
_SWITCH_TYPE = re.compile(r"(MQM|MSB|MSX|MCS|MTS|MIS|IS[0-9]|SX[0-9]|QM[0-9]|Q[0-9])", re.IGNORECASE)
_DUMP = re.compile(r"(?:vendid|devid|sysimgguid|switchguid|caguid)=|(?:Switch|Ca|Hca)\s+[0-9]+\s+\"")
_EXPECTED = "TYPE NAME, or below it: PORT -4x-50G-> TYPE NAME PORT"


def read(path: Path, names: Names) -> Fabric:
    """Return the fabric of a topology file; a cable may appear in one or both of its sections.

    An ibnetdiscover dump or an htsim parameter file with this extension is recognised by its content.
    Raises `InputError` with file and line, if a line is invalid or contradicts another.
    """
    where = source_name(path)
    text = checked_text(path, "topology file")
    if is_htsim(text):  # its files end in .topo too
        return read_tree(lines_of(text, where), where)
    draft, system = Draft(where), None
    own: set[str] = set()
    for number, line in lines_of(text, where):
        fields = line.split("#")[0].split()
        if not fields:
            continue
        at = f"{where}: line {number}"
        if len(fields) == 5 and (arrow := _ARROW.fullmatch(fields[1])):
            _wire(draft, system, fields, arrow, at)
        elif len(fields) >= 2 and (len(fields) == 2 or fields[2].upper().startswith("CFG")):
            system = _system(draft, fields[0], fields[1], at)
            if system in own:
                raise InputError(at, f"{shown(system)!r} has a section already", "one for each system")
            own.add(system)
        elif _DUMP.match(line.strip()):  # dumps are often named .topo
            return ibnetdiscover.read(path, names)
        else:
            raise InputError(at, f"{shown(line.strip())!r} is not understood", _EXPECTED)
    pair(draft)
    settle_kinds(draft, {key: kind for key, node in draft.nodes.items() if (kind := _kind(node.model))})
    return finish(draft)


def _wire(draft: Draft, near: str | None, fields: list[str], arrow: re.Match[str], where: str) -> None:
    if near is None:
        raise InputError(where, "a cable before any system", _EXPECTED)
    rate = int(arrow[1]) * float(arrow[2]) if arrow[1] else None
    far = _system(draft, fields[2], fields[3], where)
    plugs = (Plug(near, port_of(fields[0], where)), Plug(far, port_of(fields[4], where)))
    draft.wires.append(Wire(*plugs, where, rate or None))


def _system(draft: Draft, model: str, name: str, where: str) -> str:
    """Return a system's name, adding the system if it is new."""
    name = checked_name(name, where, "a system")
    before = draft.nodes.setdefault(name, Node(name, "", where, model=checked_name(model, where, "a type")))
    if before.model != model:
        what = f"{shown(name)!r} is of type {shown(model)} here, {shown(before.model)} at {before.where}"
        raise InputError(where, what, "one type")
    return name


def _kind(model: str) -> str | None:
    if _SWITCH_TYPE.match(model):
        return SWITCH
    return SERVER if _HOST_TYPE.match(model) else kind_of_words(model)


READER = Reader("topo", "a .topo file of ibdiagnet, or of htsim", read)
