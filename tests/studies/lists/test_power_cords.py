"""Power cords: to outlets of PDUs on two feeds, with their loads, what a failure leaves, and refusals."""

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from netfloor import exit_codes
from netfloor.plans.load import load_laid
from netfloor.plans.verify import verify_plan
from tests.fixtures.power import CORDS, write_corded, write_open


def plan(cli: Any, *more: object) -> Any:
    """Run the command with the planning file."""
    return cli("plan", "plan.toml", "--out", "out", *more)


def cords(path: Path) -> dict[tuple[str, str], tuple[str, str]]:
    """Return where the cord of each device and inlet goes: PDU and outlet."""
    fabric = load_laid(path).fabric
    found = {}
    for number in fabric.power_cords:
        near, far = fabric.cables[number].ends
        found[fabric.devices[near.device].name, near.port_name] = (
            fabric.devices[far.device].name,
            far.port_name,
        )
    return found


def test_listed_cords_carry_what_their_devices_draw(cli: Any, here: Path) -> None:
    """50 cords on the listed PDUs; each feed carries half of 12,780 W, and all of it if the other fails."""
    write_corded(here)
    ran = plan(cli)
    assert ran.code == 0, ran.err
    lines = ran.out.splitlines()  # without a warning above
    assert lines[0].endswith("76 cables, 177.6 m, and 50 power cords, 15.0 m.")
    assert lines[1] == "power             feed A 6,390 W of 13,000 W, feed B 6,390 W of 13,000 W"
    assert lines[2] == "if feed A fails   no device goes dark; feed B 12,780 W of 13,000 W"
    found = cords(here / "out/plan.json")
    assert len(found) == 50
    assert found["srv05", "psu-b"] == ("pdu1b", "out8")
    assert found["nas2", "psu-a"] == ("pdu3a", "out3")
    checked = verify_plan(here / "out/plan.json")
    assert checked.ok
    assert checked.figures.mean_cable_m == pytest.approx(177.6 / 76, abs=1e-3)  # no cord is in it


def test_the_figures_are_the_same_everywhere(cli: Any, here: Path) -> None:
    """JSON of the plan, of power and of explain, the page, and the words of a device and of a PDU."""
    write_corded(here)
    told = plan(cli, "--json").json()["power"]
    assert [(one["feed"], one["load_w"], one["over"]) for one in told["feeds"]] == [
        ("A", 6390, False),
        ("B", 6390, False),
    ]
    loads = {one["pdu"]: one["load_w"] for one in told["pdus"]}
    assert loads == {"pdu1a": 2825, "pdu1b": 2825, "pdu2a": 2825, "pdu2b": 2825, "pdu3a": 740, "pdu3b": 740}
    assert {one["row"]: one["by_feed_w"] for one in told["rows"]} == {"R01C": {"A": 6390, "B": 6390}}
    assert told["cabinets"][2] == {"cabinet": "R01C03", "by_feed_w": {"A": 740, "B": 740}}
    assert cli("power", "out/plan.json", "--json").json()["supply"] == told
    assert cli("explain", "out/plan.json", "--json").json()["power"] == told
    page = (here / "out/report.html").read_text()
    assert "If feed A fails: no device goes dark; feed B 12,780 W of 13,000 W." in page
    assert "Power by row and cabinet" in page
    device = cli("explain", "out/plan.json", "srv05").out
    assert "power  300 W from feed A, 300 W from feed B; no feed failure cuts its power" in device
    assert "port psu-b: " in device
    pdu = cli("explain", "out/plan.json", "pdu1a").out
    assert "power  feed A, 2,825 W; 5,650 W if feed B fails; 11 cords" in pdu


def test_who_goes_dark_is_named(cli: Any, here: Path) -> None:
    """mgmt1 without its B cord: the failure of A darkens it, 80 W, and that is the worst."""
    write_corded(here, CORDS.replace('mgmt1,"psu-[a,b]","pdu3[a,b]",out1', "mgmt1,psu-a,pdu3a,out1"))
    ran = plan(cli)
    assert "if feed A fails   1 device goes dark, 80 W: mgmt1; feed B 12,700 W of 13,000 W" in ran.out
    assert "loses power if feed A fails" in cli("explain", "out/plan.json", "mgmt1").out
    document = json.loads((here / "out/plan.json").read_text())
    assert document["power"]["apart"]


CATALOGUE = """
[[power_cords]]
name = "C13 to C14"
inlet = "C14"
outlet = "C13"
lengths = [
  { part = "PC-0.2", length_m = 0.2, price = 1 },
  { part = "PC-1", length_m = 1, price = 4, pack = 20 },
  { part = "PC-2", length_m = 2, price = 4.5 },
]
"""


