"""Files of InfiniBand tools with what stands around and between their records: read, and said."""

import re

import pytest
from small_files import CABLE, CABLES, EDGE, EDGES, FLAT, H1, IB, OPA, OPA_ROW, P2P, S1, S2, TOPO, netbox

NETLIST = """\
switchguids = 0x200000
Switch\t8 "Switch1"\t\t# a net list of ibsim
[1]\t"Hca1"[1] w=4
[3]\t"Switch2"[3]\tw=2 s=4
[4]\t"Switch2"[4]

Switch 8 "Switch2"
[3]\t"Switch1"[3]
[4]\t"Switch1"[4]
[5]\t"Hca2"

Hca\t2 "Hca1"
[1]\t"Switch1"[1]

Hca\t1 "Hca2"
[1]\t"Switch2"[5]
"""


def shape(fabric):
    """Return what devices and cables of a fabric are."""
    name = [device.name for device in fabric.devices]
    cables = sorted(sorted((name[end.device], end.port) for end in cable.ends) for cable in fabric.cables)
    return [(device.name, device.kind, device.guid) for device in fabric.devices], cables


NOISE = {
    "umad": "src/query_smp.c:195; umad (DR path slid 0; dlid 0; 0,1,1 Attr 0x11:0) bad status 110",
    "ibwarn": 'ibwarn: [6931] sim_connect: attached as client 1 at node "Switch1"',
    "ibdebug": "ibdebug: [77] mad_rpc: rmpp (nil) data 0x7ffd",
    "prompt": "[root@head ~]# ibnetdiscover",
    "script": "Script done on Mon 12 May 2025 10:00:00 AM CEST",
}


@pytest.mark.parametrize("noise", NOISE.values(), ids=NOISE)
def test_warnings_between_records_are_passed_over(read, noise):
    """The fabric is the same, the note counts the lines and shows the first."""
    for text in (IB, FLAT):
        lines = [line for record in text.splitlines() for line in (noise, record, "", noise)]
        noisy = read("ibnetdiscover", "\n".join(lines))
        assert shape(noisy) == shape(read("ibnetdiscover", text))
        note = next(note for note in noisy.notes if "of warnings skipped" in note)
        assert re.match(rf"{lines.count(noise)} lines? of warnings skipped, first", note)
        assert noise[:20] in note


def test_lines_that_a_terminal_broke_are_joined(read):
    """Before a comment, within a name, before the rate."""
    text = IB.replace('"one"', '"leaf one"')
    whole = read("ibnetdiscover", text)
    for before, after in (
        ("# ", "\n# "),
        ("leaf one", "leaf\none"),
        (" lid ", "\nlid "),
        ("4xNDR", "\n4xNDR"),
    ):
        broken = text.replace(before, after)
        assert broken != text
        found = read("ibnetdiscover", broken)
        assert shape(found) == shape(whole)
        assert {cable.gbps for cable in found.cables} == {400.0}


def test_the_simulators_net_list_is_read(read):
    """Its settings say nothing, a far port that is not named is the first."""
    fabric = read("ibnetdiscover", NETLIST)
    assert [(device.name, device.kind) for device in fabric.devices] == [
        ("Switch1", "switch"),
        ("Switch2", "switch"),
        ("Hca1", "server"),
        ("Hca2", "server"),
    ]
    assert len(fabric.cables) == 4
    twice = "".join(f'module "{side}"\n{NETLIST}' for side in ("left", "right"))
    assert len(read("ibnetdiscover", twice).cables) == 8
    assert not [note for note in fabric.notes if "of warnings skipped" in note]


def test_a_loopback_cable_is_left_out(read):
    """Between two ports of a switch, and a plug on one port."""
    loops = f'[3]\t"{S1}"[4]\t\t# "one" lid 1 4xNDR\n[4]\t"{S1}"[3]\t\t# "one" lid 1 4xNDR\n'
    fabric = read("ibnetdiscover", IB.replace(f'[1]\t"{S2}"[1]', loops + f'[1]\t"{S2}"[1]', 1))
    assert shape(fabric)[1] == shape(read("ibnetdiscover", IB))[1]
    assert any("cables from a device to itself are left out: 1" in note for note in fabric.notes)
    plug = IB.replace(f'[1]\t"{S2}"[1]', f'[3]\t"{S1}"[3]\n[1]\t"{S2}"[1]', 1)
    assert shape(read("ibnetdiscover", plug))[1] == shape(fabric)[1]


def test_labels_of_ports_on_the_box_are_passed_over(read):
    """As ibdiagnet writes them, before the GUID of an adapter's port."""
    labelled = IB.replace("[1](4)", "[1](B57D0F0/0/0/1)(4)").replace(f'[1]\t"{S2}"', f'[1](1/1/1) "{S2}"')
    assert labelled.count("/1)") == 3
    assert shape(read("ibnetdiscover", labelled)) == shape(read("ibnetdiscover", IB))


