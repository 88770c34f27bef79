"""Descriptions as makers and dealers write them; the form of each is public, the source beside it."""

from typing import Any

import pytest

from netfloor.exchange.plug_forms import forms_in
from netfloor.exchange.user_tables.price_list.described.descriptions import (
    OF_STANDARD,
    OTHER_PORTS,
    described,
)
from netfloor.exchange.user_tables.price_list.kinds import guess_kind, is_copper_module

FS = "product titles of fs.com"
NVIDIA = "docs.nvidia.com/networking, ordering information of LinkX cables and transceivers"
ARISTA = "Arista, Transceiver Compatibility and Interoperability"
CISCO = "Cisco data sheets of 40G and 100G QSFP modules, product table"
JUNIPER = "Juniper Hardware Compatibility Tool, description of transceivers and cables"
HPE = "HPE QuickSpecs of switches, section of transceivers"
DELL = "Dell EMC Networking, lines of cables and transceivers in quotes"
DEALERS = "titles of shops, which write any sign between the ends"
RESALE = "data sheets of Legrand (QSFP-100G-LR4-AR-LEG) and Intcera (QP1H4X), ordering information"


def cable(gbps: float, form: str, metres: float) -> dict[str, Any]:
    """Return what is expected of a cable between equal plugs."""
    return {"gbps": gbps, "connector": form, "length": int(metres * 1000)}


def splitter(gbps: float, tails: int, forms: str, metres: float) -> dict[str, Any]:
    """Return what is expected of a cable that splits."""
    a, b = forms.split()
    ends = {"links": tails, "tails": tails, "connector_a": a, "connector_b": b}
    return {"gbps": gbps, "length": int(metres * 1000), **ends}


def module(gbps: float, form: str, optics: str, fibre: str, reach_m: int) -> dict[str, Any]:
    """Return what is expected of an optical module."""
    return {"gbps": gbps, "connector": form, "optics": optics, "fibre": fibre, "reach": reach_m * 1000}


