"""The example of panels through every command: one link with its pieces, cords bought, sheets of work."""

import csv
import json
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader

EXAMPLES = Path(__file__).parents[3] / "examples"
PARTS = EXAMPLES / "catalogue/parts_panels.toml"
PLAN = Path("plan/plan.json")


@pytest.fixture
def planned(cli: Any, here: Path) -> Any:
    """Plan the example, and return the command line."""
    lists = [EXAMPLES / "panels" / name for name in ("devices.csv", "cables.csv")]
    ran = cli("plan", *lists, "--room", EXAMPLES / "panels/room.toml", "--out", "plan", "--json")
    assert ran.code == 0, ran.err
    assert here == Path.cwd()
    return cli


def test_the_bill_has_the_cords_and_no_fixed_cable(planned: Any) -> None:
    """Five links of 100 Gb/s and one of 1 Gb/s through panels are two cords each, the first with optics.

    Beside them a copper cable of 100 Gb/s and two patch cords inside a rack; spares are 2 %, rounded up.
    """
    ran = planned("bom", PLAN, "--catalogue", PARTS, "--json")
    bill = ran.json()
    counts = bill["counts"]
    assert (counts["links"], counts["network_links"], counts["host_links"]) == (9, 7, 2)
    assert (counts["panel_links"], counts["transceivers"], counts["cords"]) == (6, 10, 10)
    assert (counts["assemblies"], counts["cages"]) == (5, 18)
    assert all(bill["identities"].values())
    used = {one["part"]: one["used"] for one in bill["parts"]}
    assert used == {"EX-SR4-100": 10, "EX-MPO-1": 9, "EX-MPO-3": 1, "EX-CAT6A-0.5": 4, "EX-DAC-100-3": 1}
    cents = {"EX-SR4-100": 11 * 90, "EX-MPO-1": 10 * 24, "EX-MPO-3": 2 * 28, "EX-DAC-100-3": 2 * 75}
    assert bill["summary"]["parts_cost"] == sum(cents.values()) + 5 * 2.5
    assert bill["listed"]["installed"] == 16
    loss = next(one for one in bill["listed"]["assumed"] if "at most 1.58 dB" in one)
    assert "(2 connectors at 0.75 dB, 26 m at 3 dB/km)" in loss
    assert "ANSI/TIA-568.3-D as commonly quoted, UNVERIFIED" in loss


def test_links_through_panels_are_chosen_with_the_whole_order(planned: Any, here: Path) -> None:
    """Stock that is short is made up by longer cords, a supplier's order is large enough; all is proved."""
    text = PARTS.read_text().replace('part = "EX-MPO-1"', 'part = "EX-MPO-1", stock = 4')
    (here / "short.toml").write_text(text)
    bill = planned("bom", PLAN, "--catalogue", "short.toml", "--json").json()
    bought = {one["part"]: (one["used"], one["to_buy"]) for one in bill["parts"]}
    assert "EX-MPO-1" not in bought
    assert bought["EX-MPO-3"] == (10, 11)  # one spare for all; 3 of the short ones ask for one of their own
    assert (bill["choice"]["proved"], bill["choice"]["counted_cost"]) == (True, 1448.5 - 296 + 308)
    assert {one["limit"] for one in bill["choice"]["limits"]} == {"stock"}
    terms = '\n[[suppliers]]\nname = "Dealer"\nmin_order_value = 1450\nfreight = 10\n'
    (here / "least.toml").write_text(PARTS.read_text() + terms)
    bill = planned("bom", PLAN, "--catalogue", "least.toml", "--json").json()
    (order,) = bill["orders"]
    reached = "1 piece more than needed for 2.50, so that the order reaches its minimum of 1,450.00"
    assert (order["goods"], order["remark"], bill["choice"]["proved"]) == (1451, reached, True)


