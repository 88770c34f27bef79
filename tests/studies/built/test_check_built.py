"""``netfloor check built``: what was planted into a correct dump is found, and nothing else."""

import csv
import io
import json
from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from netfloor.exchange.orders import orders_of_parts, with_orders
from netfloor.exit_codes import CHECK_FAILED
from netfloor.plans.load import load_plan
from netfloor.plans.order.parts_list import parts_list
from netfloor.plans.plan_fabric import fabric_of_plan

SWITCHES = [str(number) for number in range(18)]


@pytest.fixture
def plan(cli, here):
    """Return a plan of 18 switches of five links and a server each, in cabinets of three."""
    (here / "room.toml").write_text("[grid]\nrows = 2\ncolumns = 3\nslots_per_cabinet = 3\n")
    words = ("--room", "room.toml", "--endpoints", 1, "--iterations", 100, "--out", "plan.json")
    assert cli("layout", "slimfly:3", *words).code == 0
    return Path("plan.json")


def cables(plan, *, hosts=False):
    """Return the cables of a plan as lists of device, port, device, port."""
    fabric = fabric_of_plan(load_plan(plan))
    rows = []
    for cable in fabric.cables:
        ends = [(fabric.devices[end.device], end.port) for end in cable.ends]
        if hosts or all(device.kind == "switch" for device, _ in ends):
            rows.append([cell for device, port in ends for cell in (device.name, port)])
    return rows


def check(cli, plan, rows, *words):
    """Compare rows with a plan; return exit code and document."""
    text = io.StringIO()
    csv.writer(text).writerows(rows)
    Path("found.csv").write_text(text.getvalue())
    ran = cli("check", "built", plan, "found.csv", "--from", "csv", "--json", *words)
    return ran.code, json.loads(ran.out)


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_what_was_planted_is_found(cli, plan, data):
    """Swaps, missing, extra, miscabled and replugged cables, each with its ends and its steps."""
    rows = cables(plan)
    pairs = [{row[0], row[2]} for row in rows]
    kinds = data.draw(
        st.lists(st.sampled_from(["swapped", "missing", "miscabled", "other port"]), max_size=8)
    )
    order = data.draw(st.permutations(range(len(rows))))
    planted, steps, gone = Counter(), 0, []
    for kind in kinds:
        one = rows[order[0]]
        order = order[1:]
        before = list(one)
        if kind == "swapped":
            apart = (
                i for i in order if len({*one[::2], *rows[i][::2]}) == 4 and not shares(pairs, one, rows[i])
            )
            other = next(apart, None)
            if other is None:
                continue
            order = [i for i in order if i != other]
            rows[other][2:], one[2:] = one[2:], rows[other][2:]
            pairs += [{one[0], one[2]}, {rows[other][0], rows[other][2]}]
        elif kind == "miscabled":
            far = next(name for name in SWITCHES if name not in one and {one[0], name} not in pairs)
            pairs.append({one[0], far})
            one[2:] = [far, 40 + steps]
        elif kind == "other port":
            one[3] = 70 + steps
        else:
            gone.append(one)
        planted[kind] += 2 if kind == "swapped" else 1
        steps += 2 if kind == "swapped" else 1
        assert one != before or kind == "missing"
    apart = [(a, b) for a, b in combinations(SWITCHES, 2) if {a, b} not in pairs]
    extra = data.draw(st.integers(0, 3))
    planted["extra"] += extra
    found = [row for row in rows if row not in gone]
    found += [[a, 100 + i, b, 100 + i] for i, (a, b) in enumerate(apart[:extra])]
    code, document = check(cli, plan, found)
    assert document["counts"] == {kind: count for kind, count in planted.items() if count}
    assert document["least_steps"] == len(document["steps"]) == steps + extra
    assert document["right_cables"] == len(rows) - sum(planted.values()) + extra
    assert code == (CHECK_FAILED if planted.total() else 0)


def shares(pairs, one, other):
    """Return whether exchanging the far ends would join two switches that are joined."""
    return {one[0], other[2]} in pairs or {other[0], one[2]} in pairs


def test_other_ports_of_the_same_switches_may_be_tolerated(cli, plan):
    """All ports renumbered: every cable is at another port, and as planned with --any-port."""
    rows = [[a, p + 10, b, q + 10] for a, p, b, q in cables(plan)]
    code, document = check(cli, plan, rows)
    assert (code, document["counts"]) == (CHECK_FAILED, {"other port": len(rows)})
    code, document = check(cli, plan, rows, "--any-port")
    assert (code, document["ok"], document["least_steps"]) == (0, True, 0)


