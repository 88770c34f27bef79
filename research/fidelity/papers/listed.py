"""Every figure and table of five papers and a vendor, with the state of exhibits that are not measured."""

from pathlib import Path

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
    ListedExhibit("SpectralFly", "Figure 4", "sizes and bisections"),
    ListedExhibit("SpectralFly", "Figure 5", "failed links"),
    ListedExhibit("SpectralFly", "Figure 6", "traffic patterns, UGAL-L"),
    ListedExhibit("SpectralFly", "Figure 7", "traffic patterns, minimal routing"),
    ListedExhibit("SpectralFly", "Figure 8", "Valiant routing"),
    ListedExhibit("SpectralFly", "Figure 9", "Ember motifs"),
    ListedExhibit("SpectralFly", "Figure 10", "Ember motifs, UGAL"),
    ListedExhibit("SpectralFly", "Figure 11", "latency against SkyWalk"),
    ListedExhibit("SpectralFly", "Table I", "graph properties"),
    ListedExhibit("SpectralFly", "Table II", "cables, power, bisections"),
    ListedExhibit("Dragonfly", "Figure 1", "ports for one global hop"),
    ListedExhibit("Dragonfly", "Figure 2", "cost of cables"),
    ListedExhibit("Dragonfly", "Figure 3", "group and network", "drawing"),
    ListedExhibit("Dragonfly", "Figure 4", "size by ports"),
    ListedExhibit("Dragonfly", "Figure 5", "72 terminals"),
    ListedExhibit("Dragonfly", "Figure 6", "other groups"),
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
    ListedExhibit("Dragonfly", "Figure 18", "64K against flattened butterfly"),
    ListedExhibit("Dragonfly", "Figure 19", "cost by size"),
    ListedExhibit(
        "Dragonfly",
        "Table 1",
        "cables on the market",
        "data",
        "from vendors, nothing to compute; power set `dragonfly-2008-cables`",
    ),
    ListedExhibit("Dragonfly", "Table 2", "hops and cable lengths"),
    ListedExhibit("HyperX", "Figure 1", "measured throughput"),
    ListedExhibit("HyperX", "Figure 2", "the two networks"),
    ListedExhibit("HyperX", "Figure 3", "benchmarks"),
    ListedExhibit("Partitioning", "Figure 1", "Mira"),
    ListedExhibit("Partitioning", "Figure 2", "JUQUEEN"),
    ListedExhibit("Partitioning", "Figure 3", "pairing on Mira", "measurement"),
    ListedExhibit("Partitioning", "Figure 4", "pairing on JUQUEEN", "measurement"),
    ListedExhibit("Partitioning", "Figure 5", "matrix multiplication", "measurement"),
    ListedExhibit("Partitioning", "Figure 6", "strong scaling", "measurement"),
    ListedExhibit("Partitioning", "Figure 7", "three designs"),
    ListedExhibit("Partitioning", "Table 1", "Mira, better shapes"),
    ListedExhibit("Partitioning", "Table 2", "JUQUEEN, best and worst"),
    ListedExhibit("Partitioning", "Table 3", "parameters of runs", "data", "nothing to compute"),
    ListedExhibit(
        "Partitioning",
        "Table 4",
        "parameters of runs",
        "data",
        "its two bandwidth columns repeat Table 6",
    ),
    ListedExhibit("Partitioning", "Table 5", "three designs"),
    ListedExhibit("Partitioning", "Table 6", "Mira"),
    ListedExhibit("Partitioning", "Table 7", "JUQUEEN"),
    ListedExhibit("Circulants", "Figure 1", "16 switches", "drawing"),
    ListedExhibit("Circulants", "Figure 2", "colours", "drawing"),
    ListedExhibit("Circulants", "Figure 3", "ratios to tori"),
    ListedExhibit("Circulants", "Figure 4", "average performance"),
    ListedExhibit("Circulants", "Figure 5", "effective bandwidth"),
    ListedExhibit("Circulants", "Figure 6", "FFTE"),
    ListedExhibit("Circulants", "Figure 7", "Graph 500"),
    ListedExhibit("Circulants", "Figure 8", "NPB kernels"),
    ListedExhibit("Circulants", "Figure 9", "NPB applications"),
    ListedExhibit("Circulants", "Table 1", "best jumps"),
    ListedExhibit("Circulants", "Table 2", "diameter, distance, bisection"),
    ListedExhibit("DGX SuperPOD", "Table B200", "switches and cables by nodes"),
    ListedExhibit("DGX SuperPOD", "Table B300 XDR", "switches and cables by nodes"),
    ListedExhibit("DGX SuperPOD", "Table B300 Ethernet", "switches and cables by nodes"),
)
#: Markdown of the runs of the papers' networks by other programs.
SUMMARY, OTHER_PROGRAMS = (
    (Path(__file__).parent / f"notes/{name}.md").read_text(encoding="utf-8")
    for name in ("summary", "other-programs")
)