CABLES = [
    ("DAC", DEALERS, "QSFP28 - 4 x SFP28 passive DAC, 2 m", splitter(25, 4, "QSFP28 SFP28", 2)),
    ("DAC", DEALERS, "DAC QSFP-DD-2x QSFP56, 1m", splitter(200, 2, "QSFP-DD QSFP56", 1)),
    ("DAC", DEALERS, "200G QSFP56 > 2x 100G QSFP56 copper, 1 m", splitter(100, 2, "QSFP56 QSFP56", 1)),
    ("DAC", DEALERS, "DAC QSFP+ \u2013 4x SFP+, 3m", splitter(10, 4, "QSFP+ SFP+", 3)),
    ("DAC", DEALERS, "40G QSFP+ - 4 x 10G SFP+ DAC 3m", splitter(10, 4, "QSFP+ SFP+", 3)),
    ("DAC", DEALERS, "DAC 4x SFP+ to QSFP+, 2 m", splitter(10, 4, "QSFP+ SFP+", 2)),
    ("DAC", DEALERS, "Passive DAC 100G>4x25G QSFP28, 1 m", splitter(25, 4, "QSFP28 SFP28", 1)),
    (
        "DAC",
        FS,
        "Compatible 100G QSFP28 Passive Direct Attach Copper Twinax Cable, 3m (10ft)",
        cable(100, "QSFP28", 3),
    ),
    (
        "DAC",
        FS,
        "400G QSFP-DD to 4x 100G QSFP28 Passive DAC Breakout, 2m (7ft)",
        splitter(100, 4, "QSFP-DD QSFP28", 2),
    ),
    (
        "DAC",
        NVIDIA,
        "NVIDIA passive copper splitter cable, IB twin port NDR 800Gb/s to 2x400Gb/s, OSFP to 2xOSFP, 1.5m",
        splitter(400, 2, "OSFP OSFP-RHS", 1.5),
    ),
    (
        "DAC",
        NVIDIA,
        "NVIDIA Passive Copper cable, up to 100Gb/s, QSFP28, 2m, Black, 30AWG",
        cable(100, "QSFP28", 2),
    ),
    (
        "AOC",
        NVIDIA,
        "NVIDIA active optical cable, IB HDR, up to 200Gb/s, QSFP56, 5m",
        cable(200, "QSFP56", 5),
    ),
    (
        "DAC",
        NVIDIA,
        "Twin-port 2x400Gb/s OSFP to 2x400Gb/s OSFP passive DAC, 1m",
        {"links": 2, **cable(400, "OSFP", 1)},
    ),
    ("DAC", ARISTA, "100GBASE-CR4 QSFP to QSFP Twinax Copper Cable 3 Meter", cable(100, "QSFP28", 3)),
    (
        "DAC",
        ARISTA,
        "400G OSFP to 4x100G QSFP Copper Breakout Cable, 2M",
        splitter(100, 4, "OSFP QSFP28", 2),
    ),
    (
        "DAC",
        CISCO,
        "40GBASE-CR4 QSFP+ to four 10GBASE-CU SFP+ direct attach breakout cable assembly, 3-meter passive",
        splitter(10, 4, "QSFP+ SFP+", 3),
    ),
    (
        "DAC",
        JUNIPER,
        "SFP+ 10 Gigabit Ethernet Direct Attach Copper (twinax copper cable) 3 m",
        cable(10, "SFP+", 3),
    ),
    ("DAC", HPE, "HPE 100Gb QSFP28 to QSFP28 3m Direct Attach Copper Cable", cable(100, "QSFP28", 3)),
    (
        "DAC",
        DELL,
        "Dell Networking Cable, 100GbE QSFP28 to QSFP28, Passive Copper Direct Attach Cable, 0.5 Meter",
        cable(100, "QSFP28", 0.5),
    ),
    (
        "DAC",
        RESALE,
        "100G QSFP28 to 4 SFP28 DAC passive cable 30AWG 1m",
        splitter(25, 4, "QSFP28 SFP28", 1),
    ),
    ("AOC", FS, "QSFP28 AOC 10m, max. 2,5 W", {**cable(100, "QSFP28", 10), "power": 2.5}),
    (
        "TP",
        FS,
        "Cat6A Shielded (SFTP) PVC CM Ethernet Patch Cable, 3ft (0.9m), Black",
        {"length": 900, "connector": "RJ45", "gbps": 10, OF_STANDARD: frozenset({"gbps"})},
    ),
]
MODULES = [
    (
        FS,
        "QSFP28 100GBASE-SR4 850nm 100m DOM MPO-12/UPC MMF Optical Module",
        module(100, "QSFP28", "SR4", "OM4", 100),
    ),
    (
        ARISTA,
        "100GBASE-SR4 QSFP Optic, up to 70m over OM3 MMF or 100m over OM4 MMF",
        module(100, "QSFP28", "SR4", "OM4", 100),
    ),
    (
        RESALE,
        "100GBASE-LR4 QSFP28 SMF WDM 10KM REACH LC DOM, 4.0W",
        module(100, "QSFP28", "LR4", "OS2", 10_000) | {"power": 4},
    ),
    (
        NVIDIA,
        "NVIDIA twin port transceiver, 800Gbps,2xNDR, OSFP, 2xMPO12 APC, 1310nm SMF, up to 500m, finned",
        module(400, "OSFP", "DR4", "OS2", 500) | {"links": 2, "fibre_connector": "MPO-12/APC"},
    ),
    (
        NVIDIA,
        "optical transceiver, 100GbE, 100Gb/s, QSFP28, MPO, 850nm, SR4, up to 100m",
        module(100, "QSFP28", "SR4", "OM4", 100),
    ),
    (DELL, "Dell Networking, Transceiver, 100GbE, SR4, QSFP28", module(100, "QSFP28", "SR4", "OM4", 100)),
    (HPE, "HPE 100Gb QSFP28 MPO SR4 100m Transceiver", module(100, "QSFP28", "SR4", "OM4", 100)),
    (
        CISCO,
        "10GBASE-SR SFP Module, Enterprise-Class, OM3 300m, OM4 400m",
        module(10, "SFP+", "SR", "OM4", 400),
    ),
    (
        ARISTA,
        "400GBASE-DR4 QSFP-DD Transceiver, up to 500m over parallel SMF",
        module(400, "QSFP-DD", "DR4", "OS2", 500),
    ),
]
CORDS = [
    ("3m (10ft) LC UPC to LC UPC Duplex OM4 Multimode PVC 2.0mm Fiber Patch Cable", ("LC", "OM4", 2, 3000)),
    (
        "MTP-12 (Female) to MTP-12 (Female) OM4 Trunk Cable, 12 Fibers, Type B, 10m",
        ("MPO-12/UPC", "OM4", 12, 10_000),
    ),
    ("Jarreti\u00e8re optique OS2 LC/APC-LC/APC duplex 5m", ("LC", "OS2", 2, 5000)),
    ("LWL Patchkabel LC-LC 50/125 OM4 duplex 7,5m", ("LC", "OM4", 2, 7500)),
]
DEVICES = [
    (
        "switch",
        "S5860-48SC, 48-Port Ethernet L3 Switch, 48 x 10Gb SFP+, with 8 x 100Gb QSFP28 Uplinks",
        {"cages": 48, "gbps": 10, "connector": "SFP+"}
        | {"other_cages": [{"cages": 8, "connector": "QSFP28", "gbps": 100}]},
    ),
    (
        "switch",
        "7060X5, 64x400GbE QSFP-DD switch router, 2 x AC",
        {"cages": 64, "gbps": 400, "connector": "QSFP-DD"},
    ),
    (
        "switch",
        "Nexus 9300 48p 1/10/25G, 6p 40/100G, MACsec, SyncE",
        {"cages": 48, "gbps": 25, "connector": "SFP28"}
        | {"other_cages": [{"cages": 6, "connector": "QSFP28", "gbps": 100}]},
    ),
    (
        "switch",
        "NVIDIA Quantum 2 based NDR InfiniBand Switch, 64 NDR ports, 32 OSFP ports, 2 Power Supplies (AC)",
        {"cages": 32, "links_per_cage": 2, "gbps": 400, "connector": "OSFP"},
    ),
    (
        "switch",
        "Switch 32x 400G QSFP-DD, 1 HE, typ. 650 W / max. 1,2 kW, 2x 1500W PSU, 1x RJ45 Management",
        {
            "cages": 32,
            "gbps": 400,
            "connector": "QSFP-DD",
            "power": 1200,
            "height": 1,
            "management_port": "RJ45",
        },
    ),
    ("switch", "Switch 1G 48 ports RJ45", {"cages": 48, "gbps": 1, "connector": "RJ45"}),
    (
        "adapter",
        "ConnectX-7 adapter card, 400GbE / NDR IB, single-port OSFP, PCIe 5.0 x16, 25 W",
        {"cages": 1, "gbps": 400, "connector": "OSFP-RHS", "power": 25},
    ),
    (
        "adapter",
        "HPE Ethernet 10/25Gb 2-port SFP28 Adapter",
        {"cages": 2, "gbps": 25, "connector": "SFP28"},
    ),
    (
        "server",
        "PowerEdge R760 2U server with 2x NVIDIA ConnectX-7 NDR, 1100 W PSU, 780 W",
        {"nics": 2, "power": 780, "height": 2},
    ),
]