@pytest.mark.parametrize("text", ["", "Eth1/{}/1"])
def test_ports_without_numbers_are_never_the_right_ports(cli, plan, text):
    """They are compared by device: the answer says so, and one missing cable is one problem, not many."""
    rows = [[a, text.format(p), b, text.format(q)] for a, p, b, q in cables(plan)]
    code, document = check(cli, plan, rows)
    assert (code, document["any_port"]) == (0, True)
    assert document["verdict"] == f"built as planned: {len(rows)} cables between the right devices"
    assert any(
        f"{2 * len(rows)} of {2 * len(rows)} ends have no port number" in one for one in document["notes"]
    )
    joined = {name for row in rows for name in row[::2] if rows[1][0] in row[::2]}
    rows[1][2:] = next(name for name in SWITCHES if name not in joined), text.format(40)
    code, document = check(cli, plan, rows[1:])
    assert (code, document["counts"]) == (CHECK_FAILED, {"miscabled": 1, "missing": 1})


def test_servers_without_port_numbers_are_at_those_of_their_switch_ports(cli, plan):
    """The ports of the switches are checked as ever."""
    rows = cables(plan, hosts=True)
    blank = [[a, "" if a[0] == "h" else p, b, "" if b[0] == "h" else q] for a, p, b, q in rows]
    assert check(cli, plan, blank)[1]["verdict"].endswith("cables at the right ports")
    blank[0][1] = 50
    assert check(cli, plan, blank)[1]["counts"] == {"other port": 1}


def test_the_answer_is_one_line_where_all_is_right(cli, plan):
    """Servers are known by name, or by their switch port where the dump calls them otherwise."""
    rows = cables(plan, hosts=True)
    assert (
        check(cli, plan, rows)[1]["verdict"] == f"built as planned: {len(rows):,} cables at the right ports"
    )
    renamed = [
        [{"h": "node"}.get(a[0], "") + a, p, {"h": "node"}.get(b[0], "") + b, q] for a, p, b, q in rows
    ]
    code, document = check(cli, plan, renamed)
    assert code == 0
    assert any("is not checked" in note for note in document["notes"])


def test_files_by_lldp_may_be_called_with_the_domain(cli, plan):
    """``0.example.com.json`` is the neighbour that others call ``0``: one device, not two."""
    folder = Path("lldp")
    folder.mkdir()
    rows = cables(plan)
    for name in SWITCHES:
        heard = [
            (f"swp{row[i + 1]}", row[2 - i], f"swp{row[3 - i]}")
            for row in rows
            for i in (0, 2)
            if row[i] == name
        ]
        (folder / f"{name}.example.com.json").write_text(LLDP["json"](heard).replace(".example.com", ""))
    ran = cli("check", "built", plan, "lldp", "--from", "lldp", "--json")
    assert ran.code == 0, ran.out + ran.err
    assert json.loads(ran.out)["found_cables"] == len(rows)


def test_a_file_without_switches_is_told_so(cli, plan):
    """There is no name to compare, and no empty one is shown."""
    Path("found.csv").write_text("a,eth0,b,eth0\n")
    ran = cli("check", "built", plan, "found.csv", "--from", "csv")
    assert ran.code == 3
    assert "none of its 2 devices is a switch" in ran.err


def test_a_link_that_one_end_alone_reports_is_not_as_planned(cli, plan):
    """It is a row of its own and exit code 6; servers without a record may report nothing."""
    assert cli("export", plan, "--to", "ibsim", "--out", "ib").code == 0
    dump = Path("ib/fabric.net")
    blocks = dump.read_text().split("\n\n")
    dump.write_text("\n\n".join(block for block in blocks if "\nCa" not in block))
    words = ("check", "built", plan, dump, "--from", "ibnetdiscover", "--json")
    assert cli(*words).code == 0
    lines = dump.read_text().splitlines(keepends=True)
    lines.remove(next(line for line in lines if line.startswith('[3]\t"S-')))
    dump.write_text("".join(lines))
    ran = cli(*words)
    document = json.loads(ran.out)
    assert (ran.code, document["counts"]) == (CHECK_FAILED, {"one end only": 1})
    assert (document["right_cables"], document["steps"]) == (document["planned_cables"] - 1, [])
    assert document["verdict"].endswith("at the right ports; reported by one end only: 1")


