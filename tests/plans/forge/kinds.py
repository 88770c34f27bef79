"""Plans of all kinds, each made by its command in one folder."""

import json
import shutil
import sys
from collections.abc import Collection, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from netfloor.command_line import run
from netfloor.foundation.errors import InputError
from netfloor.layout import bounds
from netfloor.plans.file import document_sha256
from netfloor.plans.verify import Verification, verify_plan
from netfloor.studies.lists.again import read_lists_again
from tests.fixtures.rows import network_cables
from tests.plans.forge import listed

ROOT = Path(__file__).parents[3]
Document = dict[str, Any]
ROOM = """
schema = 1
name = "hall"
hall = { outline_m = [[0, 0], [9, 0], [9, 9], [0, 9]] }
tray = [
    { name = "T", points_m = [[1, 2], [1, 7], [6, 7], [6, 2]], height_m = 2.6, access_m = 2 },
    { name = "U", points_m = [[1, 7], [1, 8], [6, 8], [6, 7]], height_m = 2.6, access_m = 0.1 },
]
row = [
    { name = "A", start_m = [2, 2], count = 4, pitch_m = 1, units = 42, switch_units = [41] },
    { name = "B", start_m = [2, 7], count = 4, pitch_m = 1, units = 42, switch_units = [41] },
]
"""
#: Servers do not fit beside the switches of row B.
CLOSED = ROOM.replace("switch_units = [41]", "switch_units = [39, 41]", 1).replace(
    "units = 42, switch_units = [41] }", "units = 2, switch_units = [2] }"
)
LIQUID = """
schema = 1
hall = { outline_m = [[0, 0], [9, 0], [9, 9], [0, 9]] }
row = [
    { name = "A", start_m = [2, 2], count = 3, switch_units = [41], liquid_limit_w = 24000 },
    { name = "B", start_m = [2, 7], count = 3, switch_units = [41], rear_clear_m = 0.5, empty_kg = 150 },
]
tiles = { limit_kg = 900 }
"""
GRID = "[grid]\nrows = 3\ncolumns = 3\n"
NETWORK = """
room = "{room}"
catalogue = "parts.toml"
[network]
spec = "random:8,3,seed=1"
endpoints = 2
gbps = 400
[layout]
iterations = 1000
objective = "{objective}"
"""
REQUEST = NETWORK + '[servers]\nrule = "{rule}"\nper_cabinet = 4\n[parts]\n'
NETWORKS = """
[networks.data]
spec = "leafspine:2,1,t=2"
gbps = 400
ports = 2
spread = true
nic = "EX-NIC-400"
[networks.control]
spec = "random:8,7,seed=2"
endpoints = 2
gbps = 1
switch = "EX-SW-48X1"
management_ports = true
names = "mgmt-{number:02}"
"""
#: A list of prices whose longest cable does not reach everywhere.
_TRUST = 'year = 2026\nsource = "this test"\ntrust = "quoted"\n'
_STOCK = '[{}.stock]\npart = "cable"\nunit = "EUR"\nitems = [{{ length_m = {}, price = 7 }}]\n' + _TRUST
SHORT = f"""name = "short"
title = "stock that ends at 9 m"
currency = "EUR"
medium_rule = "reach"
[electrical_reach]
value = 2
unit = "m"
{_TRUST}{_STOCK.format("electrical", 2)}{_STOCK.format("optical", 9)}[router]
part = "switch"
[router.per_port]
value = 1
unit = "EUR/port"
{_TRUST}"""
_RANDOM, _PARTS = "layout random:8,3,seed=1 --gbps 400", "--objective parts --catalogue parts.toml"
_EXACT = "layout random:6,3,seed=1 --room room.toml --placer exact"
#: What makes each plan, and what follows ``--iterations 500``; planning files, ready plans have neither.
COMMANDS = {
    "grid": "layout slimfly:3 --endpoints 2",
    "exact": "layout complete:4 --room grid:2x2 --placer exact",
    "exact parts": f"{_RANDOM} --room room.toml --placer exact {_PARTS}",
    "exact power": f"{_EXACT} --objective power --require keep-free=A01",
    "graph": "layout file:star.edges --room grid.toml",
    "two parts": "layout file:two.edges --room grid:2x4",
    "fixed": "layout random:8,3,seed=1 --room grid.toml --fix fix.csv",
    "hall": f"{_RANDOM} --room room.toml",
    "money": "layout slimfly:3 --objective money",
    "power in a hall": f"{_RANDOM} --room room.toml --objective power",
    "longest": "layout random:8,3,seed=1 --room grid.toml --objective longest",
    "mean latency": "layout random:8,3,seed=1 --room room.toml --objective mean-latency",
    "worst latency": "layout random:8,3,seed=1 --room grid.toml --objective max-latency --switch-ns 50",
    "sum": "layout slimfly:3 --objective 2*length+money+3*power --reach 4",
    "parts": f"{_RANDOM} --room grid.toml {_PARTS}",
    "required": "layout random:6,3,seed=1 --room room.toml --require apart=0,1:row --require keep-free=B04",
    "required ends": "layout complete:3 --room room.toml --placer exact --require row-ends=A01,B01,B04 "
    "--require own-racks=A01,row:B",
    "required, money": "layout random:6,3,seed=1 --room grid.toml --objective money --require contiguous",
    "imported": "import fabric.dump --from ibnetdiscover --locations places.csv --sources",
    "grown": "grow fixed.json random:9,4,seed=2 --room grid.toml --weight-touched 0",
    "a flow": "layout torus:7 --room grid:2x4",
    "groups": "layout file:two.edges --room grid:2x4 --require groups-together=groups.csv",
    "not sold": "layout random:8,3,seed=1 --room room.toml --objective money --catalogue short.toml",
}
PLANNED = {
    "servers": 'title = "of servers"\n'
    + REQUEST.format(room="room.toml", objective="parts", rule="nearest")
    + 'spares = ["2%"]\n[trays]\nelectrical_mm2 = 50\noptical_mm2 = 20\n',
    "servers in a grid": REQUEST.format(room="grid.toml", objective="money", rule="same-cabinet"),
    "shared cages": REQUEST.format(room="grid.toml", objective="length", rule="nearest").replace(
        "random:8,3,seed=1", "hyperx:3x3,t=3,k=2x2"
    ),
    "kept free": REQUEST.format(room="closed.toml", objective="length", rule="same-cabinet")
    .replace("random:8,3", "random:6,3")
    .replace("[layout]", '[layout]\nrequire = ["contiguous", "keep-free=A01"]'),
    "rack tops": REQUEST.format(room="room.toml", objective="length", rule="nearest").replace(
        "[layout]", '[layout]\nrequire = ["rack-tops"]'
    ),
    "few": REQUEST.format(room="room.toml", objective="length", rule="nearest").replace("8,3", "6,3"),
    "ports and liquid": REQUEST.format(room="liquid.toml", objective="parts", rule="nearest")
    .replace("random:8,3,seed=1", "file:star.edges,servers=ports.csv")
    .replace("endpoints = 2\n", "")
    .replace("parts.toml", "parts_800g.toml")
    + 'server = "EX-GPU8-LIQUID"\n',
    "networks": REQUEST.format(room="grid.toml", objective="length", rule="nearest")
    .replace('[network]\nspec = "random:8,3,seed=1"\nendpoints = 2\ngbps = 400\n', NETWORKS)
    .replace("parts.toml", "parts_800g.toml")
    + 'server = "EX-GPU8-AIR"\n',
    "trunks": REQUEST.format(room="room.toml", objective="length", rule="same-cabinet")
    .replace("random:8,3,seed=1", "leafspine:2,1,k=13,t=2")
    .replace("endpoints = 2\ngbps = 400", "gbps = 100")
    .replace("parts.toml", "parts_trunks.toml")
    .replace("[servers]", 'require = ["apart=0,1", "apart=0,2", "apart=1,2"]\n[servers]')
    + "fibre_trunks = true\nlaying_price = 95.0\n",
    "parts and power": NETWORK.format(room="grid.toml", objective="parts")
    + '[parts]\nnetwork_only = true\ncriterion = "price+power"\nyears = 3\nkwh_price = 0.2\n'
    + 'switch = "EX-SW-64"\n',
    "network only": NETWORK.format(room="room.toml", objective="length").replace(
        "gbps = 400\n", 'gbps = 400\nnames = "sw-{number:03}"\n'
    )
    + "[parts]\nnetwork_only = true\n",
}
BELOW = "layout random:8,3,seed=1 --room room.toml --iterations 500 --quiet"
GROWN = "grow few.json random:8,3,seed=2 --room room.toml --iterations 500 --quiet"
NETWORKS_GROWN = (
    "grow networks.json data=leafspine:4,1,t=2 control=random:10,7,seed=2 --iterations 500 --quiet"
)
_MORE = {"below a hall": BELOW, "grown with servers": GROWN, "grown networks": NETWORKS_GROWN}
KINDS = (*COMMANDS, *PLANNED, *_MORE, "detours", *listed.KINDS)