def test_cords_are_bought_by_form_and_length(cli: Any, here: Path) -> None:
    """By form and length, longer ones where packs make that cheaper; in labels and sheets, and why."""
    write_open(here)
    assert plan(cli).code == 0
    cli("init", "example", "catalogue")
    file = here / "examples/catalogue/parts_cluster.toml"
    text = file.read_text()
    file.write_text(text[: text.index("[[power_cords]]")] + CATALOGUE)
    bill = ["bom", "out/plan.json", "--catalogue", str(file), "--partial"]
    ran = cli(*bill, "--gbps", "1")
    assert re.search(r"power cords +214\.00 USD for 50 of 50", ran.out)
    told = cli(*bill, "--gbps", "1", "--json").json()
    bought = [
        (one["part"], one["used"], one["spares"], one["to_buy"])
        for one in told["parts"]
        if one["kind"] == "power cord"
    ]
    assert bought == [("PC-1", 39, 1, 40), ("PC-2", 11, 1, 12)]  # by hand: three packs would be 240.00
    money = told["summary"]
    parts = money["network_cost"] + money["server_cost"] + 214
    assert (money["power_cord_cost"], money["parts_cost"]) == (214, pytest.approx(parts))
    cords_alone = cli("explain", "out/plan.json", "srv01:psu-a", "--catalogue", file, "--gbps", "1").out
    assert "part   PC-1, ordered 1 m" in cords_alone
    labels = ["export", "out/plan.json", "--to", "labels", "--catalogue", str(file), "--gbps", "1"]
    assert cli(*labels, "--out", "labels").code == 0
    (line,) = [
        row for row in (here / "labels/labels.csv").read_text().splitlines() if ",A,srv01 psu-a" in row
    ]
    assert "1.00 m" in line
    file.write_text(file.read_text().replace('outlet = "C13"', 'outlet = "C19"'))
    ran = cli(*bill, "--gbps", "1")
    assert "No part for 50 power cords (C000077, " in ran.out
    assert "C14 to C13, 0.3 m" in ran.out


def test_cords_are_chosen_with_the_whole_order(cli: Any, here: Path) -> None:
    """Longer cords make up short stock, pieces at hand come first, and orders are large enough."""
    write_open(here)
    assert plan(cli).code == 0
    cli("init", "example", "catalogue")
    file = here / "examples/catalogue/parts_cluster.toml"
    text = file.read_text()
    head = text[: text.index("[[power_cords]]")].replace("spares_percent", "# spares_percent")
    catalogue = CATALOGUE.replace("pack = 20", "stock = 30, owned = 5, supplier = 'Cords'")
    file.write_text(head + catalogue)
    bill = ["bom", "out/plan.json", "--catalogue", str(file), "--partial", "--gbps", "1", "--json"]
    told = cli(*bill).json()
    cords = {one["part"]: one["to_buy"] for one in told["parts"] if one["kind"] == "power cord"}
    assert cords == {"PC-1": 30, "PC-2": 15}
    terms = "[[suppliers]]\nname = 'Cords'\nmin_order_value = 90\n[[suppliers]]\nname = 'Other'\n"
    few = catalogue.replace("stock = 30, owned = 5, ", "owned = 40, ").replace(
        "price = 4.5", "price = 3, min_order = 100"
    )
    file.write_text(head + few + terms)
    told = cli(*bill).json()
    cords = {one["part"]: one["to_buy"] for one in told["parts"] if one["kind"] == "power cord"}
    assert cords == {"PC-1": 23}
    (order,) = [one for one in told["orders"] if one["supplier"] == "Cords"]
    assert (order["goods"], told["choice"]["proved"]) == (92, True)
    file.write_text(
        head + CATALOGUE.replace("pack = 20", "stock = 2").replace("price = 4.5", "price = 5, stock = 9")
    )
    ran = cli(*bill)
    assert ran.code == exit_codes.INFEASIBLE
    assert "50 pieces of power cord PC-1 are needed, 2 can be bought" in ran.err
    assert "50 pieces of power cord PC-2 are needed, 9 can be bought" in ran.err


