"""Example lines shown below the options of a command's help."""

import re
from collections.abc import Mapping
from typing import Final

#: Example lines by command; tests run each of them.
EXAMPLES: Final[Mapping[str, tuple[str, ...]]] = {
    "layout": (
        "netfloor layout slimfly:9 --room room.toml --endpoints 7 --gbps 200 --seed 1 --out plan.json",
    ),
    "plan": (
        "netfloor plan examples/hall/plan.toml --dry-run",
        "netfloor plan examples/hall/plan.toml --out out/hall",
    ),
    "rack": (
        "netfloor rack examples/room/cables.csv --units 48 --fixed mgmt1=48 --height nas1=2 "
        "--height nas2=2",
    ),
    "explain": (
        "netfloor explain out/grid/plan.json C000017",
        "netfloor explain out/grid/plan.json",
    ),
    "verify": (
        "netfloor verify plan.json",
        "netfloor verify plan.json --rerun",
    ),
    "diff": ("netfloor diff plan.json out/grid/plan.json --csv changes.csv --svg changes.svg",),
    "whatif": (
        "netfloor whatif plan.json --catalogue slimfly-2014 --sweep row-pitch=1.2,1.6,2 --sweep "
        "reach=5,7 --set electricity=0.2 --results results.sqlite",
    ),
    "report": ("netfloor report --from results.sqlite --out results",),
    "grow": (
        "netfloor grow small.json circulant:72:1,7,30 --migration steps.csv --keep-bisection 0.3 "
        "--iterations 200000",
    ),
    "circulant search": ("netfloor circulant search --routers 256 --radix 8 --json",),
    "circulant product": ("netfloor circulant product --routers 64 --radix 6",),
    "qap": ("netfloor qap examples/qap/grid9.dat --json",),
    "cost": ("netfloor cost plan.json --catalogue perseus-2011 --reach 5",),
    "bom": (
        "netfloor bom plan.json --catalogue examples/catalogue/parts_200g.toml --spares 2% --xlsx bom.xlsx",
    ),
    "power": ("netfloor power plan.json --power-set chaix-2014 --bisection",),
    "latency": ("netfloor latency plan.json --switch-ns 0 --switch-ns 100",),
    "compare": (
        "netfloor compare examples/table2.toml --out out/table2",
        "netfloor compare examples/tsubame2/tsubame2.toml --out out/tsubame2",
    ),
    "export": ("netfloor export plan.json --to netbox --out netbox --with site=MainHall --chunk-rows 500",),
    "papers": ("netfloor papers plan.json --out papers",),
    "import": (
        "netfloor import examples/fabric/fabric.dump --from ibnetdiscover --network fabric.graphml",
        "netfloor import examples/fabric/fabric.dump --from ibnetdiscover --locations "
        "examples/fabric/places.csv --out old.json",
    ),
    "check routable": (
        "netfloor check routable small.json --routing minimal",
        "netfloor check routable small.json --engine lash --lanes 8",
    ),
    "check built": ("netfloor check built small.json as_built/fabric.net --from ibnetdiscover",),
    "design": (
        "netfloor design --endpoints 1000 --ports 24 --max-diameter 3",
        "netfloor design --endpoints 3000 --ports 40 --room examples/hall/room.toml --catalogue "
        "examples/catalogue/parts_200g.toml",
    ),
    "growth": (
        'netfloor growth examples/growth/dragonfly-fig19.toml --out out/fig19 --breakeven "optical fixed"',
    ),
    "fidelity": (
        "netfloor fidelity --only dragonfly-figure-6 --out fidelity.md",
        "netfloor fidelity --only dragonfly-figure-6 --out fidelity.md --check",
    ),
    "init": (
        "netfloor init study --out study.toml",
        "netfloor init catalogue --out parts.toml",
    ),
    "catalogue import": (
        "netfloor catalogue import examples/prices/prices.csv --map "
        '"Artikel=part,Preis=price,Typ=kind,Länge=length" --currency EUR --decimal , --kind '
        'Fracht=skip --constant "gbps=200,connector=QSFP56,AOC.power=4,switch.cages=40" --rate '
        "USD=0.92@2026-11-01 --out mine.toml",
    ),
    "catalogue show": ("netfloor catalogue show mine.toml --kind AOC --gbps 200",),
    "catalogue check": (
        "netfloor catalogue check mine.toml --for slimfly:9 --room room.toml --network-only",
    ),
    "topology failures": (
        "netfloor topology failures rails:16,32,8,64 --element rail",
        "netfloor topology failures slimfly:17 --proportions 0,0.1,0.2",
    ),
    "topology feasible": (
        "netfloor topology feasible --family lps --family slimfly --max-radix 100 --svg sizes.svg",
    ),
    "topology compare": ("netfloor topology compare lps:11,7 slimfly:9 dragonfly:12 --out structure",),
    "topology list": ("netfloor topology list --json",),
    "topology show": ("netfloor topology show lps:11,7 --bisection",),
    "topology export": ("netfloor topology export slimfly:5 --to graphml --out sf5.graphml",),
    "traffic load": (
        "netfloor traffic load dragonfly:a=4,p=2,h=2 --routing group-valiant --pattern "
        "next-group --out traffic",
    ),
    "traffic routes": ("netfloor traffic routes slimfly:5 --endpoints 2 --routing valiant --out routes",),
    "traffic simulate": (
        "netfloor traffic simulate dragonfly:a=4,p=2,h=2 --routing group-ugal-l-vch --pattern "
        "next-group --load 0.1,0.3,0.6 --seeds 2 --out latency",
    ),
    "traffic offered": (
        "netfloor traffic offered torus:4x4,endpoints=2 hypercube:4,endpoints=2 --load 0.2,0.6 "
        "--messages 4 --out offered",
    ),
    "traffic study": (
        "netfloor traffic study examples/traffic/dragonfly-fig09.toml --out out/fig09 --results out/runs",
    ),
    "traffic smpi": ("netfloor traffic smpi examples/mpi/small.toml --out out/small",),
    "traffic motif": (
        "netfloor traffic motif torus:4x4 --endpoints 1 --motif sweep3d --routing "
        "dimension-order --blocks 4",
        "netfloor traffic motif dragonfly:a=4,p=2,h=2 --motif halo3d26 --bytes 512 --routing "
        "group-ugal-l --out halo",
    ),
    "traffic motifs": (
        "netfloor traffic motifs examples/traffic/motifs.toml --out out/motifs --results out/motif-runs",
    ),
    "traffic static": (
        "netfloor traffic static examples/tsubame2/static.toml --out out/static",
        "netfloor traffic static leafspine:48,6,k=3,t=14 --routing d-mod-k --opensm ftree",
    ),
    "room show": ("netfloor room show room.toml --svg room.svg --html room.html",),
    "room check": ("netfloor room check examples/hall/room.toml --aisle 1.1",),
    "room lists": (
        "netfloor room lists examples/room/cables.csv examples/room/devices.csv --out racks.toml",
    ),
    "room import": (
        "netfloor room import examples/dxf/floor.dxf --layers "
        "outline=WALLS,cabinets=RACKS,trays=LADDERS --out examples/dxf/room.toml",
    ),
    "partition bound": ("netfloor partition bound --torus 5x3 --size 5",),
    "partition policy": (
        "netfloor partition policy examples/machines/juqueen.toml --against "
        "examples/machines/juqueen-54.toml",
    ),
    "partition place": ("netfloor partition place small.json --size 8 --size 16 --svg partitions.svg",),
}


def pasteable(line: str, width: int) -> list[str]:
    """Split a command line at its options into rows of at most ``width``, with continuation marks."""
    rows: list[str] = []
    for option in re.split(r" (?=--?[a-z])", line):
        if rows and len(rows[-1]) + len(option) + 3 <= width:
            rows[-1] += f" {option}"
        else:
            rows.append(f"  {option}" if rows else option)
    return [f"{row} \\" for row in rows[:-1]] + rows[-1:]
