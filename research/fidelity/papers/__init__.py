"""The printed figures of each paper. A new exhibit goes into a file of its paper."""

from netfloor.research.fidelity.papers import (
    circulants,
    circulants_programs,
    dragonfly,
    dragonfly_cost,
    dragonfly_traffic,
    hyperx,
    hyperx_static,
    partitioning,
    spectralfly,
    vendors,
)
from netfloor.research.fidelity.reproduction import Reproduction

#: Every measured exhibit by key, in page order; exhibits derived from others follow them.
REPRODUCTIONS: dict[str, Reproduction] = {
    item.key: item
    for item in (
        *spectralfly.EXHIBITS,
        *dragonfly.EXHIBITS,
        *dragonfly_cost.EXHIBITS,
        *dragonfly_traffic.EXHIBITS,
        *hyperx.EXHIBITS,
        *hyperx_static.EXHIBITS,
        *partitioning.EXHIBITS,
        *circulants.EXHIBITS,
        *circulants_programs.EXHIBITS,
        *vendors.EXHIBITS,
    )
}
