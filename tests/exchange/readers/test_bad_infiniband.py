"""InfiniBand dumps, flat lists and topology files that are none: refused with file and line."""

import pytest
from small_files import FLAT, IB, S1, S2, TOPO, Bad, check_refused

#: As ibsim's own examples have them.
NETLIST = 'Switch 8 "Switch1"\n[1] "Hca1"[1]\n\nHca 2 "Hca1"\n[1] "Switch1"[1]\n'
INFINIBAND = [
    Bad("ibnetdiscover", "x", text, says)
    for text, says in (
        (IB.replace("Switch\t4", "Switch\tfour"), "not understood"),
        (IB.replace("Switch\t4", "Switch\t-4"), "not understood"),
        (IB.replace("Switch\t4", "Switch\t99999"), "port 99,999"),
        (IB.replace("Switch\t4", "Switch\t" + "9" * 5000), "not understood"),
        (IB.replace('"[1]\t', '"[1\t', 1), "not understood"),
        (IB.replace(f'"{S2}"[1]', f"{S2}[1]", 1), "not understood"),
        (IB.replace("switchguid=0x1(1)", "switchguid=1"), "not understood"),
        (IB.replace("switchguid=0x1(1)", "switchguid=0x" + "1" * 17), "not understood"),
        (IB.replace("switchguid=0x1", "guid=0x1"), "not understood"),
        (IB.replace(f'[1]\t"{S2}"[1]', f'[0]\t"{S2}"[1]'), "port 0"),
        (IB.replace(f'[1]\t"{S2}"[1]', f'[9]\t"{S2}"[1]'), "port 9"),
        (IB.replace(f'[1]\t"{S2}"[1]', f'[1]\t"{S2}"[255]'), "port 255"),
        (IB.replace(f'[1]\t"{S2}"[1]', f'[1]\t"{S2}"[3]'), "leads elsewhere"),
        (IB.replace(f'[1]\t"{S2}"[1]', f'[2]\t"{S2}"[1]'), "was joined to"),
        (IB.replace(f'[1]\t"{S2}"[1]', f'[1]\t"{S1}"[3]'), "leads elsewhere"),
        (IB[: IB.index("\nswitchguid=0x2")], "which is not in the file"),
        (NETLIST.replace('"Hca1"[1]', '"Hca9"[1]'), "which is not in the file"),
        (IB + IB[IB.index("switchguid=0x2") :].replace("Switch\t4", "Switch\t5"), "otherwise"),
        (IB + 'include "other.net"\n', "the lines of the file"),
        (
            IB + "\nChassis 1\n" + IB[IB.index("switchguid=0x2") :].replace("Switch\t4", "Switch\t5"),
            "otherwise",
        ),
        (f'[1]\t"{S2}"[1]\n', "without a node"),
        (IB.replace('# "one" enh', '# "o\x01ne" enh'), "control character"),
        (IB.replace('# "one" enh', f'# "{"o" * 300}" enh'), "too long"),
        (IB.replace('# "one" enh', '# "  " enh').replace(f'"{S1}"', '"  "'), "no name"),
        ("> " + IB, "not understood"),
        ('{"a": ' * 3000, "characters"),
        (FLAT + "SW 1 2 0x1 4x NDR - SW 2 x 0x2 ( 'one' - 'two' )\n", "not understood"),
        (FLAT + "SW 1 2 0x1 4x NDR - SW 2 2 0x2 ( 'one' - 'two'\n", "names no two nodes"),
        (FLAT + "SW 1 2 0x1 4x NDR - SW 2 2 0x2 ( one - two - three )\n", "names no two nodes"),
        (FLAT + "SW 1 0 0x1 4x NDR - SW 2 2 0x2 ( 'one' - 'two' )\n", "port 0"),
        (FLAT + "CA 1 2 0x1 4x NDR - SW 2 2 0x2 ( 'one' - 'two' )\n", "is a server here"),
        (FLAT + "SW 1 1 0x1 4x NDR - SW 3 1 0x3 ( 'one' - 'three' )\n", "was joined to"),
        (FLAT + "SW 3 1 0x3 4x NDR - SW 1 1 0x1 ( 'three' - 'one' )\n", "leads elsewhere"),
        (FLAT + IB, "not understood"),
        (FLAT + "SW 4 1 0x4 4x NDR - lonely\n", "not understood"),
    )
] + [
    Bad("ibnetdiscover", "x", text, "holds no record", line=False)
    for text in (
        "# nothing\n#\n",
        "<?xml version='1.0'?><!DOCTYPE x [<!ENTITY a 'b'>]><x>&a;</x>",
        "ibwarn: [7] mad_rpc_open_port: can't open UMAD port\n",
    )
]

TOPOLOGY_FILES = [
    Bad("topo", "x", text, says)
    for text, says in (
        ("    P1 -> MQM9700 two P1\n", "before any system"),
        (TOPO + "what is this line\n", "not understood"),
        (TOPO.replace("-4x-100G->", "-4x-fastG->", 1), "not understood"),
        (TOPO.replace("-4x-100G->", "=>", 1), "not understood"),
        (TOPO.replace(" two P1", " two", 1), "not understood"),
        (TOPO + "MQM9700 one\n", "has a section already"),
        (TOPO.replace("MQM9700 one P1", "MSB7800 one P1"), "of type"),
        (TOPO.replace("P1 -4x-100G-> MQM9700 two P1", "P1 -> MQM9700 one P2"), "elsewhere"),
        (TOPO.replace("one P1", "one P2"), "leads elsewhere"),
        (TOPO.replace("    P1 -4x-100G-> MQM9700 one P1", "    P1 -> MQM9700 three P1"), "leads elsewhere"),
        (TOPO.replace("one\n    P1", "one\n    P1 -> MQM9700 two P7\n    P1", 1), "was joined to"),
        ("MQM9700 " + "n" * 300 + "\n", "too long"),
        ("MQM9700 o\x07ne\n", "control character"),
    )
]


@pytest.mark.parametrize("bad", [*INFINIBAND, *TOPOLOGY_FILES], ids=str)
def test_a_bad_file_is_refused_by_its_line(read, bad, tmp_path):
    """One sentence that names the file, the line where there is one, and what is wrong."""
    check_refused(read, bad, tmp_path)