def test_cords_that_share_a_feed_are_refused_by_line(cli: Any, here: Path) -> None:
    """Both cords of spine1 on feed A: line 2 of the list, and nothing is written."""
    write_corded(here, CORDS.replace('"pdu1[a,b]",out1', "pdu[1-2]a,out12"))
    ran = plan(cli)
    assert ran.code == exit_codes.INVALID_INPUT
    what = "cords.csv: line 2: spine1 has 2 of its 2 cords on feed A: psu-a at pdu1a, psu-b at pdu2a"
    assert what in ran.err
    assert not (here / "out").exists()
    write_corded(here, (here / "cords.csv").read_text(), power="apart = false")
    assert "1 device goes dark, 350 W: spine1" in plan(cli).out


def test_open_inlets_get_the_nearest_outlets_on_different_feeds(cli: Any, here: Path) -> None:
    """50 cords to the PDUs of their own racks, outlets from the bottom up beside the devices; no other."""
    write_open(here, power="survive = true")
    ran = plan(cli)
    assert ran.code == 0, ran.err
    assert "50 power cords, 15.0 m" in ran.out
    assert (
        "note: 50 power cords added for inlets without one in the lists."
        in plan(cli, "--force", "--verbose").err
    )
    found = cords(here / "out/plan.json")
    assert len(found) == 50
    rack = {"spine1": "1", "srv08": "1", "leaf3": "2", "srv09": "2", "nas1": "3", "mgmt1": "3"}
    for device, number in rack.items():
        ends = {found[device, inlet][0] for inlet in ("psu-a", "psu-b")}
        assert ends == {f"pdu{number}a", f"pdu{number}b"}
    outlets = [int(found[f"srv{number:02}", "psu-a"][1][3:]) for number in range(1, 9)]
    assert outlets == sorted(outlets)  # as high as the devices: no two cross
    assert outlets[0] == 1
    assert verify_plan(here / "out/plan.json").ok


@pytest.mark.parametrize(
    ("how", "message"),
    [
        ({"outlets": "out[1-10]:C13", "power": "reach_m = 1"}, "no free outlet for a C14"),
        ({"outlets": "out[1-12]:C19"}, "no PDU has a listed outlet for a C14"),
        ({"rating": "8 A"}, "W of 1,840 W"),
        ({"limit_w": 6_000}, "feed A carries "),
        ({"limit_w": 12_700, "power": "survive = true"}, "if feed A fails, feed B carries 12,"),
    ],
    ids=["outlets", "form", "rating", "feed", "survive"],
)
def test_what_does_not_suffice_is_refused(cli: Any, here: Path, how: dict[str, Any], message: str) -> None:
    """Outlets, their form, a PDU's rating, a feed's limit, now or when the other fails: which and why."""
    write_open(here, **how)
    ran = plan(cli)
    assert ran.code == exit_codes.INFEASIBLE, ran.err
    assert message in ran.err
    assert not (here / "out").exists()


@pytest.mark.parametrize(
    ("rows", "power"),
    [
        (  # an odd number of cords: 450 W and 250 W, 700 W on either feed where the other fails
            [
                "srv1,server,R01,1,1,600,,,p[1-3]:C14",
                "sw1,switch,R01,2,1,100,,,p[1-2]:C14",
                "pa,pdu,R01,,0,,A,8xC13,",
                "pb,pdu,R01,,0,,B,8xC13,",
            ],
            "[power]\nsurvive = true\n[power.feeds.A]\nlimit_w = 800\n[power.feeds.B]\nlimit_w = 800\n",
        ),
        (  # three feeds: two servers of three on each
            [
                *(f"srv{n},server,R01,{n},1,600,,,p[1-2]:C14" for n in (1, 2, 3)),
                *(f"p{feed},pdu,R01,,0,,{feed},8xC13," for feed in "ABC"),
            ],
            "[power]\nsurvive = true\n"
            + "".join(f"[power.feeds.{feed}]\nlimit_w = 1000\n" for feed in "ABC"),
        ),
        (  # nothing asks for different feeds but that a failure shall leave nothing dark
            [
                "srv1,server,R01,1,1,600,,,p[1-2]:C14",
                "srv2,server,R02,1,1,600,,,p[1-2]:C14",
                "pa,pdu,R01,,0,,A,8xC13,",
                "pb,pdu,R02,,0,,B,8xC13,",
            ],
            "[power]\nsurvive = true\napart = false\n",
        ),
    ],
    ids=["odd", "three feeds", "not apart"],
)
def test_what_survives_the_failure_of_a_feed_is_found(
    cli: Any, here: Path, rows: list[str], power: str
) -> None:
    """Also where no PDU can hold room for the worst of all failures; verify recounts each failure."""
    head = "name,kind,rack,unit,height,watts,feed,outlets,inlets"
    (here / "devices.csv").write_text("\n".join([head, *rows]) + "\n")
    other = rows[1].partition(",")[0]
    (here / "cables.csv").write_text(f"a,port a,b,port b\nsrv1,e0,{other},e1\n")
    lists = '[lists]\ndevices = ["devices.csv"]\ncables = ["cables.csv"]\n'
    room = Path(__file__).parents[3] / "examples/room/room.toml"
    text = f'schema = 2\nroom = "{room}"\n{lists}{power}'
    (here / "own.toml").write_text(text)
    ran = cli("plan", "own.toml", "--out", "own")
    assert ran.code == 0, ran.err
    assert verify_plan(here / "own/plan.json").ok