@pytest.mark.parametrize("form", ["json", "json0", "keyvalue"])
def test_neighbours_by_lldp_are_the_plan(cli, plan, form):
    """A file a switch, in each of lldpctl's forms; FQDNs, management ports and their hubs do no harm."""
    folder = Path("lldp")
    folder.mkdir()
    heard = {}
    for a, p, b, q in cables(plan, hosts=True):
        for near, port, far, far_port in ((a, p, b, q), (b, q, a, p)):
            heard.setdefault(near, []).append((f"swp{port}", far, f"swp{far_port}"))
    for name, neighbours in heard.items():
        if not name.startswith("h"):
            text = LLDP[form]([*neighbours, ("mgmt0", "hub", "ge-0/0/1"), ("mgmt0", "other", "1")])
            (folder / f"{name}.txt").write_text(text)
    ran = cli("check", "built", plan, "lldp", "--from", "lldp", "--json")
    assert ran.code == 0, ran.out + ran.err
    assert ran.json()["right_cables"] == len(cables(plan, hosts=True))


def lldp_json(neighbours):
    """Return what lldpctl -f json prints."""
    entries = [
        {
            port: {
                "chassis": {
                    f"{far}.example.com": {
                        "id": {"type": "mac", "value": "aa:bb"},
                        "capability": [{"type": "Bridge", "enabled": not far.startswith("h")}],
                    }
                },
                "port": {"id": {"type": "mac", "value": "cc:dd"}, "descr": far_port},
            }
        }
        for port, far, far_port in neighbours
    ]
    return json.dumps({"lldp": {"interface": entries}})


def lldp_json0(neighbours):
    """Return what lldpctl -f json0 prints."""
    entries = [
        {
            "name": port,
            "chassis": [
                {
                    "id": [{"type": "mac", "value": "aa:bb"}],
                    "name": [{"value": far}],
                    "capability": [{"type": "Station", "enabled": far.startswith("h")}],
                }
            ],
            "port": [{"id": [{"type": "ifname", "value": far_port}], "descr": [{"value": "uplink"}]}],
        }
        for port, far, far_port in neighbours
    ]
    return json.dumps({"lldp": [{"interface": entries}]})


def lldp_keyvalue(neighbours):
    """Return what lldpctl -f keyvalue prints, with a description of two lines."""
    lines = []
    for port, far, far_port in neighbours:
        facts = {
            "via": "LLDP",
            "chassis.mac": "aa:bb",
            "chassis.name": far,
            "chassis.descr": "A switch\nof two lines",
            "chassis.Bridge.enabled": "off" if far.startswith("h") else "on",
            "port.ifname": far_port,
        }
        lines += [f"lldp.{port}.{key}={value}" for key, value in facts.items()]
    return "\n".join(lines) + "\n"


LLDP = {"json": lldp_json, "json0": lldp_json0, "keyvalue": lldp_keyvalue}


def test_one_name_tells_all_others_by_their_cables(cli, plan):
    """Other names entirely: one of them given is enough, also where two cables are exchanged."""
    rows = [[f"box{chr(97 + int(a))}", p, f"box{chr(97 + int(b))}", q] for a, p, b, q in cables(plan)]
    rows[0][2:], rows[30][2:] = rows[30][2:], rows[0][2:]
    Path("names.csv").write_text("found,planned\nboxc,2\n")
    code, document = check(cli, plan, rows, "--names", "names.csv")
    assert code == CHECK_FAILED
    assert document["counts"] == {"swapped": 2}
    assert document["unknown_devices"] == []


def test_structure_counts_where_it_leaves_one_way(cli, plan):
    """Ports tell all switches apart, whatever they are called and in which order they come."""
    rows = [[f"box{chr(97 + int(a))}", p, f"box{chr(97 + int(b))}", q] for a, p, b, q in cables(plan)]
    code, document = check(cli, plan, rows[::-1])
    assert code == 0
    assert any("identified by structure" in note for note in document["notes"])


def test_without_any_name_it_says_what_is_needed(cli, plan):
    """Exit code 3 and the option, where names and structure tell nothing."""
    rows = [["x" + a + "y", 1 + i, "x" + b + "y", 100 + i] for i, (a, _, b, _) in enumerate(cables(plan))]
    text = io.StringIO()
    csv.writer(text).writerows(rows)
    Path("found.csv").write_text(text.getvalue())
    ran = cli("check", "built", plan, "found.csv", "--from", "csv")
    assert ran.code == 3
    assert "--names" in ran.err


def test_a_switch_of_one_cable_is_still_a_switch(cli, plan):
    """A list that has to guess what a device is does not turn a planned switch into a server."""
    rows = cables(plan)
    of_seven = [row for row in rows if "7" in row[::2]]
    code, document = check(cli, plan, [row for row in rows if row not in of_seven[1:]])
    assert code == CHECK_FAILED
    assert document["counts"] == {"missing": len(of_seven) - 1}


