"""Lines about networks: families, structure, circulants, partitions, assignment, starter files."""

_IN_ROOM = "--room grid:4x8 --catalogue examples/catalogue/parts_200g.toml"
#: How the price list of the inputs is read.
_MAP = (
    "--map Artikel=part,Typ=kind,m=length,Preis=price --currency EUR --decimal , --date 2026-11-01 "
    "--constant gbps=200,connector=QSFP56,AOC.power=4,switch.cages=40"
)

SCENARIOS: dict[str, tuple[tuple[str, str], ...]] = {
    "circulants": (
        ("search", "circulant search --routers 24 --radix 6"),
        ("search json", "circulant search --routers 24 --radix 6 --json"),
        ("search odd", "circulant search --routers 26 --radix 5 --no-bisection"),
        ("search some", "circulant search --routers 24 --radix 4 --bisect-most 1 --json"),
        ("estimate", "circulant search --routers 64 --radix 6 --estimate --workers 1"),
        ("estimate json", "circulant search --routers 64 --radix 6 --estimate --workers 1 --json"),
        (
            "shard one",
            "circulant search --routers 24 --radix 6 --no-bisection --shard 1/2 --checkpoint one.ckpt",
        ),
        (
            "shard two",
            "circulant search --routers 24 --radix 6 --no-bisection --shard 2/2"
            " --checkpoint two.ckpt --json",
        ),
        ("merge", "circulant search --routers 24 --radix 6 --merge one.ckpt --merge two.ckpt --json"),
        ("merge in part", "circulant search --routers 24 --radix 6 --merge one.ckpt"),
        (
            "continue",
            "circulant search --routers 24 --radix 6 --no-bisection --shard 1/2 --checkpoint one.ckpt",
        ),
        ("product", "circulant product --routers 24 --radix 5"),
        ("product json", "circulant product --routers 24 --radix 5 --no-plain --bisect-most all --json"),
    ),
    "structure": (
        ("show", "topology show slimfly:5"),
        ("show bisection", "topology show slimfly:5 --bisection --endpoints 4 --cut cut.csv"),
        ("show json", "topology show lps:5,3 --bisection --json"),
        ("show tree", "topology show fattree:4,3 --json"),
        ("show clos", "topology show clos:64,8,taper=2:1 --bisection"),
        ("show dragonfly", "topology show dragonfly:a=4,p=2,h=2 --gbps 200"),
        ("compare", "topology compare lps:5,3 slimfly:5 torus:4x4"),
        ("compare page", "topology compare lps:5,3 slimfly:3 --out side"),
        (
            "failures of several",
            "topology failures lps:5,3 slimfly:3 --max-trials 10 --proportions 0.1,0.3 --out failed",
        ),
        ("compare json", "topology compare lps:5,3 slimfly:3 --bisection --json"),
        (
            "design of servers",
            "design --gpus 96 --ports-per-server 4 --ports 16 --family rails --family dragonfly+",
        ),
        ("failures of rails", "topology failures rails:2,4,2,8 --element rail"),
        ("failures of planes", "topology failures hyperx:4x3,t=2,planes=2 --element plane --json"),
        ("failures", "topology failures slimfly:3 --proportions 0,0.2 --max-trials 10 --checkpoint f.ckpt"),
        (
            "failures again",
            "topology failures slimfly:3 --proportions 0,0.2 --max-trials 100 --checkpoint f.ckpt",
        ),
        (
            "failures json",
            "topology failures lps:5,3 --proportions 0.1,0.2 --max-trials 10 --seed 4 --json",
        ),
        ("feasible", "topology feasible --family lps --family slimfly --max-routers 400 --svg sizes.svg"),
        ("feasible json", "topology feasible --family polarfly --max-radix 12 --json"),
        ("design", "design --endpoints 200 --ports 12 --max-diameter 3 --min-bisection 0.3 --workers 2"),
        (
            "growth",
            "growth growth.toml --out growth --breakeven 'copper fixed' --workers 1",
        ),
        ("growth json", "growth growth.toml --out growth-json --workers 1 --json"),
        ("fidelity", "fidelity --out fidelity.md --only dragonfly-figure-6"),
        ("fidelity json", "fidelity --out fidelity-json.md --only dragonfly-figure-6 --json"),
        (
            "design json",
            "design --endpoints 100 --ports 12 --family slimfly --family hyperx --sort links --json",
        ),
        ("design in a room", f"design --endpoints 100 --ports 12 --per-family 1 {_IN_ROOM}"),
        (
            "design in a room json",
            f"design --endpoints 100 --ports 12 --per-family 1 --all {_IN_ROOM} --json",
        ),
        ("list", "topology list"),
        ("list json", "topology list --json"),
    ),
    "graphs": (
        ("export edges", "topology export slimfly:3"),
        ("export file", "topology export slimfly:3 --endpoints 2 --out sf.graphml"),
        ("export json", "topology export slimfly:3 --to dot --out sf.dot --json"),
        ("export graph6", "topology export slimfly:3 --to graph6"),
        ("export adjacency", "topology export lps:5,3 --to adjacency --out lps.adjlist"),
        ("export golf", "topology export polarfly:3 --to graphgolf --out pf.graphgolf"),
        ("export grid", "topology export file:graphs/x.grid,format=graphgolf-grid --to graphgolf-grid"),
        ("export bundlefly", "topology export bundlefly:5,3"),
        ("export dragonfly", "topology export dragonfly:4"),
        ("export skywalk", "topology export skywalk:24,4,seed=3"),
        ("export random", "topology export random:24,4,seed=3"),
        ("export xpander", "topology export xpander:24,5 --seed 2"),
        ("export jellyfish", "topology export jellyfish:20,4 --seed 2"),
        ("export hyperx", "topology export hyperx:3x4,t=2,k=1x2"),
        ("export butterfly", "topology export flattened-butterfly:3,3"),
        ("export fattree", "topology export fattree:3,2 --to graphml"),
        ("export clos", "topology export clos:32,8"),
        ("export torus", "topology export torus:4x3"),
        ("export mesh", "topology export mesh:4x3"),
        ("export hypercube", "topology export hypercube:4"),
        ("export product", "topology export 'circulant:8:1,3*complete:3'"),
        ("read edges", "topology show file:graphs/x.edges"),
        ("read graphml", "topology show file:graphs/x.graphml --json"),
        ("read graph6", "topology show file:graphs/x.g6 --json"),
        ("read adjacency", "topology show file:graphs/x.adjlist --json"),
        ("read golf", "topology show file:graphs/x.graphgolf,format=graphgolf --json"),
        ("read grid", "topology show file:graphs/x.grid,format=graphgolf-grid --json"),
        ("read dot", "topology show file:graphs/x.dot --json"),
    ),
    "partitions": (
        ("bound", "partition bound --torus 5x3 --size 5"),
        ("bound json", "partition bound --torus 4x4x2 --size 8 --single --json"),
        ("bound hyperx", "partition bound --hyperx 4x3 --size 6"),
        ("bound hypercube", "partition bound --hypercube 5 --size 12 --json"),
        (
            "policy",
            "partition policy examples/machines/juqueen.toml --against examples/machines/juqueen-54.toml"
            " --against examples/machines/juqueen-48.toml",
        ),
        ("policy json", "partition policy examples/machines/mira.toml --json"),
        ("policy expansion", "partition policy examples/machines/cray-xc-group.toml --expansion"),
        ("policy graph", "partition policy examples/machines/graph.toml"),
        ("policy hypercube", "partition policy examples/machines/hypercube.toml --json"),
        ("policy hyperx", "partition policy examples/machines/hyperx.toml"),
        ("policy torus", "partition policy examples/machines/torus-3d.toml"),
        ("policy own", "partition policy machine.toml --expansion --json"),
    ),
    "traffic": (
        (
            "load",
            "traffic load dragonfly:a=4,p=2,h=2 --routing group-valiant --pattern next-group --out loads",
        ),
        (
            "load json",
            "traffic load slimfly:5 --endpoints 2 --routing minimal --pattern bit-reverse --split path"
            " --hottest 3 --seed 4 --json",
        ),
        (
            "load ideal",
            "traffic load torus:4x3,endpoints=1 --routing valiant --pattern longest-matching --ideal -q",
        ),
        (
            "load worst",
            "traffic load circulant:9:1,2 --endpoints 2 --pattern worst-permutation --out worst",
        ),
        ("load refused", "traffic load slimfly:5 --endpoints 2 --routing ugal-l --pattern uniform"),
        ("load no endpoints", "traffic load slimfly:5 --routing minimal --pattern uniform"),
        (
            "simulate",
            "traffic simulate dragonfly:a=4,p=2,h=2 --routing group-ugal-l-cr --pattern next-group"
            " --load 0.2,0.6 --seeds 2 --cycles 300 --most-cycles 2000 --out simulated",
        ),
        (
            "simulate json",
            "traffic simulate torus:4,endpoints=1 --routing dimension-order --pattern uniform --load 0.3"
            " --packet-flits 4 --injection poisson --cycles 300 --json",
        ),
        (
            "simulate refused",
            "traffic simulate torus:4,endpoints=1 --routing minimal --pattern ring --load 2",
        ),
        ("study", "traffic study traffic.toml --out study --results runs"),
        ("study json", "traffic study traffic.toml --out study-json --results runs --json"),
        (
            "motif",
            "traffic motif dragonfly:a=4,p=2,h=2 --motif fft3d-unbalanced --routing group-ugal-l --seeds 2"
            " --bytes 2000 --mapping random --out motif",
        ),
        (
            "motif json",
            "traffic motif torus:4x4 --endpoints 1 --motif sweep3d --routing dimension-order --blocks 2"
            " --packet-flits 3 --compute-cycles 9 --grid 2x8 --json",
        ),
        (
            "offered",
            "traffic offered dragonfly:a=4,p=2,h=2 torus:4x4,endpoints=4 --routing ugal-l,minimal"
            " --load 0.2,0.8 --ranks 40 --messages 3 --message-packets 4 --results runs --out offered",
        ),
        (
            "offered json",
            "traffic offered torus:4,endpoints=2 --pattern uniform --destinations redrawn --json",
        ),
        ("offered refused", "traffic offered torus:4,endpoints=2 --buffer-bytes 4096"),
        ("motif refused", "traffic motif torus:4x4 --endpoints 1 --bytes 0"),
        ("motifs", "traffic motifs motifs.toml --out motifs --results motif-runs"),
        ("motifs json", "traffic motifs motifs.toml --out motifs-json --results motif-runs --json"),
        ("routes", "traffic routes dragonfly:a=4,p=2,h=2 --routing group-ugal-l --out routes"),
        (
            "static",
            "traffic static hyperx:4x4,t=3 --routing dfsssp,parx --placement clustered --ranks 8,48"
            " --matchings 50 --seed 3 --out static",
        ),
        (
            "static json",
            "traffic static leafspine:4,2,k=2,t=3 --routing d-mod-k,sssp --matchings 9 --json",
        ),
        ("static cycle", "traffic static torus:6 --endpoints 1 --routing sssp --matchings 50"),
        ("smpi refused", "traffic smpi nothing.toml"),
        ("static lanes", "traffic static hyperx:4x4,t=3 --routing parx --lanes 1 --matchings 50"),
        ("routes json", "traffic routes fattree:2,3 --routing up-down --json"),
        (
            "routes switch",
            "traffic routes fattree:4,2 --routing up-down --catalogue examples/tsubame2/parts_qdr.toml"
            " --switch EX-EDGE-36",
        ),
        ("routes cycle", "traffic routes torus:8,endpoints=1 --routing minimal --virtual-channels one"),
    ),
    "assignment": (
        ("qap", "qap qap.dat --iterations 200 --out qap.sln"),
        ("qap json", "qap qap.dat --iterations 200 --seed 3 --json"),
        ("init grid", "init grid"),
        ("init grid file", "init grid --out grid_made.toml"),
        ("init hall", "init hall --json"),
        ("init plan", "init plan"),
        ("init devices", "init devices"),
        ("init cables", "init cables --out cables_made.csv --json"),
        ("init study", "init study --out study_made.toml --json"),
        ("init example", "init example"),
        ("init example grid", "init example grid --out mine --json"),
        ("init grid schema", "init grid --schema"),
        ("init hall schema", "init hall --schema"),
        ("init plan schema", "init plan --schema --out plan_schema.json"),
        ("init study schema", "init study --schema"),
        ("room of init", "room show grid_made.toml"),
        ("init catalogue", "init catalogue --out made.toml"),
        ("init ownership", "init ownership"),
        ("init ownership schema", "init ownership --schema"),
    ),
    "prices": (
        ("catalogue import", f"catalogue import prices.csv {_MAP} --out prices.toml"),
        ("catalogue import json", f"catalogue import prices.csv {_MAP} --out again.toml --json"),
        ("catalogue show", "catalogue show prices.toml"),
        ("catalogue show json", "catalogue show examples/catalogue/parts_400g.toml --json"),
        ("catalogue check", "catalogue check prices.toml --for slimfly:5 --room grid:5x5 --network-only"),
        ("catalogue check json", "catalogue check examples/catalogue/parts_200g.toml --json"),
    ),
}