def test_a_sign_is_no_breakout_without_an_end_before_it() -> None:
    """Nor between equal ends of a twin port, or before a length."""
    for text, links in (("DAC - 2x OSFP plugs 400G, 1m", 1), ("2x400G - 2x400G OSFP DAC, 1m", 2)):
        facts = described(text, "DAC")
        assert "tails" not in facts
        assert facts.get("links", 1) == links


@pytest.mark.parametrize(("kind", "source", "text", "expected"), CABLES)
def test_cables(kind: str, source: str, text: str, expected: dict[str, Any]) -> None:
    """Plugs, rate of each link, tails and length; feet are rounded metres."""
    assert guess_kind(text) == kind, source
    assert dict(described(text, kind)) == expected, source


@pytest.mark.parametrize(("source", "text", "expected"), MODULES)
def test_optical_modules(source: str, text: str, expected: dict[str, Any]) -> None:
    """The standard tells what the text leaves out, and is named as the source of it."""
    assert guess_kind(text) == "transceiver", source
    facts = described(text, "transceiver")
    assert {name: facts[name] for name in expected} == expected, source
    assert all(name not in facts[OF_STANDARD] for name in ("gbps", "connector"))


def test_what_a_standard_tells_is_no_figure_of_the_list() -> None:
    """Reach and fibre type of a text that names neither; those of a text that does are its own."""
    assert described("100GBASE-SR4 QSFP28", "transceiver")[OF_STANDARD] == {
        *("fibre", "reach", "fibre_connector", "fibres")
    }
    own = described("100GBASE-SR4 QSFP28, OM3, 70 m, MPO-12", "transceiver")
    assert (own["fibre"], own["reach"], own[OF_STANDARD]) == ("OM3", 70_000, {"fibres"})