def test_explain_prints_a_link_piece_by_piece(planned: Any) -> None:
    """From the port of a switch, and the same from the fixed cable; length and delay are sums."""
    for name in ("leaf1:Eth1/1", "fp-a R1", "C000021"):
        document = planned("explain", PLAN, name, "--json").json()
        (link,) = document["links"]
        assert [piece["cable"] for piece in link["pieces"]] == ["C000020", "C000001", "C000021"]
        lengths = [piece["length_mm"] for piece in link["pieces"]]
        assert lengths == [389, 22_000, 389]
        assert (link["length_mm"], link["delay_ns"]) == (22_778, 113.89)
        assert [piece["installed"] for piece in link["pieces"]] == [False, True, False]
    told = planned("explain", PLAN, "leaf1:Eth1/1", "--catalogue", PARTS).out
    assert "C000001  fp-a R1 to fp-b R1          22.000 m, installed, length as listed" in told
    assert "loss at most 1.57 dB" in told
    assert "part   EX-MPO-1, ordered 1 m" in told
    fixed = planned("explain", PLAN, "C000001", "--catalogue", PARTS).out
    assert "already installed, so not bought" in fixed


def test_verify_follows_the_paths_again(planned: Any) -> None:
    """A plan whose sums are wrong, or whose panel joins other ports, is refused."""
    assert planned("verify", PLAN).code == 0
    whole = json.loads(PLAN.read_text())
    assert (whole["totals"]["panel_links"], whole["totals"]["max_link_mm"]) == (6, 24_512)
    for key, value, message in (
        ("panel_links_mm", 1, "totals.panel_links_mm"),
        ("max_link_mm", 22_000, "totals.max_link_mm"),
        ("panel_links", None, "totals.panel_links"),
    ):
        broken = json.loads(PLAN.read_text())
        broken["totals"][key] = value
        PLAN.with_name("broken.json").write_text(json.dumps(broken))
        assert message in planned("verify", "plan/broken.json").out
    for edit, message in (
        ({"passes": lambda text: text.split(" ", 1)[1]}, "totals.panel_links"),
        ({"passes": lambda text: text.split(" ")[0] + " " + text}, "joins a port twice"),
    ):
        broken = json.loads(PLAN.read_text())
        panel = broken["devices"]["name"].index("fp-a")
        broken["devices"]["passes"][panel] = edit["passes"](broken["devices"]["passes"][panel])
        PLAN.with_name("broken.json").write_text(json.dumps(broken))
        assert message in planned("verify", "plan/broken.json").out


def test_sheets_are_of_what_is_to_be_done(planned: Any) -> None:
    """No label and no line for the 16 fixed cables; the port map has the whole way."""
    for form, file, rows in (("labels", "labels.csv", 30), ("pull-sheets", "pull-sheets.csv", 15)):
        ran = planned("export", PLAN, "--to", form, "--out", form)
        assert "no label and no line for 16 installed cables" in ran.err
        text = list(csv.DictReader((Path(form) / file).open()))
        assert (len(text), {row["CableID"] for row in text} & {"C000001", "C000016"}) == (rows, set())
    assert planned("papers", PLAN, "--out", "papers", "--only", "ports").code == 0
    text = "".join(page.extract_text() for page in PdfReader("papers/ports.pdf").pages)
    words = " ".join(text.split())
    assert "fp-a F1 (A01-42), fp-b F1 (B01-42), spine1 Eth1/1 (B01-40)" in words
    assert words.index("F1 leaf1 Eth1/1") < words.index("R1 fp-b R1 (B01-42), fp-b F1 (B01-42)")


def test_a_dump_that_sees_no_panel_is_compared_by_links(planned: Any, here: Path) -> None:
    """Two swapped cords at the far panel: both links are at other ports."""
    rows = [
        *("leaf1,Eth1/1,spine1,Eth1/1", "leaf2,Eth1/1,spine1,Eth1/2", "leaf1,Eth1/2,spine1,Eth1/4"),
        *("leaf2,Eth1/2,spine1,Eth1/3", "nas1,e0,leaf1,Eth1/31", "nas1,e1,spine1,Eth1/31"),
        *("leaf1,mgmt0,mgmt1,Gi0/1", "leaf2,mgmt0,mgmt1,Gi0/2", "spine1,mgmt0,mgmt1,Gi0/3"),
    ]
    (here / "seen.csv").write_text("Device A,Port A,Device B,Port B\n" + "\n".join(rows) + "\n")
    ran = planned("check", "built", PLAN, "seen.csv", "--from", "csv")
    assert "NOT as planned: 7 of 9 cables at the right ports; 2 steps fix the rest" in ran.out
    assert "links through panels are compared from device to device" in ran.err


