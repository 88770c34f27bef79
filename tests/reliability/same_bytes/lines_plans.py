"""Lines about plans: placing, pricing, comparing, exporting, importing, halls."""

_FROM = "--locations places.csv"
_PARTS = "examples/catalogue/parts_200g.toml"
_ROOM = "examples/room"
_SMALL = "layout slimfly:3 --room grid:4x4 --iterations 4000"
_BRIEF = "layout slimfly:3 --room grid:4x4 --iterations 400"
_PLAN = (
    "layout slimfly:5 --room grid:5x6 --endpoints 4 --gbps 200 --iterations 20000 --out plan.json --seed 1"
)
_CLUSTER = "--catalogue examples/catalogue/parts_cluster.toml --partial"
_LISTS = "plan listed_devices.csv listed_cables.csv --room hall.toml"

SCENARIOS: dict[str, tuple[tuple[str, str], ...]] = {
    "plans": (
        ("layout", _PLAN),
        ("layout json", f"{_PLAN} --json --workers 2"),
        ("layout paper room", "layout lps:5,3 --iterations 4000 --seed 3 --out paper.json"),
        ("verify", "verify plan.json"),
        ("verify json", "verify plan.json --json"),
        ("cost", "cost plan.json"),
        ("cost json", "cost plan.json --catalogue perseus-2011 --reach 5 --json"),
        ("cost dragonfly", "cost plan.json --catalogue dragonfly-2008"),
        ("cost recalled", "cost plan.json --catalogue slimfly-2014-recalled"),
        ("cost own set", "cost plan.json --catalogue cost.toml"),
        ("power", "power plan.json"),
        ("power json", "power plan.json --power-set chaix-2014 --reach 3 --bisection --json"),
        ("power cables", "power plan.json --power-set nvidia-400g-cables"),
        ("power dragonfly", "power plan.json --power-set dragonfly-2008-cables"),
        ("power slimfly", "power plan.json --power-set slimfly-2014"),
        ("power table", "power plan.json --power-set spectralfly-2022-table --json"),
        ("power own set", "power plan.json --power-set power.toml"),
        ("latency", "latency plan.json"),
        ("latency json", "latency plan.json --switch-ns 0 --switch-ns 100 --json"),
        ("explain", "explain plan.json C000017"),
        ("explain by switch", "explain plan.json 12/3 --catalogue perseus-2011 --reach 4"),
        ("explain host", "explain plan.json H000002"),
        ("explain what is left", "explain plan.json"),
        ("explain json", f"explain plan.json 17 --catalogue {_PARTS} --json"),
        ("bom", f"bom plan.json --catalogue {_PARTS}"),
        (
            "bom files",
            f"bom plan.json --catalogue {_PARTS} --spares 2% --max-skus 6 --xlsx bom.xlsx --csv bom --json",
        ),
        (
            "bom power",
            f"bom plan.json --catalogue {_PARTS} --criterion price+power --years 5 --kwh-price 0.12",
        ),
        ("bom switch", f"bom plan.json --catalogue {_PARTS} --switch EX-SW-40 --spares EX-MCP1650-1M=4"),
        (
            "explain power",
            f"explain plan.json 5 --catalogue {_PARTS} --criterion price+power --years 5 --kwh-price 0.1",
        ),
        ("bom fewest", f"bom plan.json --catalogue {_PARTS} --criterion fewest-parts --quiet"),
        (
            "layout 400g",
            "layout slimfly:3 --room room.toml --endpoints 2 --gbps 400 --iterations 4000 --out p4.json",
        ),
        ("bom 400g", "bom p4.json --catalogue examples/catalogue/parts_400g.toml --xlsx p4.xlsx --csv p4"),
        (
            "partition place",
            "partition place plan.json --size 10 --size 25 --csv parts.csv --svg parts.svg",
        ),
        ("partition place json", "partition place plan.json --all --by cabinets --json"),
        ("check routable", "check routable plan.json"),
        ("check routing", f"check routable plan.json --routing minimal --catalogue {_PARTS} --json"),
    ),
    "objectives": (
        ("money", f"{_SMALL} --objective money --out money.json"),
        (
            "own prices",
            f"{_SMALL} --objective 'money + 3*power' --reach 5"
            " --catalogue cost.toml --power-set power.toml --out ours.json",
        ),
        (
            "parts",
            f"{_SMALL} --objective parts --gbps 200 --endpoints 2 --catalogue {_PARTS} --out parts.json",
        ),
        (
            "power",
            f"{_SMALL} --objective power --out power.json --json",
        ),
        (
            "sum",
            f"{_SMALL} --objective 'money + 3*power' --out sum.json",
        ),
        (
            "longest",
            f"{_SMALL} --objective longest --out longest.json",
        ),
        (
            "mean latency",
            f"{_BRIEF} --objective mean-latency --switch-ns 0 --out mean.json",
        ),
        (
            "max latency",
            f"{_BRIEF} --objective max-latency --out max.json --json",
        ),
        (
            "latency and length",
            f"{_BRIEF} --objective 'mean-latency + 0.1*length' --out ml.json",
        ),
        (
            "pareto",
            "layout slimfly:3 --room grid:4x4 --iterations 2000 --pareto length,money"
            " --points 3 --out front",
        ),
        (
            "pareto json",
            f"{_BRIEF} --pareto length,latency --points 3 --out two --json",
        ),
        ("fixed", "layout slimfly:3 --room grid:4x6 --fix fix.csv --iterations 4000 --out fixed.json"),
        (
            "checkpoint",
            "layout slimfly:3 --room grid:4x6 --iterations 4000 --checkpoint way.npz"
            " --chains 2 --out kept.json",
        ),
        ("anneal", "layout slimfly:3 --room grid:4x4 --placer anneal --iterations 4000 --out anneal.json"),
        (
            "matching",
            "layout slimfly:3 --room grid:4x4 --placer matching --iterations 4000 --out matching.json",
        ),
        (
            "row-major",
            "layout slimfly:3 --room grid:4x4 --placer row-major --iterations 4000 --out rows.json",
        ),
        (
            "folded",
            "layout torus:3x3x2 --room grid:4x4 --placer folded --iterations 4000 --out folded.json",
        ),
        (
            "multilevel",
            "layout slimfly:3 --room grid:4x4 --placer multilevel --iterations 4000 --out levels.json",
        ),
        (
            "spectral",
            "layout slimfly:3 --room grid:4x4 --placer spectral --iterations 4000 --out spectral.json",
        ),
        ("start", "layout slimfly:3 --room grid:4x4 --placer start --iterations 4000 --out start.json"),
        ("tabu", "layout slimfly:3 --room grid:4x4 --placer tabu --iterations 4000 --out tabu.json"),
        ("exact", "layout complete:4 --room grid:1x4 --placer exact --out exact.json"),
        ("random", "layout slimfly:3 --room grid:4x4 --placer random --iterations 2 --out random.json"),
        (
            "taken cabinets",
            "layout slimfly:3 --room examples/grid/room.toml --iterations 4000 --out taken.json",
        ),
    ),
    "after": (
        ("layout", "layout slimfly:3 --room grid:4x6 --endpoints 2 --iterations 4000 --out plan.json"),
        (
            "layout other",
            "layout slimfly:3 --room grid:4x6 --endpoints 2 --iterations 4000 --seed 9 --out other.json",
        ),
        ("diff", "diff plan.json other.json --csv changes.csv --svg changes.svg"),
        ("diff json", "diff plan.json other.json --catalogue perseus-2011 --reach 5 --json"),
        ("diff same", "diff plan.json plan.json"),
        ("compare traffic", "compare plan.json other.json --traffic valiant --catalogue slimfly-2014"),
        (
            "whatif",
            "whatif plan.json --sweep row-pitch=1.2,1.6,2 --sweep reach=5,7 --set electricity=0.2"
            " --catalogue slimfly-2014 --csv points.csv --svg points.svg --results results.sqlite",
        ),
        (
            "whatif json",
            "whatif plan.json --sweep switch-ns=0,50 --set overhead=1 --set inside=1.5 --traffic minimal"
            " --set column-pitch=1 --json",
        ),
        (
            "whatif prices",
            "whatif plan.json --set price.optical=0.8 --set price.copper=1.1 --set price.switch=0.9"
            " --sweep catalogue=perseus-2011,dragonfly-2008 --sweep power-set=chaix-2014 --electricity 0.1"
            " --catalogue slimfly-2014 --years 3 --results results.sqlite",
        ),
        (
            "whatif replace",
            "whatif plan.json --sweep slots=2,3 --set taken=none --replace --objective money"
            " --catalogue slimfly-2014 --iterations 2000 --results results.sqlite",
        ),
        ("report", "report --from results.sqlite"),
        ("report folder", "report --from results.sqlite --out shown"),
        ("report json", "report --from results.sqlite --run 1 --json"),
        ("report csv", "report --from results.sqlite --format csv"),
        ("report markdown", "report --from results.sqlite --format md --run 2"),
        ("report html", "report --from results.sqlite --format html --run 1 --run 3"),
        (
            "grow",
            "grow plan.json slimfly:4 --room grid:4x6 --weight-touched 2 --migration steps.csv"
            " --iterations 2000 --out grown.json",
        ),
        (
            "grow json",
            "grow plan.json slimfly:4 --room grid:5x6 --match match.csv --keep-cabinets R01C01"
            " --iterations 2000 --out matched.json --traffic minimal --json",
        ),
        (
            "grow bisection",
            "grow plan.json random:20,5,seed=2 --weight-touched 2 --keep-bisection 0.1 --migration kept.csv"
            " --iterations 2000 --out kept.json",
        ),
        ("diff grown", "diff plan.json grown.json --json"),
    ),
    "study": (
        ("compare", "compare study.toml --out table --results results.sqlite"),
        ("compare json", "compare study.toml --out again --iterations 4000 --seed 2 --workers 1 --json"),
        ("report", "report --from results.sqlite"),
        ("report folder", "report --from results.sqlite --out shown"),
        ("report json", "report --from results.sqlite --json"),
        ("report markdown", "report --from results.sqlite --format md"),
        ("report html", "report --from results.sqlite --format html"),
        (
            "whatif into it",
            "whatif again/plans/slimfly-5.json --set inside=4 --results results.sqlite --quiet",
        ),
        ("report run", "report --from results.sqlite --run 1 --format csv"),
    ),
    "exports": (
        (
            "layout",
            "layout slimfly:3 --room grid:4x6 --endpoints 2 --gbps 200 --iterations 4000 --out plan.json",
        ),
        ("netbox", "export plan.json --to netbox --out netbox_out --with site=MainHall --chunk-rows 50"),
        ("cvt", "export plan.json --to cvt --out cvt_out --with protocol=ib"),
        ("labels", f"export plan.json --to labels --out labels_out --catalogue {_PARTS}"),
        (
            "labels format",
            "export plan.json --to labels --out labels_f"
            r" --label-format '{near_cabinet}:{near_port:2}\n{id}'",
        ),
        (
            "pull sheets",
            "export plan.json --to pull-sheets --out sheets_out --catalogue perseus-2011 --reach 5",
        ),
        ("slurm", "export plan.json --to slurm --out slurm_out"),
        ("slurm block", "export plan.json --to slurm --out slurm_b --with plugin=block"),
        ("ibsim", "export plan.json --to ibsim --out ibsim_out"),
        ("simgrid", "export plan.json --to simgrid --out simgrid_out"),
        ("simgrid dijkstra", "export plan.json --to simgrid --out simgrid_d --with most_routed=2"),
        ("simgrid zones", "export plan.json --to simgrid --out simgrid_z --with most_routed=20"),
        ("booksim", "export plan.json --to booksim --out booksim_out --with cycle_ns=2"),
        ("sst", "export plan.json --to sst --out sst_out --json"),
        ("containerlab", "export plan.json --to containerlab --out clab --with switch_port=e1-{port}"),
        ("graphml", "export plan.json --to graphml --out graphml_out"),
        ("dot", "export plan.json --to dot --out dot_out"),
        ("graph6", "export plan.json --to graph6 --out graph6_out"),
        ("edges", "export plan.json --to edges --out edges_out"),
        ("import netbox", "import netbox --from netbox --out i1.json"),
        (
            "import own ibsim",
            "import ibsim_out/fabric.net --from ibnetdiscover --locations router_places.csv --out i2.json",
        ),
        ("import cvt", f"import cvt.csv --from cvt {_FROM} --out i3.json --sources"),
        ("import own cvt", "import cvt_out/legacy.xlsx --from p2p --out i4.json --json"),
        ("import p2p", "import p2p.csv --from p2p --out i5.json"),
        ("import opa", "import opa.csv --from opa --out i6.json --json"),
        ("import topo", f"import fabric.topo --from topo {_FROM} --out i7.json"),
        (
            "import ibnetdiscover",
            "import fabric.net --from ibnetdiscover --locations guid_places.csv --room grid:1x3"
            " --gbps 100 --out i8.json",
        ),
        (
            "import named",
            "import fabric.net --from ibnetdiscover --node-name-map names.map"
            " --locations places.csv --out i9.json",
        ),
        ("import flat", f"import fabric.flat --from ibnetdiscover {_FROM} --out i10.json"),
        ("import edges", "import edges.csv --from edges --out i11.json --sources"),
        ("import network", "import fabric.net --from ibnetdiscover --network imported.graphml --json"),
        (
            "import placed",
            "import cvt.csv --from cvt --place --room grid:2x2 --iterations 9 --out i12.json",
        ),
        ("verify imported", "verify i11.json"),
        ("built", "check built plan.json ibsim_out/fabric.net --from ibnetdiscover"),
        ("built wrong", "check built plan.json built.csv --from csv --csv steps.csv"),
        ("built wrong json", "check built plan.json built.csv --from csv --any-port --json"),
    ),
    "halls": (
        ("room show grid", "room show examples/grid/room.toml"),
        ("room show spec", "room show grid:3x4 --svg grid.svg --json"),
        ("room show paper", "room show paper:168"),
        ("room show hall", "room show hall.toml --svg hall.svg"),
        ("room show page", "room show hall.toml --html hall.html --date 2026-03-31"),
        (
            "room lists",
            "room lists examples/room/devices.csv examples/room/cables.csv --out racks.toml --json",
        ),
        ("room show big hall", "room show examples/hall/room.toml --svg east.svg --json"),
        ("room check", "room check hall.toml --aisle 0.5"),
        ("room check json", "room check examples/hall/room.toml --aisle 1.1 --json"),
        ("room check narrow", "room check narrow_hall.toml"),
        ("room check narrow json", "room check narrow_hall.toml --json"),
        ("plan hall", "plan plan_hall.toml --out order"),
        ("plan grid", "plan plan_grid.toml --out grid_order --workers 2 --json"),
        ("plan served", "plan plan_served.toml --out served"),
        ("verify", "verify order/plan.json --json"),
        ("verify served", "verify served/plan.json"),
        ("bom", "bom order/plan.json --xlsx bom.xlsx --csv bom"),
        ("explain", "explain order/plan.json C000017"),
        ("explain what is left of an order", "explain order/plan.json"),
        ("explain host", "explain grid_order/plan.json H000003 --json"),
        ("cost", "cost order/plan.json"),
        ("pull sheets", "export order/plan.json --to pull-sheets --out sheets"),
        ("papers", "papers order/plan.json --out papers --date 2026-03-31"),
        ("papers json", "papers order/plan.json --out papers-json --date 2026-03-31 --json"),
        ("netbox", "export order/plan.json --to netbox --out boxes"),
        ("labels", "export grid_order/plan.json --to labels --out labels"),
        ("diff", "diff order/plan.json grid_order/plan.json --csv changes.csv --svg changes.svg"),
        ("whatif", "whatif grid_order/plan.json --sweep row-pitch=1.5,2"),
        ("layout in hall", "layout slimfly:3 --room hall.toml --iterations 4000 --out in_hall.json"),
        (
            "grow in hall",
            "grow in_hall.json slimfly:4 --iterations 2000 --weight-touched 1 --out grown.json",
        ),
        (
            "room import",
            "room import order/room.dxf --layers outline=OUTLINE,cabinets=CABINETS,pillars=PILLARS,"
            "trays=TRAYS --out drawn.toml",
        ),
        (
            "room import json",
            "room import order/room.dxf --layers outline=OUTLINE,cabinets=CABINETS,taken=CABINETS_TAKEN,"
            "cooling=COOLING,risers=RISERS,trays=TRAYS --units mm --out again.toml --json",
        ),
        ("room check drawn", "room check drawn.toml --json"),
    ),
    "lists": (
        ("plan", f"{_LISTS} --out listed"),
        ("plan json", f"{_LISTS} --out listed_too --json"),
        ("plan without room", "plan listed_devices.csv --out no"),
        ("plan dry run", f"{_LISTS} --dry-run"),
        ("papers", "papers listed/plan.json --out listed_papers --date 2026-03-31"),
        ("labels", "export listed/plan.json --to labels --out listed_labels"),
        ("pull sheets", "export listed/plan.json --to pull-sheets --out listed_sheets"),
        ("netbox", "export listed/plan.json --to netbox --out listed_boxes"),
        ("sst", "export listed/plan.json --to sst --out listed_sst --json"),
        ("prices", "export listed/plan.json --to labels --out no --catalogue slimfly-2014"),
        ("bom", f"bom listed/plan.json {_CLUSTER} --csv listed_order"),
        ("bom json", f"bom listed/plan.json {_CLUSTER} --devices --json"),
        ("labels bought", f"export listed/plan.json {_CLUSTER} --to labels --out listed_bought"),
        ("power", "power listed/plan.json"),
        ("free devices", f"plan {_ROOM}/plan.toml --out placed --json"),
        ("free devices verified", "verify placed/plan.json"),
        ("free devices drawn", "papers placed/plan.json --out placed_papers --date 2026-03-31"),
        ("power cords", f"plan {_ROOM}/power.toml --out powered --json"),
        ("power of cords", "power powered/plan.json"),
        ("power of a PDU", "explain powered/plan.json pdu2b"),
        ("bill of cords", f"bom powered/plan.json {_CLUSTER}"),
        ("rack", f"rack {_ROOM}/cables.csv --fixed mgmt1=40 --height nas1=2"),
        ("rack json", f"rack {_ROOM}/cables.csv --units 30 --json"),
    ),
}
