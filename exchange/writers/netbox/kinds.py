"""NetBox's interface and cable types, and their mapping from a plan's parts."""

import re
from collections.abc import Mapping

from netfloor.fabric.fabric import Cable
from netfloor.fabric.media import MULTIMODE, MULTIMODE_TYPES, SINGLE_MODE, SINGLE_MODE_TYPES

_TWISTED_PAIR = ("cat5e", "cat6", "cat6a", "cat7", "cat7a", "cat8")
_UNKNOWN_USE = ("mmf", "mmf-om1", "mmf-om2", "smf", "coaxial", "power")
_OTHERS = ("dac-passive", "dac-active", "mmf-om3", "mmf-om4", "mmf-om5", "smf-os1", "smf-os2", "aoc")
CABLE_TYPES = (*_TWISTED_PAIR, *_OTHERS, *_UNKNOWN_USE)
#: Words in a part name that identify its cable type unambiguously.
_CERTAIN = (
    (r"\baoc\b", "aoc"),
    (r"\bom3\b", "mmf-om3"),
    (r"\bom4\b", "mmf-om4"),
    (r"\bom5\b", "mmf-om5"),
    (r"\bos1\b", "smf-os1"),
    (r"\bos2\b", "smf-os2"),
    (r"\bpassive dac\b|\bdac passive\b", "dac-passive"),
    (r"\bactive dac\b|\bdac active\b", "dac-active"),
    *((rf"\bcat ?{name[3:]}\b", name) for name in _TWISTED_PAIR),
)
#: Cable type by the kind of a catalogue part: ACC and AEC are active, DAC is passive. For twisted pair only
#: the name gives the category.
_BY_KIND = {
    "DAC": "dac-passive",
    "ACC": "dac-active",
    "AEC": "dac-active",
    "AOC": "aoc",
    **{kind: f"mmf-{kind.lower()}" for kind in MULTIMODE_TYPES},
    **{kind: f"smf-{kind.lower()}" for kind in SINGLE_MODE_TYPES},
    MULTIMODE: "mmf",
    SINGLE_MODE: "smf",
}
#: Jacket colours of patch cords follow TIA-598-D; no standard covers pluggable cables: black for copper,
#: orange for optical. Names and numbers are NetBox's (netbox/choices.py, 4.6.8).
_BLACK, _ORANGE, _AQUA, _LIME, _YELLOW = "111111", "ff9800", "00ffff", "cddc39", "ffeb3b"
_COLOR_OF = {
    "mmf-om3": _AQUA,
    "mmf-om4": _AQUA,
    "mmf-om5": _LIME,
    "smf-os1": _YELLOW,
    "smf-os2": _YELLOW,
    "dac-passive": _BLACK,
    "dac-active": _BLACK,
    "aoc": _ORANGE,
    "electrical": _BLACK,
    "optical": _ORANGE,
}
#: Interface type by the catalogue's cage form factor and the link rate in Gb/s.
INTERFACE_OF: dict[tuple[str, float], str] = {
    ("RJ45", 1): "1000base-t",
    ("RJ45", 2.5): "2.5gbase-t",
    ("RJ45", 5): "5gbase-t",
    ("RJ45", 10): "10gbase-t",
    ("RJ45", 25): "25gbase-t",
    ("SFP+", 10): "10gbase-x-sfpp",
    ("SFP28", 25): "25gbase-x-sfp28",
    ("SFP56", 50): "50gbase-x-sfp56",
    ("SFP112", 100): "100gbase-x-sfp112",
    ("QSFP+", 40): "40gbase-x-qsfpp",
    ("QSFP28", 100): "100gbase-x-qsfp28",
    ("QSFP56", 200): "200gbase-x-qsfp56",
    ("QSFP112", 400): "400gbase-x-qsfp112",
    ("QSFP-DD", 100): "100gbase-x-qsfpdd",
    ("QSFP-DD", 200): "200gbase-x-qsfpdd",
    ("QSFP-DD", 400): "400gbase-x-qsfpdd",
    ("QSFP-DD800", 800): "800gbase-x-qsfpdd",
    ("OSFP", 400): "400gbase-x-osfp",
    ("OSFP", 800): "800gbase-x-osfp",
    ("OSFP-RHS", 400): "400gbase-x-osfp-rhs",
    ("OSFP1600", 1600): "1.6tbase-x-osfp1600",
    ("CXP", 100): "100gbase-x-cxp",
}


def cable_type(values: Mapping[str, str], cable: Cable) -> str:
    """Return NetBox's cable type, the user's first, then the part's; empty if uncertain.

    A user-supplied copper type applies to twisted pair or to the other copper, depending on the type.
    """
    told = values.get(f"{cable.medium}_type", "") if cable.medium else ""
    if cable.kind and (cable.kind == "TP") != (told in _TWISTED_PAIR):
        told = ""
    words = re.sub(r"[^a-z0-9]+", " ", cable.part.lower())
    known = {name for pattern, name in _CERTAIN if re.search(pattern, words)}
    return told or _BY_KIND.get(cable.kind) or (known.pop() if len(known) == 1 else "")