def test_a_switch_that_is_not_there_is_named(cli, plan):
    """With its cabinet; its cables are missing, and an unknown switch's are extra."""
    rows = [row for row in cables(plan) if "7" not in row[::2]]
    rows += [["stranger", 1, "0", 50], ["stranger", 2, "1", 50], ["stranger", 3, "2", 50]]
    code, document = check(cli, plan, rows)
    assert code == CHECK_FAILED
    assert [one["device"] for one in document["missing_switches"]] == ["7"]
    assert [one["device"] for one in document["unknown_devices"]] == ["stranger"]
    assert document["counts"]["extra"] == 3
    assert document["counts"]["missing"] == len(cables(plan)) + 3 - len(rows)


def test_the_list_of_plugs_is_walked_in_two_rounds(cli, plan):
    """Every plug is taken out before any is put in, row by row; the same bytes each time."""
    rows = cables(plan)
    rows[0][2:], rows[30][2:] = rows[30][2:], rows[0][2:]
    check(cli, plan, rows[:-1], "--csv", "steps.csv")
    lines = list(csv.DictReader(io.StringIO(Path("steps.csv").read_text())))
    assert [line["round"] for line in lines] == ["1", "1", "2", "2", "2", "2"]
    for turn in "12":
        walk = [line["cabinet"] for line in lines if line["round"] == turn]
        along = sorted(walk, key=lambda name: (name[:3], name[3:] if name[:3] == "R01" else -int(name[4:])))
        assert walk == along
    assert Counter(line["action"] for line in lines) == {"unplug": 2, "plug": 4}


def test_the_page_has_the_verdict_and_every_problem(cli, plan):
    """The verdict of the command, each wrong cable and each step; no problems where all is right."""
    rows = cables(plan)
    assert check(cli, plan, rows, "--switches-only", "--html", "right.html")[0] == 0
    right = Path("right.html").read_text()
    assert "Built as planned" in right
    assert ">Problems<" not in right
    code, document = check(cli, plan, rows[1:], "--switches-only", "--html", "wrong.html")
    wrong = Path("wrong.html").read_text()
    assert code == CHECK_FAILED
    assert document["verdict"] in wrong
    a, port_a, b, port_b = rows[0]
    fabric = fabric_of_plan(load_plan(plan))
    places = {one.name: fabric.place_name(index) for index, one in enumerate(fabric.devices)}
    ends = [f"switch {name} ({places[name]}) port {port}" for name, port in ((a, port_a), (b, port_b))]
    assert f"lay a cable {ends[0]} to {ends[1]}" in wrong


HALL = """
[hall]
outline_m = [[0, 0], [12, 0], [12, 9], [0, 9]]
[[row]]
name = "A"
start_m = [2, 2]
count = 8
pitch_m = 0.6
depth_m = 1.2
front = "left"
switch_units = [40]
"""


@pytest.fixture
def ordered(cli, here):
    """Return a plan in a hall with servers and an order of parts."""
    catalogue = Path(__file__).parents[3] / "examples/catalogue/parts_200g.toml"
    (here / "hall.toml").write_text(HALL)
    (here / "plan.toml").write_text(
        f'title = "Six switches"\nroom = "hall.toml"\ncatalogue = "{catalogue}"\n'
        '[network]\nspec = "random:6,3,seed=1"\nendpoints = 2\ngbps = 200\n'
        '[servers]\nrule = "nearest"\nper_cabinet = 6\n[layout]\niterations = 200\n'
    )
    assert cli("plan", "plan.toml", "--out", "out", "--quiet").code == 0
    return Path("out/plan.json")


def test_every_line_says_which_cable_it_is(cli, ordered):
    """Id, length and part as on the label and the pull sheet: on the screen, in JSON, CSV and page."""
    fabric = order_fabric(ordered)
    rows = cables(ordered, hosts=True)
    rows[0][2:], rows[1][2:] = rows[1][2:], rows[0][2:]
    del rows[-1]
    words = ("--csv", "steps.csv", "--html", "built.html")
    code, told = check(cli, ordered, rows, *words)
    assert code == CHECK_FAILED
    known = {cable.id: cable for cable in fabric.cables}
    wrong = {fabric.cables[0].id, fabric.cables[1].id, fabric.cables[-1].id}
    plugs = list(csv.DictReader(Path("steps.csv").read_text().splitlines()))
    for lines in (told["problems"], told["steps"], plugs):
        assert {line["cable"] for line in lines} == wrong
        for line in lines:
            cable = known[line["cable"]]
            assert float(line["length_m"]) == cable.bought_mm / 1000
            assert line["part"] == cable.part != ""
    page = Path("built.html").read_text()
    assert "<title>As built: Six switches</title>" in page
    screen = cli("check", "built", ordered, "found.csv", "--from", "csv", "--verbose").out
    for name in wrong:
        length = f"{known[name].bought_mm / 1000:.2f}"
        listed = [line for line in screen.splitlines() if name in line]
        assert len(listed) >= 2
        assert all(length in line and known[name].part in line for line in listed)
        assert page.count(f"<td>{name}</td>") == len(listed)
    assert "host " not in screen


