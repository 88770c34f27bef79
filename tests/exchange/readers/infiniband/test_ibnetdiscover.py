"""Dumps in the syntax of ibnetdiscover, of 1,024 cables and more, with each trap in turn."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

import pytest

from netfloor.fabric.fabric import SERVER, SWITCH

HEADER = (
    "#\n# Topology file: generated on Fri Nov 21 10:00:00 2025\n#\n"
    "# Initiated from node 1070fd0300 port 1070fd0301\n"
)


@dataclass
class Style:
    """How a dump is written; each field is one trap of the format."""

    header: str = HEADER
    full: bool = False
    grouped: bool = False
    aggregation: bool = False
    rate: str = "4xNDR"
    sysimg: bool = True
    description: Callable[[str], str] = "MF0;{}:MQM9700/U1".format
    host_word: str = "Ca"
    node_ports: int = 64


def dump(fabric, style):
    """Return the dump of a fabric: every cable stands at both of its ends."""
    far = {end: other for a, b in fabric.cables for end, other in ((a, b), (b, a))}
    ports = {}
    for name, port in sorted(far):
        ports.setdefault(name, []).append(port)
    lines = [style.header]
    lines += ["\nChassis 1 (guid 0x2c5eab0300000000)\n\n# Spine Nodes"] if style.grouped else []
    switches = [name for name, kind in fabric.kinds.items() if kind == "S"]
    order = [*switches, *(name for name, kind in fabric.kinds.items() if kind == "H")]
    if style.grouped:  # -g writes the switches of a chassis by their place in it, and again in its list
        order = [*switches[:4], *switches]
    for place, name in enumerate(order):
        if style.grouped and place == len(switches) + 4:
            break
        lines += block(fabric, style, name, [(port, far[name, port]) for port in ports.get(name, [])])
    if style.grouped:
        lines.append("\nNon-Chassis Nodes\n")
        for name, kind in fabric.kinds.items():
            if kind == "H":
                lines += block(fabric, style, name, [(port, far[name, port]) for port in ports[name]])
    if style.aggregation:
        lines += [aggregation_block(fabric, style, name) for name in switches]
    return "".join(lines)


def block(fabric, style, name, joined):
    """Return the lines of one node."""
    guid, is_switch = fabric.guid(name), fabric.kinds[name] == "S"
    yield "\nvendid=0x2c9\ndevid=0xd2f2\n"
    if style.sysimg or style.grouped:
        yield f"sysimgguid=0x{guid:x}" + ("\t\t# Chassis 1" if style.grouped else "") + "\n"
    if is_switch:
        yield f"switchguid=0x{guid:x}({guid:x})" + ("\t# SX6536 spine 1" if style.grouped else "") + "\n"
        count = style.node_ports + style.aggregation
        text = style.description(name)
        yield f'Switch\t{count} "S-{guid:016x}"\t\t# "{text}" enhanced port 0 lid 73 lmc 0\n'
    else:
        yield f"caguid=0x{guid:x}\n"
        yield f'{style.host_word}\t1 "H-{guid:016x}"\t\t# "{name}"\n'
    for port, (other, there) in joined:
        yield port_line(fabric, style, (name, port), (other, there))
    if is_switch and style.aggregation:
        inside = guid + 0x20
        yield (
            f'[{style.node_ports + 1}]\t"H-{inside:016x}"[1]({inside + 1:x}) '
            '\t\t# "Mellanox Technologies Aggregation Node" lid 9 4xNDR\n'
        )


def port_line(fabric, style, here, there):
    """Return the line of one port."""
    guid, other = fabric.guid(here[0]), fabric.guid(there[0])
    far_switch = fabric.kinds[there[0]] == "S"
    node = f'"{fabric.kinds[there[0]]}-{other:016x}"[{there[1]}]'
    more = (" s=128 w=2 v=4" if style.full else "") + "\n"
    ext = "[ext 3]" if style.grouped else ""
    if fabric.kinds[here[0]] == "H":
        text = style.description(there[0])
        return (
            f'[{here[1]}]({guid + 1:x}) \t{node}{ext}\t\t# lid 647 lmc 0 "{text}" lid 73 {style.rate}{more}'
        )
    text = style.description(there[0]) if far_switch else there[0]
    far = "" if far_switch else f"({other + 1:x}) "
    return f'[{here[1]}]{ext}\t{node}{far}\t\t# "{text}" lid 236 {style.rate}{more}'


def aggregation_block(fabric, style, name):
    """Return the node by which a switch adds up."""
    guid, inside = fabric.guid(name), fabric.guid(name) + 0x20
    return (
        f"\nvendid=0x2c9\ndevid=0xcf09\nsysimgguid=0x{guid:x}\ncaguid=0x{inside:x}\n"
        f'Ca\t1 "H-{inside:016x}"\t\t# "Mellanox Technologies Aggregation Node"\n'
        f'[1]({inside + 1:x}) \t"S-{guid:016x}"[{style.node_ports + 1}]'
        f'\t\t# lid 9 lmc 0 "{name}" lid 73 4xNDR\n'
    )


def flat(fabric):
    """Return the list of ``-p``."""
    lines = []
    for a, b in fabric.cables:
        for here, there in ((a, b), (b, a)):
            ends = [
                f"{'SW' if fabric.kinds[name] == 'S' else 'CA'} {place:>5} {port:>2} "
                f"0x{fabric.guid(name) + (fabric.kinds[name] == 'H'):016x}"
                for place, (name, port) in enumerate((here, there))
            ]
            lines.append(f"{ends[0]} 4x HDR - {ends[1]} ( '{here[0]}' - '{there[0]}' )")
    return "\n".join(lines) + "\n"


STYLES = {
    "plain": Style(),
    "header without newline": Style(
        header="#\n# Topology file: generated on #\n# Initiated from node 1 port 1\n"
    ),
    "no header": Style(header=""),
    "full": Style(full=True),
    "grouped": Style(grouped=True),
    "grouped and full": Style(grouped=True, full=True),
    "aggregation": Style(aggregation=True),
    "no system GUID": Style(sysimg=False),
    "hca": Style(host_word="Hca"),
}


@pytest.mark.parametrize("style", STYLES.values(), ids=STYLES)
def test_every_cable_is_found_once(read, links, fabric, style):
    """Each trap alone: all cables, at their ports, nothing else."""
    text = dump(fabric, style)
    assert len(fabric.cables) >= 1000
    found = read("ibnetdiscover", text)
    assert links(found) == sorted(fabric.cables)
    kinds = {device.name: "S" if device.kind == SWITCH else "H" for device in found.devices}
    assert kinds == fabric.kinds
    assert {cable.gbps for cable in found.cables} == {400.0}


@pytest.mark.parametrize("ending", ["\r\n", "\r"])
def test_line_ends_of_any_kind(read, links, fabric, ending):
    """A dump that went through another system is the same dump."""
    text = dump(fabric, Style()).replace("\n", ending)
    assert links(read("ibnetdiscover", "\ufeff" + text)) == sorted(fabric.cables)


def test_the_flat_list_holds_the_same_cables(read, links, fabric):
    """``-p`` writes each port on a line."""
    found = read("ibnetdiscover", flat(fabric))
    assert links(found) == sorted(fabric.cables)
    assert {cable.gbps for cable in found.cables} == {200.0}


def test_a_switch_has_no_port_to_its_aggregation_node(read, fabric):
    """Port 65 of a 64-port switch is inside it."""
    found = read("ibnetdiscover", dump(fabric, Style(aggregation=True)))
    assert {device.ports for device in found.devices if device.kind == SWITCH} == {64}
    assert any("aggregation" in note for note in found.notes)


def test_managed_switches_are_called_by_their_own_name(read, fabric):
    """``MF0;NAME:MODEL/U1`` holds a name and a model."""
    found = read("ibnetdiscover", dump(fabric, Style()))
    assert {device.model for device in found.devices if device.kind == SWITCH} == {"MQM9700"}


def test_devices_of_one_name_stay_apart(read, fabric):
    """Factory text is no key: 64-bit GUIDs are."""
    text = dump(fabric, Style(description=lambda _: "Quantum Mellanox Technologies"))
    found = read("ibnetdiscover", text)
    assert len(found.devices) == len(fabric.kinds)
    assert len(found.cables) == len(fabric.cables)
    assert any("distinguished by GUID" in note for note in found.notes)


def test_a_name_map_names_guids(read, fabric):
    """The names of the map beat those of the nodes."""
    name = fabric.leaf(0)
    found = read("ibnetdiscover", dump(fabric, Style()), names={fabric.guid(name): "leaf one"})
    named = {device.name: device.guid for device in found.devices}
    assert named["leaf one"] == fabric.guid(name)
    assert name not in named


@pytest.mark.parametrize("rate", ["???", "4x??", "??NDR", ""])
def test_an_unknown_rate_is_no_rate(read, fabric, rate):
    """What ibnetdiscover does not know is not made up."""
    found = read("ibnetdiscover", dump(fabric, Style(rate=rate)))
    assert {cable.gbps for cable in found.cables} == {None}
    assert any("unknown width or speed" in note for note in found.notes)


@pytest.mark.parametrize(
    ("text", "gbps"),
    [
        ("4xSDR", 10),
        ("4xQDR", 40),
        ("4xFDR10", 40),
        ("4xFDR", 56),
        ("4xEDR", 100),
        ("2xHDR", 100),
        ("1xNDR", 100),
    ],
)
def test_width_times_lane_is_the_rate(read, fabric, text, gbps):
    """A lane of NDR is 100 Gb/s, and so on (InfiniBand Trade Association's roadmap)."""
    found = read("ibnetdiscover", dump(fabric, Style(rate=text)))
    assert {cable.gbps for cable in found.cables} == {gbps}


def test_a_router_between_subnets_is_an_end_node(read, fabric):
    """``Rt`` takes a port of a switch and passes nothing on within the fabric."""
    name = next(name for name, kind in fabric.kinds.items() if kind == "H")
    guid = fabric.guid(name)
    text = dump(fabric, Style()).replace(f"caguid=0x{guid:x}\nCa\t1", f"rtguid=0x{guid:x}\nRt\t1")
    found = read("ibnetdiscover", text)
    assert next(device for device in found.devices if device.name == name).kind == SERVER
    assert len(found.cables) == len(fabric.cables)
    assert any("neither switch nor adapter" in note for note in found.notes)


def test_a_cable_seen_at_one_end_is_told(read, links, fabric):
    """The free integrity check: a line that is gone is noticed, its cable is kept."""
    lines = dump(fabric, Style()).split("\n")
    gone = next(i for i, line in enumerate(lines) if line.startswith("[1]\t"))
    found = read("ibnetdiscover", "\n".join(lines[:gone] + lines[gone + 1 :]))
    assert links(found) == sorted(fabric.cables)
    assert any(note.startswith("1 of 1,024 cables are listed at one") for note in found.notes)


def test_a_netlist_by_hand_may_state_cables_once(read, links):
    """Ibsim joins both ends of a cable that stands at one."""
    text = 'Switch 8 "one"\n[1] "two"[2]\n[3]\t"h"[1]\nSwitch 8 "two"\n\nHca 1 "h"\n'
    found = read("ibnetdiscover", text)
    assert links(found) == [(("h", 1), ("one", 3)), (("one", 1), ("two", 2))]
    assert not found.notes[1:]


def director(boards, names=("core",)):
    """Return a dump of directors: leaf boards joined to spine boards inside, one host a leaf."""
    text, hosts = "", ""
    for box, name in enumerate(names):
        base = 0x1000 * (box + 1)
        for leaf in range(boards):
            own, board = base + leaf, f"L{leaf + 1:02d}/U1"
            text += f"sysimgguid=0x{base:x}\nswitchguid=0x{own:x}({own:x})\n"
            text += f'Switch 36 "S-{own:016x}" # "MF0;{name}:CS7500/{board}" enhanced port 0\n'
            spine, host = base + 0x100, 0x100000 + base + leaf
            text += f'[19] "S-{spine:016x}"[{leaf + 1}] # "MF0;{name}:CS7500/S01/U1" lid 2 4xEDR\n'
            text += f'[1] "H-{host:016x}"[1]({host + 1:x}) # "h{box}-{leaf}" lid 3 4xEDR\n'
            hosts += f'caguid=0x{host:x}\nCa 1 "H-{host:016x}" # "h{box}-{leaf}"\n'
            hosts += f'[1]({host + 1:x}) "S-{own:016x}"[1] # lid 3 lmc 0 "x" lid 1 4xEDR\n'
        spine = base + 0x100
        text += f"sysimgguid=0x{base:x}\nswitchguid=0x{spine:x}({spine:x})\n"
        text += f'Switch 36 "S-{spine:016x}" # "MF0;{name}:CS7500/S01/U1" enhanced port 0 lid 2 lmc 0\n'
        for leaf in range(boards):
            text += f'[{leaf + 1}] "S-{base + leaf:016x}"[19] # "x" lid 1 4xEDR\n'
    return text + hosts


def test_a_director_is_one_switch(read):
    """Links between the boards of a chassis are not cables, its outer ports are numbered apart."""
    found = read("ibnetdiscover", director(3))
    switch = next(device for device in found.devices if device.kind == SWITCH)
    assert (switch.name, switch.model) == ("core", "CS7500")
    assert len(found.switches) == 1
    ends = [end for cable in found.cables for end in cable.ends if found.devices[end.device].kind == SWITCH]
    assert sorted((end.port, end.port_name) for end in ends) == [
        (1, "L01/U1/1"),
        (2, "L02/U1/1"),
        (3, "L03/U1/1"),
    ]
    assert any("3 links inside them" in note for note in found.notes)


def test_directors_of_one_name_are_told_apart_by_their_system(read):
    """Two chassis with the factory's name stay two."""
    found = read("ibnetdiscover", director(2, ("switch", "switch")))
    assert [device.name for device in found.devices if device.kind == SWITCH] == ["switch", "switch"]
    assert Counter(len(found.cables_of[index]) for index in found.switches) == {2: 2}


def test_a_flat_list_counts_ports_without_a_cable(read):
    """A port that nothing is in still makes its node known."""
    text = "SW     7  2 0x0000000000200006 ?? ??                                     'lonely'\n"
    found = read("ibnetdiscover", text + "SW 8 1 0x7 4x EDR - SW 9 1 0x8 ( 'a' - 'b' )\n")
    assert [device.name for device in found.devices] == ["lonely", "a", "b"]