def cable_color(values: Mapping[str, str], cable: Cable) -> str:
    """Return the cable colour in NetBox: the user's, otherwise by type, otherwise by medium."""
    told = values.get(f"{cable.medium}_color", "") if cable.medium else ""
    return told or _COLOR_OF.get(cable_type(values, cable)) or _COLOR_OF.get(cable.medium, "")


def interface_type(form: str, gbps: float | None) -> str:
    """Return NetBox's interface type by cage and rate; ``other`` if it has none or the cage is unknown."""
    return "other" if gbps is None else INTERFACE_OF.get((form, round(gbps, 6)), "other")


#: From NetBox 4.6.8 (netbox/dcim/choices.py), without virtual and wireless types, which take no cable.
INTERFACE_TYPES = frozenset(
    """
100base-fx 100base-lfx 100base-tx 100base-t1 1000base-bx10-d 1000base-bx10-u 1000base-cwdm
1000base-cx 1000base-dwdm 1000base-ex 1000base-sx 1000base-lsx 1000base-lx 1000base-lx10
1000base-t 1000base-tx 1000base-zx 2.5gbase-t 5gbase-t 10gbase-br-d 10gbase-br-u 10gbase-cu
10gbase-cx4 10gbase-er 10gbase-lr 10gbase-lrm 10gbase-lx4 10gbase-sr 10gbase-t 10gbase-zr
25gbase-cr 25gbase-er 25gbase-lr 25gbase-sr 25gbase-t 40gbase-cr4 40gbase-er4 40gbase-fr4
40gbase-lr4 40gbase-sr4 40gbase-sr4-bd 50gbase-cr 50gbase-er 50gbase-fr 50gbase-lr 50gbase-sr
100gbase-cr1 100gbase-cr2 100gbase-cr4 100gbase-cr10 100gbase-cwdm4 100gbase-dr 100gbase-fr1
100gbase-er4 100gbase-lr1 100gbase-lr4 100gbase-sr1 100gbase-sr1.2 100gbase-sr2 100gbase-sr4
100gbase-sr10 100gbase-zr 200gbase-cr2 200gbase-cr4 200gbase-sr2 200gbase-sr4 200gbase-dr4
200gbase-fr4 200gbase-lr4 200gbase-er4 200gbase-vr2 400gbase-cr4 400gbase-dr4 400gbase-er8
400gbase-fr4 400gbase-fr8 400gbase-lr4 400gbase-lr8 400gbase-sr4 400gbase-sr4_2 400gbase-sr8
400gbase-sr16 400gbase-vr4 400gbase-zr 800gbase-cr8 800gbase-dr8 800gbase-sr8 800gbase-vr8
1.6tbase-cr8 1.6tbase-dr8 1.6tbase-dr8-2 100base-x-sfp 1000base-x-gbic 1000base-x-sfp
2.5gbase-x-sfp 10gbase-x-sfpp 10gbase-x-xfp 10gbase-x-xenpak 10gbase-x-x2 25gbase-x-sfp28
50gbase-x-sfp56 40gbase-x-qsfpp 50gbase-x-sfp28 100gbase-x-cfp 100gbase-x-cfp2 100gbase-x-cfp4
100gbase-x-cxp 100gbase-x-cpak 100gbase-x-dsfp 100gbase-x-sfp112 100gbase-x-sfpdd
100gbase-x-qsfp28 100gbase-x-qsfpdd 200gbase-x-cfp2 200gbase-x-qsfp56 200gbase-x-qsfpdd
400gbase-x-cfp2 400gbase-x-qsfp112 400gbase-x-qsfpdd 400gbase-x-osfp 400gbase-x-osfp-rhs
400gbase-x-cdfp 400gbase-x-cfp8 800gbase-x-qsfpdd 800gbase-x-osfp 1.6tbase-x-osfp1600
1.6tbase-x-osfp1600-rhs 1.6tbase-x-qsfpdd1600 1000base-kx 2.5gbase-kx 5gbase-kr 10gbase-kr
10gbase-kx4 25gbase-kr 40gbase-kr4 50gbase-kr 100gbase-kp4 100gbase-kr2 100gbase-kr4
1.6tbase-kr8 sonet-oc3 sonet-oc12 sonet-oc48 sonet-oc192 sonet-oc768 sonet-oc1920 sonet-oc3840
1gfc-sfp 2gfc-sfp 4gfc-sfp 8gfc-sfpp 16gfc-sfpp 32gfc-sfp28 32gfc-sfpp 64gfc-qsfpp 64gfc-sfpdd
64gfc-sfpp 128gfc-qsfp28 infiniband-sdr infiniband-ddr infiniband-qdr infiniband-fdr10
infiniband-fdr infiniband-edr infiniband-hdr infiniband-ndr infiniband-xdr t1 e1 t3 e3 xdsl
docsis moca bpon epon 10g-epon gpon xg-pon xgs-pon ng-pon2 25g-pon 50g-pon cisco-stackwise
cisco-stackwise-plus cisco-flexstack cisco-flexstack-plus cisco-stackwise-80 cisco-stackwise-160
cisco-stackwise-320 cisco-stackwise-480 cisco-stackwise-1t juniper-vcp extreme-summitstack
extreme-summitstack-128 extreme-summitstack-256 extreme-summitstack-512 other
""".split()  # noqa: SIM905 - as a list it would be 200 lines long
)