def test_a_host_in_two_subnets_is_one_host(read):
    """Two dumps one after the other: its second record adds the cable of its other port."""
    text = IB.replace("Ca\t1", "Ca\t2")
    second = (
        f'switchguid=0x9(9)\nSwitch\t4 "S-0000000000000009"\t\t# "nine" base port 0 lid 1 lmc 0\n'
        f'[1]\t"{H1}"[2](5) \t\t# "h" lid 3 4xNDR\n'
        f'\ncaguid=0x3\nCa\t2 "{H1}"\t\t# "h"\n'
        '[2](5) \t"S-0000000000000009"[1]\t\t# lid 3 lmc 0 "nine" lid 1 4xNDR\n'
    )
    fabric = read("ibnetdiscover", text + "#\n# Topology file: generated on Mon\n#\n" + second)
    assert [device.name for device in fabric.devices] == ["one", "two", "h", "nine"]
    assert len(fabric.cables_of[2]) == 2


def test_adapters_without_a_record_are_hosts(read):
    """A dump that was cut to its switches still says who is attached."""
    fabric = read("ibnetdiscover", IB[: IB.index("\ncaguid")])
    whole = read("ibnetdiscover", IB)
    assert shape(fabric) == shape(whole)
    assert any("1 adapters have no record of their own" in note for note in fabric.notes)


def test_names_of_a_flat_list_need_no_quotes(read):
    """As a script leaves them; a name with a dash in blanks then needs its quotes."""
    plain = FLAT.replace("'", "") + "SW 4 1 0x4 4x SDR Infiniscale-IV Mellanox Technologies\n"
    fabric = read("ibnetdiscover", plain)
    assert [device.name for device in fabric.devices] == [
        "one",
        "two",
        "Infiniscale-IV Mellanox Technologies",
    ]
    assert shape(fabric)[1] == shape(read("ibnetdiscover", FLAT))[1]


def test_a_dump_named_as_a_topology_file_is_read(read):
    """Many people end the names of dumps in .topo."""
    assert shape(read("topo", "#\n" + IB)) == shape(read("ibnetdiscover", IB))


LOOPS = {
    "plain edges": ("one two\ntwo two\n", "x.txt"),
    "topo": (TOPO + "    P5 -> MQM9700 two P6\n", "x.topo"),
    "edges": (EDGES + EDGE + "one,A01,40,5,one,A01,40,6,5.0,400,1,switch\n", "x.csv"),
    "opa": (
        OPA + OPA_ROW + OPA_ROW.replace("A02,two,,1", "A01,one,,3").replace("one,,1", "one,,2"),
        "x.csv",
    ),
    "cvt": (P2P + "one,swp1,two,swp1,ib\none,swp2,one,swp3,ib\n", "x.csv"),
    "netbox": (
        netbox(
            cables=CABLES + CABLE + CABLE.replace("two", "one").replace("p1", "p2", 1).replace("p1", "p3")
        ),
        "x",
    ),
}


@pytest.mark.parametrize("form", LOOPS)
def test_a_cable_from_a_device_to_itself_is_left_out_of_any_file(read, form):
    """It needs no way through a room; the note names the first."""
    fabric = read("edges" if form == "plain edges" else form, *LOOPS[form])
    assert len(fabric.cables) == 1
    assert len(fabric.devices) == 2
    assert any("cables from a" in note and "to itself are left out: 1" in note for note in fabric.notes)


def test_adapters_of_one_host_are_counted_each_and_said(read):
    """A server with two adapters takes two ports of switches: both stay."""
    text = IB.replace('"h"', '"gpu7 mlx5_0"').replace(
        f'[1]\t"{S1}"', f'[2]\t"H-0000000000000009"[1]\n[1]\t"{S1}"'
    )
    text += '\ncaguid=0x9\nCa\t1 "H-0000000000000009"\t\t# "gpu7 mlx5_1"\n'
    text += f'[1](a) \t"{S2}"[2]\t\t# lid 4 lmc 0 "two" lid 2 4xNDR\n'
    fabric = read("ibnetdiscover", text)
    assert len(fabric.end_devices) == 2
    assert any(note.startswith("2 adapters are in 1 server by their names") for note in fabric.notes)


def test_systems_of_unknown_type_are_told_by_cables_not_by_statements(read):
    """Two cables said at both ends are two, so the system is a host; one note counts such systems."""
    one = "MQM9700 one\n" + "".join(f"    P{port} -4x-100G-> Thing two P{port}\n" for port in (1, 2))
    two = "Thing two\n" + "".join(f"    P{port} -4x-100G-> MQM9700 one P{port}\n" for port in (1, 2))
    fabric = read("topo", f"{one}\n{two}")
    assert [device.kind for device in fabric.devices] == ["switch", "server"]
    assert [note for note in fabric.notes if note.startswith("no type given for 1 device:")]