def test_full_racks_reach_over_to_the_next(cli: Any, here: Path) -> None:
    """Nine outlets a PDU: 22 cords of a rack do not fit on 18, and the next rack takes the others."""
    write_open(here, outlets="out[1-9]:C13")
    assert plan(cli).code == 0
    found = cords(here / "out/plan.json")
    away = [key for key, (pdu, _) in found.items() if key[0].startswith("srv0") and pdu[3] != "1"]
    assert len([key for key in found if found[key][0][:4] == "pdu3"]) == 6 + 8
    assert away
    for device in {device for device, _ in found}:
        assert {found[device, inlet][0][-1] for inlet in ("psu-a", "psu-b")} == {"a", "b"}


def test_free_devices_go_where_pdus_carry_them(cli: Any, here: Path) -> None:
    """Seven free switches: beside the servers cables are shortest, and the PDUs there bear 4,900 W."""
    write_open(here, power="survive = true\nreach_m = 0.5", rating="4900 W")
    devices = here / "devices.csv"
    text = devices.read_text()
    for row in [row for row in text.splitlines() if ",switch," in row]:
        name, kind, _, _, *others = row.split(",", 4)
        height = others[0].rpartition("],")[2] if others[0].startswith("-") else others[0]
        text = text.replace(row, f"{name},{kind},,,{height}")
    devices.write_text(text)
    ran = plan(cli)
    assert ran.code == 0, ran.err
    fabric = load_laid(here / "out/plan.json").fabric
    watts = Counter[str]()
    for number, one in enumerate(fabric.devices):
        watts[fabric.cabinet_name(number)] += int(one.watts or 0)
    assert all(load <= 4_900 for load in watts.values())
    assert watts["R01C03"] > 1_400 + 80
    for (device, _), (pdu, _) in cords(here / "out/plan.json").items():
        own = fabric.cabinet_name(fabric.device_named[device])
        assert fabric.cabinet_name(fabric.device_named[pdu]) == own


def test_listed_limits_count_too(cli: Any, here: Path) -> None:
    """Listed cords above the limit of their feed are refused with the load and the remedy."""
    write_corded(here, limit_w=6_389)
    ran = plan(cli)
    assert ran.code == exit_codes.INFEASIBLE
    assert "feed A carries 6,390 W, above its limit of 6,389 W; raise the limit" in ran.err
    assert "feed B carries 6,390 W" in ran.err  # all at once


def test_without_rules_listed_outlets_are_taken_in_order(cli: Any, here: Path) -> None:
    """Lists alone: blank outlets and inlets are the first listed that fit; unknown ones are refused."""
    write_open(here, outlets="out1:C19;out[2-3]:C13")
    (here / "cords.csv").write_text("a,port a,b,port b\nsrv01,psu-a,pdu1a,\nsrv02,,pdu1a,\n")
    lists = ["devices.csv", "pdus.csv", "cords.csv", "--room", "room.toml"]
    ran = cli("plan", *lists, "--out", "out")
    assert ran.code == 0, ran.err
    assert cords(here / "out/plan.json") == {
        ("srv01", "psu-a"): ("pdu1a", "out2"),
        ("srv02", "psu-a"): ("pdu1a", "out3"),
    }
    assert "note: Ratings of 6 PDUs in amperes were read at 230 V" in ran.err
    text = "a,port a,b,port b\nsrv01,psu-a,pdu1a,out9\nsrv02,psu-b,pdu1a,out1\nsrv03,psu-c,pdu2a,\n"
    (here / "cords.csv").write_text(text)
    ran = cli("plan", *lists, "--out", "out2")
    assert ran.code == exit_codes.INVALID_INPUT
    assert "cords.csv: line 2: pdu1a has no outlet 'out9'; one of out1, out2 and out3" in ran.err
    assert "cords.csv: line 3: a cord from srv02 psu-b (C14) does not fit pdu1a out1 (C19)" in ran.err
    assert "cords.csv: line 4: srv03 has no inlet 'psu-c'; one of psu-a and psu-b" in ran.err


