"""What devices and cables must keep, listed or imported: what cannot be is named, however it is signed."""

import copy
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from netfloor.plans.file import document_sha256, laid_document
from netfloor.plans.laid import LaidFabric
from netfloor.plans.verify import verify_plan
from tests.fixtures.fabrics import ROOM, call
from tests.fixtures.rows import by_rows, row_edit

Document = dict[str, Any]
Edit = Callable[[Document], object]
#: Servers in two cabinets below one switch, an uplink of two cables.
LIST = """\
a,port a,type a,rack a,unit a,b,port b,type b,rack b,unit b,rate,id
leaf1,Eth1/1,switch,A01,28,srv1,eth0,server,A01,1,25G,
leaf1,Eth1/2,switch,A01,28,srv2,eth0,server,A02,1,25G,
leaf1,Eth1/3,switch,A01,28,srv3,eth0,server,A02,2,25G,
leaf1,Eth1/49,switch,A01,28,spine1,Eth1/1,switch,A03,30,100G,up-1
leaf1,Eth1/50,switch,A01,28,spine1,Eth1/2,switch,A03,30,100G,up-2
"""
BROKEN = "srv\n\x1b[31m1"


@pytest.fixture(scope="module")
def good(laid: LaidFabric, tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Document]:
    """Return a plan of lists and an imported one, each right."""
    folder = tmp_path_factory.mktemp("imported")
    (folder / "room.toml").write_text(ROOM)
    (folder / "list.csv").write_text(LIST)
    words = ("--from", "csv", "--room", folder / "room.toml", "--out", folder / "plan.json", "-q")
    assert call("import", folder / "list.csv", *words) == 0
    return {"lists": laid_document(laid), "imported": json.loads((folder / "plan.json").read_text())}


def device(which: str, /, **changes: object) -> Edit:
    """Return an edit of a device by its name."""

    def edit(document: Document) -> None:
        row_edit("devices", document["devices"]["name"].index(which), **changes)(document)

    return edit


def cable(number: int, **changes: object) -> Edit:
    """Return an edit of a cable by its place."""
    return row_edit("cables", number, **changes)


def both(*edits: Edit) -> Edit:
    """Return several edits as one."""
    return lambda document: [edit(document) for edit in edits]


def second_into_the_first(document: Document) -> None:
    """Put the second server where the first is, its cable as long where both are on one switch."""
    device("srv2", cabinet="A01", unit=1)(document)
    if document.get("ports") == "imported":
        by_rows("cables", lambda rows: rows[3].update(length_mm=rows[2]["length_mm"]))(document)


def first_into_the_leaf(document: Document) -> None:
    """Put the first server where the middle of it is in its switch."""
    unit = document["devices"]["unit"][document["devices"]["name"].index("leaf1")]
    device("srv1", unit=unit - 1, height=3)(document)


def to_itself(document: Document) -> None:
    """Let the first cable end where it begins."""
    by_rows("cables", lambda rows: rows[0].update(b=rows[0]["a"]))(document)


def all_guids(document: Document) -> None:
    """Give every device the same GUID."""
    document["devices"]["guid"] = "00000000000000aa"