def test_a_cable_that_the_plan_has_not_says_so(cli, plan):
    """It has no id; a plan without an order has lengths as routed and no parts, and says so."""
    rows = cables(plan)
    rows.append(["0", 40, "1", 40])
    code, told = check(cli, plan, rows)
    assert code == CHECK_FAILED
    (problem,) = told["problems"]
    assert (problem["cable"], problem["length_m"], problem["part"]) == ("", None, "")
    assert any("parts were not compared" in note for note in told["notes"])
    screen = cli("check", "built", plan, "found.csv", "--from", "csv", "--verbose").out
    assert screen.count("not planned") >= 2


def test_a_file_of_another_plan_is_doubted(cli, plan):
    """Where fewer than half of the cables are as planned, the plan itself may be the wrong one."""
    rows = cables(plan)
    ends = [row[2:] for row in rows]
    turned = [row[:2] + end for row, end in zip(rows, ends[7:] + ends[:7], strict=True)]
    (doubt,) = (note for note in check(cli, plan, turned)[1]["notes"] if "check that PLAN" in note)
    assert doubt.endswith("or map the device names of FILE with --names")
    assert doubt.isprintable()
    assert not any("check that PLAN" in note for note in check(cli, plan, rows)[1]["notes"])
    notes = check(cli, plan, turned)[1]["notes"]
    assert all(note.isprintable() for note in notes)
    assert any("map the device names" in note for note in notes)


def write_lengths(fabric, lengths_m):
    """Write a list of all cables and their lengths, those as ordered where none is given."""
    lines = ["Device A,Port A,Device B,Port B,Length (m)"]
    for cable in fabric.cables:
        ends = [f"{fabric.devices[end.device].name},{end.port}" for end in cable.ends]
        lines.append(",".join([*ends, f"{lengths_m.get(cable.id, cable.bought_mm / 1000):.2f}"]))
    Path("lengths.csv").write_text("\n".join(lines) + "\n")


def test_a_cable_of_another_length_is_not_as_planned(cli, ordered):
    """At the right ports, but longer or shorter than ordered: named with both lengths, with exit code 6."""
    words = ("check", "built", ordered, "lengths.csv", "--from", "csv")
    fabric = order_fabric(ordered)
    write_lengths(fabric, {})
    assert cli(*words).code == 0
    short, long = fabric.cables[0], fabric.cables[-1]
    write_lengths(fabric, {short.id: 0.25, long.id: 99})
    ran = cli(*words, "--json")
    document = json.loads(ran.out)
    assert (ran.code, document["counts"], document["steps"]) == (CHECK_FAILED, {"other length": 2}, [])
    assert {one["cable"]: one["found_length_m"] for one in document["problems"]} == {
        short.id: 0.25,
        long.id: 99,
    }
    assert document["verdict"].endswith("at the right ports; of another length: 2")
    screen = cli(*words, "--verbose").out
    assert ", 0.25 m" in screen
    assert ", 99.00 m" in screen


def test_without_an_order_only_too_short_a_cable_is_wrong(cli, plan):
    """Such a plan knows how long a cable must be, not how long it is bought."""
    fabric = fabric_of_plan(load_plan(plan))
    words = ("check", "built", plan, "lengths.csv", "--from", "csv", "--json")
    for more_m, wrong in ((5.0, {}), (-0.2, {"other length": len(fabric.cables)})):
        write_lengths(fabric, {cable.id: cable.length_mm / 1000 + more_m for cable in fabric.cables})
        assert json.loads(cli(*words).out)["counts"] == wrong


def order_fabric(plan):
    """Return the fabric of a plan with what its own order buys."""
    loaded = load_plan(plan)
    parts = parts_list(loaded)
    orders = orders_of_parts(parts)
    return with_orders(fabric_of_plan(loaded), orders)