def test_a_pdu_s_port_on_the_network_is_no_cord(cli: Any, here: Path) -> None:
    """A cable to a PDU that has a rate counts with the network's: 77 cables, and still 50 cords."""
    write_corded(here)
    cables = here / "cables.csv"
    first, *rows = cables.read_text().splitlines()
    cables.write_text("\n".join([f"{first},rate", *(f"{row}," for row in rows), "pdu1a,mgmt1,1,1G"]))
    ran = plan(cli)
    assert ran.code == 0, ran.err
    assert "77 cables, " in ran.out
    assert "and 50 power cords, 15.0 m." in ran.out
    assert "feed A 6,390 W" in ran.out


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("32 A", "32"), "rating '32' is unreadable; such as 16 A, 32A, 3680 W or 7.4 kW"),
        (("out[1-12]:C13", "out[1-12:C13"), "outlets 'out[1-12:C13' are unreadable"),
        (("out[1-12]:C13", "out1:C13;out1"), "a label is given twice"),
        ((",A,", ",C,"), "is on feed 'C', which [power.feeds] lacks; one of A and B"),
        ((",A,", ",,"), "the feed of pdu1a is not known"),
    ],
    ids=["rating", "range", "twice", "feed", "no feed"],
)
def test_unreadable_pdus_are_refused(cli: Any, here: Path, change: tuple[str, str], message: str) -> None:
    """A rating without a unit, outlets that are no ranges, feeds that the planning file does not have."""
    write_open(here)
    path = here / "pdus.csv"
    path.write_text(path.read_text().replace(*change))
    ran = plan(cli)
    assert ran.code == exit_codes.INVALID_INPUT
    assert message in ran.err
    assert not (here / "out").exists()


def test_a_plan_that_grows_keeps_its_cords(cli: Any, here: Path) -> None:
    """Two servers more: 50 cords stay at their outlets with their ids, and four are new."""
    write_open(here, outlets="out[1-14]:C13", limit_w=14_000)
    assert plan(cli).code == 0
    before = load_laid(here / "out/plan.json").fabric
    devices = here / "devices.csv"
    devices.write_text(f'{devices.read_text()}\nsrv[17-18],server,R01C03,1+,2,600,"psu-[a,b]:C14"\n')
    ran = cli("grow", "out/plan.json", "plan.toml", "--out", "new.json")
    assert ran.code == 0, ran.err
    after = load_laid(here / "new.json").fabric
    kept, grown = cords(here / "out/plan.json"), cords(here / "new.json")
    assert {key: end for key, end in grown.items() if key in kept} == kept
    assert {key[0] for key in grown if key not in kept} == {"srv17", "srv18"}
    ids = {before.cables[number].id for number in before.power_cords}
    now = {after.cables[number].id for number in after.power_cords}
    assert ids < now
    assert min(now - ids) > max(cable.id for cable in before.cables)
    assert verify_plan(here / "new.json").ok


def test_netbox_s_files_lead_back_to_the_same_power(cli: Any, here: Path) -> None:
    """Written for NetBox and planned from that folder: every cord, inlet, outlet, feed, rating and load."""
    write_open(here, outlets="out[1-12]:C13;out13:C39", rating="3.5 kW")
    assert plan(cli).code == 0
    assert cli("export", "out/plan.json", "--to", "netbox", "--out", "box").code == 0
    ran = cli("plan", "box", "--room", "room.toml", "--out", "again")
    assert ran.code == 0, ran.err
    assert "feed A 6,390 W, feed B 6,390 W" in ran.out  # limits of feeds are no part of NetBox's files
    one, other = (load_laid(here / f"{name}/plan.json").fabric for name in ("out", "again"))
    assert cords(here / "again/plan.json") == cords(here / "out/plan.json")
    power = [
        {
            device.name: (device.inlets, device.outlets, device.feed, device.rating_w)
            for device in own.devices
        }
        for own in (one, other)
    ]
    assert power[0] == power[1]
    ids = [{own.cables[number].id for number in own.power_cords} for own in (one, other)]
    assert ids[0] == ids[1]


def test_devices_without_cords_are_not_said_to_stay_on(cli: Any, here: Path) -> None:
    """The failure of a feed says nothing of a device whose cords no list gives."""
    write_corded(here)
    cords = here / "cords.csv"
    lines = [line for line in cords.read_text().splitlines() if not line.startswith("mgmt1")]
    cords.write_text("\n".join(lines) + "\n")
    ran = plan(cli)
    assert "no device with power cords goes dark (1 device has none listed)" in ran.out
