"""Vendors' tables: switches and cables of NVIDIA's DGX SuperPOD reference architectures.

The component counts are from "DGX SuperPOD Architecture" in three documents on
docs.nvidia.com/dgx-superpod,
read in 2026: reference-architecture-scalable-infrastructure-b200, and reference-architecture of
scalable-infrastructure-b300-xdr and of scalable-infrastructure-b300 (Spectrum-4 Ethernet).
"""

from netfloor.research.fidelity.report.exhibit import FigureColumn
from netfloor.research.fidelity.reproduction import Measurement, Reproduction, Row
from netfloor.topologies.spec import build


def _counts(row: str, _work: Measurement) -> Row:
    """Count the servers, switches by level, and cables between levels of a built network."""
    from netfloor.reports.structure.facts import tree_levels  # noqa: PLC0415 - loads Numba

    network = build(row)
    servers, levels = network.servers, tree_levels(network)["levels"]
    names, cables = ("leaf", "spine", "core"), ("leaf-spine cables", "spine-core cables")
    ends = int(network.endpoints.sum())
    return {
        "nodes": 0 if servers is None else servers.count,
        "GPUs": ends,
        **{name: level["switches"] for name, level in zip(names, levels, strict=False)},
        "node-leaf cables": ends,
        **{name: level["links_up"] for name, level in zip(cables, levels[:-1], strict=False)},
    }


_COLUMNS = tuple(
    FigureColumn(name)
    for name in (
        *("nodes", "GPUs", "leaf", "spine", "core"),
        *("node-leaf cables", "leaf-spine cables", "spine-core cables"),
    )
)


def _printed(nodes: int, leaf: int, spine: int, core: int | None = None) -> tuple[int | None, ...]:
    """Return a printed row; each level has as many cables as there are GPUs, eight per node."""
    gpus = 8 * nodes
    return (nodes, gpus, leaf, spine, core, gpus, gpus, None if core is None else gpus)


_PAPER, _COMMAND = "DGX SuperPOD", "netfloor topology show SPEC"
B200 = Reproduction(
    key="superpod-b200",
    paper=_PAPER,
    exhibits=("Table B200",),
    command=_COMMAND,
    columns=_COLUMNS,
    printed={
        "rails:2,32,8,64": _printed(64, 16, 8),
        "rails:4,32,8,64": _printed(128, 32, 16),
        "rails:8,32,8,64": _printed(256, 64, 32),
        "rails:16,32,8,64": _printed(512, 128, 128, 64),
        "rails:32,32,8,64": _printed(1024, 256, 256, 128),
        "rails:64,32,8,64": _printed(2048, 512, 512, 256),
    },
    measure=_counts,
)

B300_XDR = Reproduction(
    key="superpod-b300-xdr",
    paper=_PAPER,
    exhibits=("Table B300 XDR",),
    command=_COMMAND,
    columns=_COLUMNS,
    printed={
        "rails:1,72,8,144": _printed(72, 8, 4),
        "rails:2,72,8,144": _printed(144, 16, 8),
        "rails:4,72,8,144": _printed(288, 32, 18),
        "rails:8,72,8,144": _printed(576, 64, 36),
        "rails:18,72,8,144": (1296, 9216, 144, 72, None, 10368, 10368, None),
    },
    by_formula={("rails:18,72,8,144", "GPUs"): 8 * 1296},
    measure=_counts,
)

B300_ETHERNET = Reproduction(
    key="superpod-b300-ethernet",
    paper=_PAPER,
    exhibits=("Table B300 Ethernet",),
    command=_COMMAND,
    columns=_COLUMNS,
    printed={
        "rails:2,32,8,64": _printed(64, 16, 8),
        "rails:4,32,8,64": _printed(128, 32, 16),
        "rails:8,32,8,64": _printed(256, 64, 32),
        "leafspine:16,8,k=4,t=32,planes=8": _printed(512, 128, 64),
        "leafspine:32,16,k=2,t=32,planes=8": _printed(1024, 256, 128),
    },
    measure=_counts,
)

EXHIBITS = (B200, B300_XDR, B300_ETHERNET)