#: Of either kind of plan: the edit, and what a problem must say.
FORGED: dict[str, tuple[Edit, str]] = {
    "two servers in one unit": (second_into_the_first, "device srv2: unit 1 of A01 is taken by srv1"),
    "a server inside a switch": (first_into_the_leaf, "device srv1: unit"),
    "a name twice": (device("srv2", name="srv1"), "device srv1: is listed twice"),
    "a name twice, one with a GUID": (
        both(device("srv2", name="srv1"), device("srv1", guid="000000000000001a")),
        "device srv1: is listed twice",
    ),
    "a name of a switch": (device("srv2", name="spine1"), "device spine1: is listed twice"),
    "a name that a terminal obeys": (device("srv1", name=BROKEN), "holds a control character"),
    "a label twice": (cable(1, label_b="Eth1/1"), "port Eth1/1 of spine1 holds cable"),
    "a label that a terminal obeys": (cable(0, label_b="Eth\x1b"), "label_b holds a control character"),
    "an id that a terminal obeys": (cable(0, id="C\n1"), "id holds a control character"),
    "an id twice": (both(cable(0, id="up-9"), cable(1, id="up-9")), "cable up-9: is listed twice"),
    "no rate": (cable(0, gbps=0.0), "0.0 Gb/s is not a rate"),
    "hardly a rate": (cable(0, gbps=1e-300), "1e-300 Gb/s is not a rate"),
    "a rate of no link": (cable(0, gbps=1e9), "1000000000.0 Gb/s is not a rate"),
    "ports beyond any device": (device("srv1", ports=10**9), "device srv1: 1000000000 ports"),
    "a piece of no cable": (cable(0, piece="ZZZ"), "its piece 'ZZZ' is not a cable"),
    "a link of no cable": (cable(0, link="ZZZ"), "its link 'ZZZ' is not a cable"),
    "ports joined inside a switch": (device("leaf1", passes="1>2"), "joins ports and is not a panel"),
    "a position before the first": (
        device("srv1", kind="panel", ports=2, passes="1>2:0"),
        "device srv1: position 0",
    ),
    "a port joined twice": (
        device("srv1", kind="panel", ports=3, passes="1>2 1>3"),
        "device srv1: joins a port twice",
    ),
    "a port joined that there is not": (
        device("srv1", kind="panel", passes="1>7"),
        "device srv1: joins a port that it does not have",
    ),
    "one GUID": (all_guids, "has the GUID of"),
    "watts beyond any device": (device("srv1", watts=1e9), "device srv1: 1e+09 W"),
    "a weight beyond any device": (device("srv1", kilograms=1e9), "device srv1: 1e+09 kg"),
    "a height beyond any device": (device("srv1", height=10**6), "device srv1: 1000000 U"),
    "a model that a terminal obeys": (device("srv1", model="\x1b]0;x"), "model holds a control"),
    "a feed of two lines": (device("srv1", feed="A\nB"), "feed holds a control character"),
    "an attribute that a terminal obeys": (
        device("srv1", attributes={"owner": "\x1b[2J"}),
        "attributes holds a control character",
    ),
    "a kind of cable of two lines": (cable(0, kind="DAC\r\nAOC"), "kind holds a control character"),
    "a cabinet that there is not": (device("srv1", cabinet="Z9"), "there is no cabinet 'Z9'"),
    "unit 0": (device("srv1", unit=0), "device srv1: unit 0"),
    "a unit above the cabinet": (device("srv1", unit=77), "device srv1: unit 77"),
    "an unknown kind": (device("srv1", kind="toaster"), "there is no kind 'toaster'"),
    "a port twice": (cable(1, port_b=1), "of spine1 holds cable"),
    "port 0": (cable(0, port_b=0), "has no port 0"),
    "a device that there is not": (cable(0, b=77), "there is no device 77"),
    "a cable to itself": (to_itself, "joins a device to itself"),
    "a title of two lines": (lambda plan: plan.update(title="a\nb"), "title: holds a control character"),
    "a note that a terminal obeys": (
        lambda plan: plan.update(notes=["\x1b[2J"]),
        "notes: hold a control character",
    ),
}


@pytest.mark.parametrize("kind", ["lists", "imported"])
@pytest.mark.parametrize("name", FORGED)
def test_what_cannot_be_is_named(good: Mapping[str, Document], here: Path, name: str, kind: str) -> None:
    """One rule for both kinds of plan; no message repeats what a terminal would obey."""
    edit, words = FORGED[name]
    forged = copy.deepcopy(good[kind])
    edit(forged)
    assert forged != good[kind]
    forged["sha256"] = document_sha256(forged)
    (here / "forged.json").write_text(json.dumps(forged))
    found = verify_plan(here / "forged.json")
    assert any(words in problem for problem in found.problems), found.problems
    assert not any("\x1b" in problem or "\n" in problem for problem in found.problems)


@pytest.mark.parametrize("kind", ["lists", "imported"])
def test_the_plans_that_forgers_begin_with_are_right(
    good: Mapping[str, Document], here: Path, kind: str
) -> None:
    """No problem before an edit."""
    (here / "plan.json").write_text(json.dumps(good[kind]))
    assert verify_plan(here / "plan.json").problems == ()


@pytest.mark.parametrize(
    ("edit", "words"),
    [
        (cable(1, port_b=3), "device spine1: its port 3 is labelled Eth1/2"),
        (both(cable(0, port_b=2), cable(1, port_b=1)), "device spine1: its port 2 is labelled Eth1/1"),
        (
            both(device("leaf1", ports=77), cable(0, port_a=77)),
            "device leaf1: its port 77 is labelled Eth1/49",
        ),
        (device("spine1", height=0), "device spine1: has a unit and a height of 0"),
        (device("spine1", unit=None), "device spine1: has no unit"),
        (device("spine1", cabinet=""), "device spine1: is in no cabinet"),
        (lambda plan: plan.update(name="a\x07"), "name: holds a control character"),
    ],
)
def test_lists_say_more(good: Mapping[str, Document], here: Path, edit: Edit, words: str) -> None:
    """A port has the number that its label ends in; every device has its place."""
    forged = copy.deepcopy(good["lists"])
    device("spine1", ports=3)(forged)
    edit(forged)
    forged["sha256"] = document_sha256(forged)
    (here / "forged.json").write_text(json.dumps(forged))
    found = verify_plan(here / "forged.json").problems
    assert any(words in problem for problem in found), found
