"""Neighbours as ``lldpctl`` lists them, a file for each device that was asked.

``lldpctl``, plain or by ``-f json``, ``json0`` and ``keyvalue``, names the neighbours of the device that it
runs on, and not the device itself: it is called by the file's name without its ending.
"""

import re
from collections import Counter, defaultdict
from pathlib import Path

from netfloor.exchange.fabric import HOST, SWITCH, Fabric
from netfloor.exchange.readers.draft import Draft, Key, Node, Plug, Wire, finish, pair
from netfloor.exchange.readers.input.fields import PortText, checked_name, port_of
from netfloor.exchange.readers.input.text_input import source_name
from netfloor.exchange.readers.kinds import settle_kinds
from netfloor.exchange.readers.lldp_forms import Neighbour, neighbours_of
from netfloor.exchange.readers.reader import Names, Reader
from netfloor.foundation.errors import InputError

MOST_FILES = 20_000
#: Ports that serve to manage a device, as vendors call them.
_MANAGEMENT = re.compile(r"(mgmt|management|oob|fxp|me|ma)[0-9/._-]*|mgmt.*", re.IGNORECASE)
#: Capabilities of what passes frames on, and of what does not.
_PASSES = frozenset({"bridge", "router"})


def read(path: Path, _names: Names) -> Fabric:
    """Return the fabric of a file, or of all files of a folder; each cable may be said at both ends.

    A neighbour is known by its name without its domain, and a file so too, where that leaves no doubt.
    Ports for management and those that hear several neighbours (others pass their messages on) are
    left out and counted.

    Raises
    ------
    InputError
        With the file, if it is none of ``lldpctl``, or two files contradict each other.
    """
    files = _files(path)
    draft, kinds = Draft(source_name(path)), dict[Key, str]()
    asked = _names_asked([file.stem for file in files])
    left = Counter[str]()
    for file in files:
        own = checked_name(file.stem, source_name(file), "a device")
        draft.nodes.setdefault(own, Node(own, "", source_name(file)))
        heard: dict[str, list[Neighbour]] = defaultdict(list)
        for one in neighbours_of(file):
            heard[one.port].append(one)
        for port, neighbours in heard.items():
            if _MANAGEMENT.fullmatch(port) or _MANAGEMENT.fullmatch(neighbours[0].far_port):
                left["for management"] += 1
            elif len({(one.device, one.far_port) for one in neighbours}) > 1:
                left["that hear several neighbours"] += 1
            else:
                far = neighbours[0].device
                short = asked.get(far.casefold()) or asked.get(far.casefold().split(".")[0], far)
                _take(draft, kinds, own, neighbours[0]._replace(device=short))
    draft.notes += [f"{count:,} ports {what} are left out" for what, count in left.items()]
    if len(files) > 1:
        pair(draft)
    settle_kinds(draft, kinds)
    return finish(draft)


def _names_asked(stems: list[str]) -> dict[str, str]:
    """Return the devices asked by each name of theirs, in lower case: whole, and without its domain."""
    short = Counter(stem.casefold().split(".")[0] for stem in stems)
    known = {host: stem for stem in stems if short[host := stem.casefold().split(".")[0]] == 1}
    return known | {stem.casefold(): stem for stem in stems}


def _take(draft: Draft, kinds: dict[Key, str], own: str, heard: Neighbour) -> None:
    where = heard.where
    far = checked_name(heard.device, where, "a neighbour")
    draft.nodes.setdefault(far, Node(far, "", where))
    if heard.capabilities:
        kinds[far] = SWITCH if heard.capabilities & _PASSES else HOST
    ports: list[PortText] = [port_of(text, where) for text in (heard.port, heard.far_port)]
    draft.wires.append(Wire(Plug(own, ports[0]), Plug(far, ports[1]), where))


def _files(path: Path) -> list[Path]:
    if not path.is_dir():
        return [path]
    files = sorted(file for file in path.iterdir() if file.is_file() and not file.name.startswith("."))
    if not files:
        raise InputError(source_name(path), "holds no file", "a file for each device, called by its name")
    if len(files) > MOST_FILES:
        raise InputError(source_name(path), f"holds {len(files):,} files", f"at most {MOST_FILES:,}")
    return files


READER = Reader("lldp", "neighbours by lldpctl, a file or a folder of files called by device", read)
