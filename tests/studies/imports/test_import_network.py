"""A fabric without places is a network and a list to fill in, or is placed in a given room."""

import csv
import shlex

import pytest

from netfloor.plans.verify import verify_plan

NET = """\
Switch\t8 "Switch1"
[1]\t"Hca1"[1]
[3]\t"Switch2"[3]
[4]\t"Switch2"[4]

Switch 8 "Switch2"
[3]\t"Switch1"[3]
[4]\t"Switch1"[4]

Hca\t2 "Hca1"
[1]\t"Switch1"[1]
"""


@pytest.fixture
def net(here):
    """Return a net list of two switches, two cables between them, and a host; no name says a cabinet."""
    (here / "net").write_text(NET)
    return "net"


def rows_of(path):
    """Return the rows of a CSV by its headings."""
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_without_places_there_is_a_network_and_a_list(cli, net, here):
    """``--network``: a graph that other commands take, hosts included, and one row a switch."""
    document = cli("import", net, "--from", "ibnetdiscover", "--network", "net.graphml", "--json").json()
    assert (document["routers"], document["links"], document["hosts"]) == (2, 2, 1)
    shown = cli("topology", "show", document["network"], "--json").json()
    assert (shown["routers"], shown["links"], shown["endpoints"]) == (2, 2, 1)
    rows = rows_of(here / "net.places.csv")
    assert [row["switch"] for row in rows] == document["switches"] == ["Switch1", "Switch2"]
    assert [(row["links"], row["hosts"], row["cabinet"]) for row in rows] == [
        ("2", "1", ""),
        ("2", "0", ""),
    ]
    assert rows[0]["attached_to"] == "Hca1 | Switch2"
    assert not (here / "plan.json").exists()


def test_the_list_filled_in_is_the_places(cli, net, here):
    """Its own columns are passed over, rows not filled in yet are counted as without a cabinet."""
    steps = cli("import", net, "--from", "ibnetdiscover", "--network", "n.graphml", "--json").json()[
        "next_steps"
    ]
    form = (here / "n.places.csv").read_text()
    (here / "n.places.csv").write_text(form.replace("Switch1,,", "Switch1,A01,40"))
    words = shlex.split(steps["with its places"])[1:]
    refused = cli(*words)
    assert refused.code == 3
    assert "1 of 2 switches have no cabinet, such as Switch2" in refused.err
    (here / "n.places.csv").write_text(
        form.replace("Switch1,,", "Switch1,A01,40").replace("Switch2,,", "Switch2,A02,")
    )
    assert cli(*words).code == 0
    assert verify_plan(here / "plan.json").ok


def test_a_filled_in_list_is_not_written_over(cli, net, here):
    """Written again it is the same; once somebody wrote in it, it stays."""
    words = ("import", net, "--from", "ibnetdiscover", "--network", "n.graphml")
    assert cli(*words).code == 0
    assert cli(*words).code == 0
    (here / "n.places.csv").write_text("switch,cabinet\nSwitch1,A01\n")
    assert cli(*words).code == 3
    assert cli(*words, "--force").code == 0


def test_a_fabric_is_placed_in_a_room(cli, net, here):
    """``--place``: names and hosts stay, the plan holds, the same seed gives the same bytes."""
    words = ("import", net, "--from", "ibnetdiscover", "--place", "--room", "grid:2x2", "--iterations", 50)
    document = cli(*words, "--out", "a.json", "--json").json()
    assert (document["links"], document["hosts"], document["room_derived"]) == (2, 1, False)
    assert verify_plan(here / "a.json").ok
    assert '"Switch2"' in (here / "a.json").read_text()
    cli(*words, "--out", "b.json")
    assert (here / "a.json").read_bytes() == (here / "b.json").read_bytes()


