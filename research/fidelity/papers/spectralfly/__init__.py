"""SpectralFly: a file per table or figure."""

from netfloor.research.fidelity.papers.spectralfly import (
    baselines,
    failures,
    latencies,
    motifs,
    simulations,
    sizes,
    table_1,
    table_2,
)

EXHIBITS = (
    *table_1.EXHIBITS,
    *table_2.EXHIBITS,
    *baselines.EXHIBITS,
    *sizes.EXHIBITS,
    *failures.EXHIBITS,
    *latencies.EXHIBITS,
    *simulations.EXHIBITS,
    *motifs.EXHIBITS,
)
