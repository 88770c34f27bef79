"""Plans of lists, each made by its command in a folder of its own; one of a graph, one of an export."""

import json
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import networkx as nx

import netfloor as nf
from tests.fabric.test_imported_panels import FILES

ROOT = Path(__file__).parents[3]
Document = dict[str, Any]
ROOM = """
schema = 1
name = "hall"
hall = { outline_m = [[0, 0], [9, 0], [9, 9], [0, 9]] }
tray = [{ name = "T", points_m = [[1, 2], [7, 2]], height_m = 2.6, access_m = 2 }]
row = [{ name = "A", start_m = [2, 2], count = 4, units = 12, power_limit_w = 4000 }]
"""
DEVICES = """\
name,kind,rack,unit,height,watts,kg,asset
spine1,switch,,,1,350,10,X1
leaf[1-2],switch,,,1,250,9,X2
mgmt1,switch,A03,,1,80,4,X3
srv[1-2],server,A01,1+,2,600,25,X4
srv3,server,A02,5,2,600,25,X5
"""
CABLES = """\
a,b,count,rate
leaf[1-2],spine1,2,100G
srv[1-3],leaf1,1,25G
srv[1-3],leaf2,1,25G
spine1,mgmt1,1,1G
leaf[1-2],mgmt1,1,1G
srv[1-3],mgmt1,1,1G
"""
PLANNING = """
schema = 2
room = "room.toml"
catalogue = "parts.toml"
[layout]
objective = "{}"
[lists]
devices = ["devices.csv"]
cables = ["cables.csv"]
[[rule]]
apart = ["leaf1", "leaf2"]
by = "cabinet"
"""
FORMULAS = """
schema = 2
room = "room.toml"
[networks.compute]
spec = "leafspine:2,2,t=2"
names = "sw-{number:03}"
model = "SW32"
height = 2
[networks.control]
spec = "complete:2,endpoints=4"
gbps = 1
height = 1
[lists]
devices = ["formula_devices.csv"]
cables = ["formula_cables.csv"]
"""
FORMULA_DEVICES = """\
name,kind,rack,unit,height
sw-001,switch,A01,10,2
srv[1-2],server,,,1
"""
FORMULA_CABLES = """\
a,port a,b,port b,rate,id
srv[1-2],eth0,sw-00[1-2],,25G,
srv[1-2],bmc,control.0,,1G,
sw-001,3,sw-003,1,,LINK-1
"""
#: Files that the kinds below are made of.
TEXTS = {
    "room.toml": ROOM,
    "devices.csv": DEVICES,
    "cables.csv": CABLES,
    "for_parts.toml": PLANNING.format("parts"),
    "for_longest.toml": PLANNING.format("longest").replace('catalogue = "parts.toml"\n', ""),
    "formulas.toml": FORMULAS,
    "formula_devices.csv": FORMULA_DEVICES,
    "formula_cables.csv": FORMULA_CABLES,
    "mapped.csv": "Kasten,art,rack,unit,height\nsw[1-2],Rechner,A0[1-2],10,1\nsrv[1-3],,A01,1+,2\n",
    "joined.csv": "a,b,rate\nsw1,sw2,100G\nsrv[1-3],sw1,25G\n",
    "grew.csv": "name,kind,height\nspine1,switch,1\nleaf[1-2],switch,1\nsrv[1-4],server,2\n",
    "grew_cables.csv": "a,b,rate\nleaf[1-2],spine1,100G\nsrv[1-4],leaf1,25G\nsrv[1-3],leaf2,25G\n",
}
_LISTS = "devices.csv cables.csv --room room.toml"
#: What makes each plan, ``plan`` or ``grow``, in the folder of its kind.
LISTED: Mapping[str, str] = {
    "three racks": "plan plan.toml",
    "racks with power": "plan power.toml",
    "panels": f"plan {_LISTS}",
    "free devices": f"plan {_LISTS}",
    "free, parts": "plan for_parts.toml",
    "free, longest": "plan for_longest.toml",
    "formulas": "plan formulas.toml",
    "mapped columns": "plan mapped.csv joined.csv --room room.toml --map Kasten=name,art=skip "
    "--switches sw*",
    "grown lists": f"plan {_LISTS}",
}
#: Examples that kinds are made of; the others are made of the lists here.
_EXAMPLES = {"three racks": "room", "racks with power": "room", "panels": "panels"}
GRAPH, EXPORTED = "graph with rates", "imported panels"
KINDS = (*LISTED, GRAPH, EXPORTED)


def make_listed(folder: Path, kind: str, run: Callable[[list[str]], object]) -> Document:
    """Return a plan of a kind, made in its folder, which is the current one."""
    if kind == GRAPH:
        return _rated_graph(folder)
    if kind == EXPORTED:
        (folder / "export").mkdir(exist_ok=True)
        for name, text in FILES.items():
            (folder / "export" / name).write_text(text)
        run(["import", "export", "--from", "netbox", "--sources", "--out", "plan.json"])
        return json.loads((folder / "plan.json").read_text())
    if kind in _EXAMPLES:
        shutil.copytree(ROOT / "examples" / _EXAMPLES[kind], folder, dirs_exist_ok=True)
    else:
        shutil.copy(ROOT / "examples/catalogue/parts_cluster.toml", folder / "parts.toml")
        for name, text in TEXTS.items():
            (folder / name).write_text(text)
    run([*LISTED[kind].split(), "--out", "out", "--quiet"])
    if kind == "grown lists":
        run(["grow", "out/plan.json", "grew.csv", "grew_cables.csv", "--out", "new.json", "--quiet"])
        return json.loads((folder / "new.json").read_text())
    for file in (folder / "out").iterdir():
        shutil.copy(file, folder)
    return json.loads((folder / "out/plan.json").read_text())


def _rated_graph(folder: Path) -> Document:
    """Return a plan of a graph made in Python whose links have several rates."""
    graph = nx.Graph()
    for number, (u, v) in enumerate(("ab", "bc", "cd", "da", "ac")):
        graph.add_edge(u, v, gbps=(100.0, 400.0)[number % 2])
    network = nf.network.from_networkx(graph, name="mine", endpoints=1, gbps=25.0)
    nf.place(network, nf.room("grid:2x2"), iterations=200).write(folder / "plan.json")
    return json.loads((folder / "plan.json").read_text())
