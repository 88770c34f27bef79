"""Every figure and table of five papers and a vendor, with the state of exhibits that are not measured."""

from netfloor.research.fidelity.report.page import ListedExhibit

#: In the order of the papers; the vendor is last.
LISTED = (
    ListedExhibit("SpectralFly", "Figure 1", "structures that bisections forbid", "drawing"),
    ListedExhibit(
        "SpectralFly",
        "Figure 2",
        "neighbourhood in LPS(3,5)",
        "drawing",
        "the graph itself: `topology show lps:3,5`",
    ),
    ListedExhibit(
        "SpectralFly", "Figure 3", "LPS(3,7)", "drawing", "the graph itself: `topology show lps:3,7`"
    ),
    ListedExhibit(
        "SpectralFly", "Figure 4", "sizes and bisections", "not measured", "where the text gives numbers"
    ),
    ListedExhibit(
        "SpectralFly",
        "Figure 5",
        "failed links",
        "not measured",
        "where text and caption give numbers; the curves of the right column are not compared",
    ),
    ListedExhibit(
        "SpectralFly",
        "Figure 6",
        "traffic patterns, UGAL-L",
        "not measured",
        "what the text says",
    ),
    ListedExhibit(
        "SpectralFly",
        "Figure 7",
        "traffic patterns, minimal routing",
        "not measured",
        "what the text says",
    ),
    ListedExhibit(
        "SpectralFly",
        "Figure 8",
        "Valiant routing",
        "not measured",
        "what the text says",
    ),
    ListedExhibit(
        "SpectralFly",
        "Figure 9",
        "Ember motifs",
        "not measured",
        "what the text says; sizes of messages are not printed",
    ),
    ListedExhibit(
        "SpectralFly",
        "Figure 10",
        "Ember motifs, UGAL",
        "not measured",
        "what the text says; sizes are not printed",
    ),
    ListedExhibit(
        "SpectralFly",
        "Figure 11",
        "latency against SkyWalk",
        "not measured",
        "what the text says of it; which rule its baseline follows is not known",
    ),
    ListedExhibit("SpectralFly", "Table I", "graph properties", "not measured", "one last digit differs"),
    ListedExhibit("SpectralFly", "Table II", "cables, power, bisections"),
    ListedExhibit("Dragonfly", "Figure 1", "ports for one global hop"),
    ListedExhibit(
        "Dragonfly",
        "Figure 2",
        "cost of cables",
        "not measured",
        "the lines as recalled cross at {{dragonfly-2008, as recalled; m}} m, printed 10 m",
    ),
    ListedExhibit("Dragonfly", "Figure 3", "group and network", "drawing"),
    ListedExhibit("Dragonfly", "Figure 4", "size by ports"),
    ListedExhibit("Dragonfly", "Figure 5", "72 terminals"),
    ListedExhibit(
        "Dragonfly",
        "Figure 6",
        "other groups",
        "not measured",
        "(b) is 272 terminals by the paper's own formula, printed 1056; (a) agrees",
    ),
    ListedExhibit("Dragonfly", "Figure 7", "virtual channels"),
    ListedExhibit("Dragonfly", "Figure 8", "routings compared"),
    ListedExhibit("Dragonfly", "Figure 9", "unused channels"),
    ListedExhibit("Dragonfly", "Figure 10", "UGAL-L variants"),
    ListedExhibit("Dragonfly", "Figure 11", "latency by load"),
    ListedExhibit("Dragonfly", "Figure 12", "latency histogram"),
    ListedExhibit("Dragonfly", "Figure 13", "where packets wait", "drawing"),
    ListedExhibit("Dragonfly", "Figure 14", "buffer sizes"),
    ListedExhibit("Dragonfly", "Figure 15", "credit round trip", "drawing"),
    ListedExhibit("Dragonfly", "Figure 16", "UGAL-L with credits"),
    ListedExhibit("Dragonfly", "Figure 17", "credit flow control", "drawing"),
    ListedExhibit(
        "Dragonfly",
        "Figure 18",
        "64K against flattened butterfly",
        "not measured",
        "its global ports and cables",
    ),
    ListedExhibit(
        "Dragonfly",
        "Figure 19",
        "cost by size",
        "not measured",
        "what the text says of it; prices and cable lines are recalled, unverified",
    ),
    ListedExhibit(
        "Dragonfly",
        "Table 1",
        "cables on the market",
        "data",
        "from vendors, nothing to compute; power set `dragonfly-2008-cables`",
    ),
    ListedExhibit(
        "Dragonfly",
        "Table 2",
        "hops and cable lengths",
        "not measured",
        "hops, and cables as shares of the floor's side E",
    ),
    ListedExhibit(
        "HyperX",
        "Figure 1",
        "measured throughput",
        "measurement",
        "ratios of the averages, calculated; not the measured GiB/s",
    ),
    ListedExhibit(
        "HyperX",
        "Figure 2",
        "the two networks",
        "not measured",
        "{{hyperx:12x8,t=7; switches with endpoints}} switches, {{hyperx:12x8,t=7; endpoints}} hosts, "
        "{{hyperx:12x8,t=7; share of half the endpoints, %}} %; the fat tree's plane has "
        "{{leafspine:48,6,k=3,t=14; switches with endpoints}} edge switches",
    ),
    ListedExhibit(
        "HyperX", "Figure 3", "benchmarks", "measurement", "3c by the text's statements, calculated"
    ),
    ListedExhibit("Partitioning", "Figure 1", "Mira", "not measured", "Table 6 drawn"),
    ListedExhibit("Partitioning", "Figure 2", "JUQUEEN", "not measured", "Table 7 drawn"),
    ListedExhibit("Partitioning", "Figure 3", "pairing on Mira", "measurement"),
    ListedExhibit("Partitioning", "Figure 4", "pairing on JUQUEEN", "measurement"),
    ListedExhibit("Partitioning", "Figure 5", "matrix multiplication", "measurement"),
    ListedExhibit("Partitioning", "Figure 6", "strong scaling", "measurement"),
    ListedExhibit("Partitioning", "Figure 7", "three designs", "not measured", "Table 5 drawn"),
    ListedExhibit("Partitioning", "Table 1", "Mira, better shapes"),
    ListedExhibit("Partitioning", "Table 2", "JUQUEEN, best and worst"),
    ListedExhibit("Partitioning", "Table 3", "parameters of runs", "data", "nothing to compute"),
    ListedExhibit(
        "Partitioning",
        "Table 4",
        "parameters of runs",
        "data",
        "its two bandwidth columns are those of Table 6",
    ),
    ListedExhibit("Partitioning", "Table 5", "three designs"),
    ListedExhibit("Partitioning", "Table 6", "Mira"),
    ListedExhibit("Partitioning", "Table 7", "JUQUEEN"),
    ListedExhibit("Circulants", "Figure 1", "16 switches", "drawing"),
    ListedExhibit("Circulants", "Figure 2", "colours", "drawing"),
    ListedExhibit(
        "Circulants",
        "Figure 3",
        "ratios to tori",
        "not measured",
        'but "235 %", which is 234 % by the paper\'s own Table 2',
    ),
    ListedExhibit(
        "Circulants", "Figure 4", "average performance", "not measured", "programs of our own on SimGrid"
    ),
    ListedExhibit(
        "Circulants", "Figure 5", "effective bandwidth", "not measured", "programs of our own on SimGrid"
    ),
    ListedExhibit("Circulants", "Figure 6", "FFTE", "not measured", "programs of our own on SimGrid"),
    ListedExhibit("Circulants", "Figure 7", "Graph 500", "not measured", "programs of our own on SimGrid"),
    ListedExhibit(
        "Circulants", "Figure 8", "NPB kernels", "not measured", "programs of our own on SimGrid"
    ),
    ListedExhibit(
        "Circulants", "Figure 9", "NPB applications", "not measured", "LU alone; BT and SP are not written"
    ),
    ListedExhibit("Circulants", "Table 1", "best jumps", "not measured", "exhaustive search"),
    ListedExhibit(
        "Circulants",
        "Table 2",
        "diameter, distance, bisection",
    ),
    ListedExhibit("DGX SuperPOD", "Table B200", "switches and cables by nodes"),
    ListedExhibit(
        "DGX SuperPOD",
        "Table B300 XDR",
        "switches and cables by nodes",
        "not measured",
        "the last row has fewer GPUs than eight a node",
    ),
    ListedExhibit(
        "DGX SuperPOD",
        "Table B300 Ethernet",
        "switches and cables by nodes",
        "not measured",
        "512 and 1,024 nodes follow from 64 ports only if the rails never meet",
    ),
)