@pytest.mark.parametrize(("text", "expected"), CORDS)
def test_cords(text: str, expected: tuple[Any, ...]) -> None:
    """Connector, fibre, fibres and length; a diameter is no length."""
    facts = described(text, "cord")
    assert guess_kind(text) == "cord"
    assert tuple(facts[name] for name in ("fibre_connector", "fibre", "fibres", "length")) == expected


@pytest.mark.parametrize(("kind", "text", "expected"), DEVICES)
def test_devices(kind: str, text: str, expected: dict[str, Any]) -> None:
    """Cages by form and rate, the port for management, adapters; a supply's watts are not theirs."""
    assert guess_kind(text) == kind
    assert dict(described(text, kind)) == expected


@pytest.mark.parametrize(
    "text",
    [
        "Kabelbinder 100 St\u00fcck",
        "Schaltschrank Seitenwand 2000 x 1200 mm, RAL 7035",
        "Patch panel 48 ports RJ45",
        "LC-LC Duplex Adapter OM4",
        "Switch Netzteil 650W AC",
        "MTP cleaning tool",
    ],
)
def test_what_goes_with_parts_is_none(text: str) -> None:
    """Accessories are of no kind, whatever words stand in them."""
    assert guess_kind(text) is None


@pytest.mark.parametrize(
    "text", ["1000BASE-T SFP Copper RJ-45 100m", "SFP-10G-T-X 10GBASE-T SFP+ module RJ45"]
)
def test_a_module_for_twisted_pair_is_known(text: str) -> None:
    """As such: it is neither a cable nor an optical module."""
    assert is_copper_module(text)
    assert guess_kind(text) is None


def test_qdd_is_a_form_wherever_it_stands() -> None:
    """As vendors' part numbers begin, and as cables say of both ends."""
    for text in ("QDD-DR4", "QDD-400G-DR4-S"):
        assert forms_in(text) == ["QSFP-DD"]
    assert forms_in("QDD to QDD 400G DAC 1m") == ["QSFP-DD"] * 2
    assert forms_in("QDD800") == ["QSFP-DD800"]
    assert forms_in("QDDX") == []


@pytest.mark.parametrize(
    ("text", "counts"),
    [
        ("Management-Switch 48x 1G RJ45 + 4x 10G SFP+", {"RJ45": 48, "SFP+": 4}),
        ("OOB management switch, 48 x 10/100/1000BASE-T and 4 x SFP+", {"RJ45": 48, "SFP+": 4}),
        ("48-port gigabit switch with 6x SFP+", {"RJ45": 48, "SFP+": 6}),
        ("48-poorts gigabit switch met 6x SFP+", {"RJ45": 48, "SFP+": 6}),
        ("32x 400GbE QSFP-DD & 2 SFP+ switch", {"QSFP-DD": 32, "SFP+": 2}),
        ("48x 1G RJ45, 4x 10G SFP+, 1x RJ45 management", {"RJ45": 48, "SFP+": 4}),
        ("48-port 10G switch, 48x SFP+, 8x 100G QSFP28", {"SFP+": 48, "QSFP28": 8}),
        (
            "48-Port Gigabit Ethernet L2+ Switch, 48 x Gigabit RJ45, with 6 x 10Gb SFP+ Uplinks",
            {"RJ45": 48, "SFP+": 6},
        ),
        ("28-port switch, 24x 1G RJ45, 4x 10G SFP+", {"RJ45": 24, "SFP+": 4}),
    ],
)
def test_every_group_of_ports_is_read(text: str, counts: dict[str, int]) -> None:
    """Copper ports, those with a number alone, and those of a switch for management."""
    facts = described(text, "switch")
    others = {one["connector"]: one["cages"] for one in facts.get("other_cages", ())}
    assert {facts["connector"]: facts["cages"], **others} == counts


@pytest.mark.parametrize(
    "text",
    ["48-port PoE switch with 4 SFP+", "48x 100G QSFP28, 8x QSFP-DD", "28-port 10G switch (4x SFP+)"],
)
def test_ports_of_no_known_form_or_rate_leave_all_to_the_user(text: str) -> None:
    """What is read would be some of the ports, or too many."""
    assert not {"cages", "gbps", "connector"} & {*described(text, "switch")}
    assert described("24x 10GBASE-T + 4x 10G SFP+", "switch")[OTHER_PORTS]