def place_of(folder: Path, kind: str) -> Path:
    """Return the folder where the files that a plan names are: those of lists have one of their own."""
    return folder / kind if kind in listed.KINDS else folder


def verified(plan: Document, place: Path) -> Verification | None:
    """Verify a plan among the files that it names; None where it is not even taken for one."""
    path = place / "forged.json"
    path.write_text(json.dumps(plan))
    try:
        return verify_plan(path, read_lists=read_lists_again)
    except InputError:
        return None


def make_plans(folder: Path, kinds: Collection[str] = KINDS) -> dict[str, Document]:
    """Make plans of some kinds; files that they name are in the folder too."""
    for name, text in (
        *(("room.toml", ROOM), ("closed.toml", CLOSED), ("grid.toml", GRID), ("liquid.toml", LIQUID)),
        (
            "ports.csv",
            "server,port,switch\n" + "".join(f"s{n},1,a\ns{n},2,{'bc'[n % 2]}\n" for n in range(3)),
        ),
    ):
        (folder / name).write_text(text)
    (folder / "star.edges").write_text("hub a\nhub b\nhub c\na b 2\n")
    (folder / "two.edges").write_text("a b\nb c\nc a\nd e\ne f\nf d\n")
    (folder / "groups.csv").write_text(
        "switch,group\n" + "".join(f"{one},{one in 'def'}\n" for one in "abcdef")
    )
    (folder / "short.toml").write_text(SHORT)
    (folder / "fix.csv").write_text("switch,cabinet\n0,R01C02\n3,R02C03\n")
    for part in (
        "catalogue/parts_800g.toml",
        "catalogue/parts_trunks.toml",
        "fabric/fabric.dump",
        "fabric/places.csv",
    ):
        shutil.copy(ROOT / "examples" / part, folder)
    shutil.copy(ROOT / "examples/catalogue/parts_400g.toml", folder / "parts.toml")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        for name, command in _of(kinds, COMMANDS):
            search = "" if command.startswith("import") else " --iterations 500 --quiet"
            run_command(patch, [*f"{command}{search} --out".split(), f"{name}.json"])
        for name, text in _of(kinds, PLANNED):
            (folder / f"{name}.toml").write_text(text)
            run_command(patch, ["plan", f"{name}.toml", "--out", name, "--quiet"])
            shutil.copy(folder / name / "plan.json", folder / f"{name}.json")
        patch.setattr(bounds, "BOUNDS", (bounds.line_cut_bound,))  # others are mostly better in halls
        for name, command in _of(kinds, _MORE):
            run_command(patch, [*command.split(), "--out", f"{name}.json"])
    made = [name for name, _ in (*_of(kinds, COMMANDS), *_of(kinds, PLANNED), *_of(kinds, _MORE))]
    found = {name: json.loads((folder / f"{name}.json").read_text()) for name in made}
    found |= {name: _listed(folder, name) for name in listed.KINDS if name in kinds}
    return found | ({"detours": _with_a_detour(found["servers"])} if "detours" in kinds else {})