def test_latency_and_graphs_see_one_link(planned: Any) -> None:
    """22.778 m of cable at 5 ns a metre between the switches with endpoints; no panel is in a graph."""
    assert "0 113.9 113.9" in " ".join(planned("latency", PLAN).out.split())
    assert planned("export", PLAN, "--to", "graphml", "--out", "graph").code == 0
    assert "fp-a" not in Path("graph/network.graphml").read_text()


def test_a_plan_grows_by_a_link_through_panels(planned: Any, here: Path) -> None:
    """The others keep ids, ports and lengths, though the new row is above them; two cords are bought."""
    devices = (EXAMPLES / "panels/devices.csv").read_text()
    cables = (
        (EXAMPLES / "panels/cables.csv")
        .read_text()
        .replace("leaf[1-2],Eth1/1,", "leaf3,Eth1/1,spine1,Eth1/9,100G,,fp-a > fp-b,\nleaf[1-2],Eth1/1,", 1)
    )
    (here / "more.csv").write_text(devices + "leaf3,switch,EX-SW-32X100,A01,,1,350,10,rear\n")
    (here / "cables.csv").write_text(cables)
    ran = planned("grow", PLAN, "more.csv", "cables.csv", "--out", "grown.json", "--catalogue", PARTS)
    assert ran.code == 0, ran.err
    assert "31 of 31 cables with id, ports and length" in ran.out
    assert "added        1 switch; 2 cables" in ran.out
    assert "4 pieces of 2 parts more" in ran.out


#: Two switches and two panels in the racks of the example.
BOXES = """\
name,kind,model,rack,unit,height,watts,kg,face
p1,panel,24 x MPO,A01,42,1,,3,rear
p2,panel,24 x MPO,B01,42,1,,3,rear
s1,switch,EX-SW-32X100,A01,40,1,350,10,rear
s2,switch,EX-SW-32X100,B01,40,1,350,10,rear
"""
HEADS = "a,port a,b,port b,rate,length,via,fibre,loss,installed\n"


@pytest.fixture
def planned_rows(cli: Any, here: Path) -> Any:
    """Return a function that plans rows of cables between the boxes."""

    def plan(*rows: str) -> Any:
        (here / "boxes.csv").write_text(BOXES)
        (here / "rows.csv").write_text(HEADS + "".join(f"{row}\n" for row in rows))
        room = EXAMPLES / "panels/room.toml"
        ran = cli("plan", "boxes.csv", "rows.csv", "--room", room, "--out", "plan")
        assert ran.code == 0, ran.err
        return ran

    return plan


OS2_PARTS = """
[[transceivers]]
part = "EX-DR1"
name = "100G DR1"
connector = "QSFP28"
gbps = 100
fibre_connector = "LC"
fibre = "OS2"
fibres = 2
optics = "100GBASE-DR"
reach_m = 500
power_w = 4
price = 900

[[cords]]
name = "LC cord, OS2"
connector = "LC"
fibre = "OS2"
fibres = 2
lengths = [{ length_m = 2, part = "EX-OS2-2", price = 9 }]
"""