def test_names_that_a_spreadsheet_would_run_find_their_switch(cli, here):
    """The list neutralises them, and is read back all the same."""
    (here / "f.csv").write_text("router_a,router_b\n=one,-two\n")
    assert cli("import", "f.csv", "--from", "edges", "--network", "n.graphml").code == 0
    form = (here / "n.places.csv").read_text()
    assert "\n'=one,," in form
    (here / "n.places.csv").write_text(form.replace("'=one,", "'=one,A01").replace("'-two,", "'-two,A02"))
    assert cli("import", "f.csv", "--from", "edges", "--locations", "n.places.csv").code == 0


def test_two_fabrics_of_one_folder_have_a_list_each(cli, net, here):
    """It is called by the network, so the second does not meet the first."""
    (here / "f.csv").write_text("router_a,router_b\none,two\n")
    assert cli("import", net, "--from", "ibnetdiscover", "--network", "old.graphml").code == 0
    first = (here / "old.places.csv").read_bytes()
    document = cli("import", "f.csv", "--from", "edges", "--network", "new.graphml", "--json").json()
    assert document["places"] == "new.places.csv"
    assert [row["switch"] for row in rows_of(here / "new.places.csv")] == ["one", "two"]
    assert (here / "old.places.csv").read_bytes() == first


@pytest.mark.parametrize("cabinet", ["", "A01"])
def test_the_places_of_another_fabric_are_recognised(cli, net, here, cabinet):
    """Filled in or not: none of its names is one of the fabric, which says more than the first line."""
    (here / "places.csv").write_text(f"switch,cabinet\ncore1,{cabinet}\ncore2,{cabinet}\n")
    ran = cli("import", net, "--from", "ibnetdiscover", "--locations", "places.csv")
    assert ran.code == 3
    assert "places.csv: none of its 2 names is in " in ran.err
    assert not (here / "plan.json").exists()


def test_switches_of_one_name_are_told_apart(cli, here):
    """By the GUID after the name, or in its column."""
    text = "".join(
        f'switchguid=0x{i}(1)\nSwitch 4 "S-000000000000000{i}" # "factory" base\n'
        f'[1] "S-000000000000000{3 - i}"[1] # "factory" lid 1 4xHDR\n'
        for i in (1, 2)
    )
    (here / "f.net").write_text(text)
    cli("import", "f.net", "--from", "ibnetdiscover", "--network", "n.graphml")
    first, second = (row["guid"] for row in rows_of(here / "n.places.csv"))
    (here / "n.places.csv").write_text(f"guid,switch,cabinet\n{first},factory,A01\n{second},,A02\n")
    assert cli("import", "f.net", "--from", "ibnetdiscover", "--locations", "n.places.csv").code == 0


def test_one_switch_has_a_list_but_no_network(cli, here):
    """Nothing can be placed, which is no mistake of the file."""
    (here / "one.csv").write_text("router_a,router_b,type_b\nsw,h1,host\nsw,h2,host\n")
    ran = cli("import", "one.csv", "--from", "edges", "--network", "n.graphml")
    assert ran.code == 0
    assert "no cable joins two switches" in ran.err
    assert not (here / "n.graphml").exists()
    assert rows_of(here / "n.places.csv")[0]["attached_to"] == "h1 | h2"
    ran = cli("import", "one.csv", "--from", "edges", "--place", "--room", "grid:1x1", "--iterations", 1)
    assert ran.code == 0
    assert verify_plan(here / "plan.json").ok


@pytest.mark.parametrize(
    ("options", "code", "says"),
    [
        (("--network", "n.txt"), 3, "end it in .graphml"),
        (("--network", "n.graphml", "--place"), 2, "--network"),
        (("--place",), 3, "--room"),
        (("--place", "--room", "small.toml"), 4, "do not fit"),
        (("--iterations", 5), 2, "--place"),
    ],
)
def test_requests_that_contradict_each_other_are_refused(cli, net, here, options, code, says):
    """Nothing is written."""
    (here / "small.toml").write_text("[grid]\nrows = 1\ncolumns = 1\nslots_per_cabinet = 1\n")
    before = sorted(here.iterdir())
    ran = cli("import", net, "--from", "ibnetdiscover", *options)
    assert ran.code == code
    assert says in ran.err
    assert sorted(here.iterdir()) == before