def _listed(folder: Path, kind: str) -> Document:
    place = place_of(folder, kind)
    place.mkdir(exist_ok=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(place)
        return listed.make_listed(place, kind, partial(run_command, patch))


def _of(kinds: Collection[str], commands: Mapping[str, str]) -> list[tuple[str, str]]:
    return [(name, command) for name, command in commands.items() if name in kinds]


def run_command(patch: pytest.MonkeyPatch, arguments: list[str]) -> None:
    """Run a command line in this process, which must end with 0."""
    patch.setattr(sys, "argv", ["netfloor", *arguments])
    with pytest.raises(SystemExit) as ended:
        run()
    assert not ended.value.code, arguments


def _with_a_detour(plan: Document) -> Document:
    """Return a plan one of whose cables goes around, over tray U: between two cabinets of row B.

    The cabinets are 1 m apart. From one at x to another at y the tray T leads straight, the tray U to its
    end at 1 m, around by 7 m and back from its other end at 6 m: 12 m less twice their distance more.
    """
    for link, cable in enumerate(network_cables(plan)):
        one, other = cable["a"]["cabinet"], cable["b"]["cabinet"]
        if one != other and one[0] == other[0] == "B":
            more = 12_000 - 2_000 * abs(int(one[1:]) - int(other[1:]))
            changed = plan | {"detours": [[link, "optical", cable["length_mm"] + more]]}
            return changed | {"sha256": document_sha256(changed)}
    raise AssertionError("no link within row B")