@pytest.mark.parametrize("fixed", ["", "OS2"])
def test_the_fibre_of_a_link_is_what_is_bought(cli: Any, planned_rows: Any, fixed: str) -> None:
    """Whether its own row says OS2 or that of the fixed cable too: dearer parts of OS2, or a refusal."""
    planned_rows(f"p1,R[1-4],p2,R[1-4],,22 m,,{fixed},,", "s1,1,s2,1,100G,,p1 F1 > p2 F1,OS2,,")
    ran = cli("bom", PLAN, "--catalogue", PARTS)
    assert ran.code != 0
    assert "its cables are listed as OS2, but 100GBASE-SR4 needs OM4" in ran.err
    Path("parts.toml").write_text(PARTS.read_text() + OS2_PARTS)
    bill = cli("bom", PLAN, "--catalogue", "parts.toml", "--json").json()
    assert {one["part"]: one["used"] for one in bill["parts"]} == {"EX-DR1": 2, "EX-OS2-2": 2}


def test_a_link_of_two_kinds_of_fibre_is_refused(cli: Any, planned_rows: Any) -> None:
    """Its row says OS2, the row of the fixed cable OM4."""
    planned_rows("p1,R[1-4],p2,R[1-4],,22 m,,OM4,,", "s1,1,s2,1,100G,,p1 F1 > p2 F1,OS2,,")
    ran = cli("bom", PLAN, "--catalogue", PARTS)
    assert ran.code != 0
    assert "its cables are listed as OS2 and OM4" in ran.err
    assert "one kind for all pieces of a link" in ran.err


def test_fixed_cables_that_are_not_there_yet_are_bought(cli: Any, planned_rows: Any) -> None:
    """By the link that goes through one of them; the spare one is named, since nobody knows its plugs."""
    planned_rows("p1,R[1-2],p2,R[1-2],,,,OM4,,no", "s1,1,s2,1,100G,,p1 F1 > p2 F1,,,")
    assert cli("verify", PLAN).code == 0
    refused = cli("bom", PLAN, "--catalogue", PARTS)
    assert refused.code != 0
    assert "1 cable (C000002): they connect panels but no link uses them" in refused.err
    bill = cli("bom", PLAN, "--catalogue", PARTS, "--partial", "--json").json()
    used = {one["part"]: one["used"] for one in bill["parts"]}
    assert used == {"EX-SR4-100": 2, "EX-MPO-1": 2, "EX-MPO-20": 1}


def test_a_measured_loss_is_a_column_that_is_used(cli: Any, planned_rows: Any) -> None:
    """No note says otherwise, and the bill counts it; a heading that is unknown still is noted."""
    ran = planned_rows("p1,R1,p2,R1,,22 m,,OM4,0.45 dB,", "s1,1,s2,1,100G,,p1 F1 > p2 F1,,,")
    assert "not read" not in ran.err
    notes = cli("bom", PLAN, "--catalogue", PARTS, "--json").json()["listed"]["assumed"]
    assert any("0.45 dB measured" in note for note in notes)
    rows = Path("rows.csv").read_text()
    Path("rows.csv").write_text(rows.replace(",loss,", ",lost,"))
    lists = ["boxes.csv", "rows.csv", "--room", EXAMPLES / "panels/room.toml"]
    assert "kept as they are, not read: 'lost' (1 cell)" in cli("plan", *lists, "--out", "other").err


def test_a_bought_fixed_cable_has_the_rate_of_its_link(cli: Any, planned_rows: Any) -> None:
    """None is said to lack one, or to be assumed; where no piece has one, both cords and it lack it."""
    fixed = "p1,R1,p2,R1,,,,OM4,,no"
    for rows in (["s1,1,s2,1,100G,,p1 F1 > p2 F1,,,"], ["s1,1,p1,F1,100G,,,,,", "p2,F1,s2,1,,,,,,"]):
        ran = planned_rows(fixed, *rows)
        assert "No rate is listed" not in ran.err
        told = cli("bom", PLAN, "--catalogue", PARTS)
        assert told.code == 0, told.err
        assert "without a rate" not in told.out
    assert "No rate is listed for 3 cables." in planned_rows(fixed, "s1,1,s2,1,,,p1 F1 > p2 F1,,,").err
    told = cli("bom", PLAN, "--catalogue", PARTS, "--gbps", "100")
    assert "3 cables without a rate: 100 Gb/s assumed." in told.out
