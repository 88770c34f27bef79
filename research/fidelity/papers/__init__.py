"""What each paper prints, a file or more per paper: to add an exhibit, put it in the paper's file."""

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

#: Every exhibit that is measured, by key, in the order of the page; those made of others come after them.
REPRODUCTIONS: dict[str, Reproduction] = {
    one.key: one
    for one in (
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
