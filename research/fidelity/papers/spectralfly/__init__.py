"""SpectralFly: one file per table or figure."""

from netfloor.research.fidelity.papers.spectralfly import (
    baselines,
    failures,
    finite_runs,
    latencies,
    motifs,
    pairs,
    set_up,
    sizes,
    table_1,
    table_2,
)

EXHIBITS = (
    *table_1.EXHIBITS,
    *table_2.EXHIBITS,
    *baselines.EXHIBITS,
    *pairs.EXHIBITS,
    *sizes.EXHIBITS,
    *failures.EXHIBITS,
    *latencies.EXHIBITS,
    *set_up.EXHIBITS,
    *finite_runs.EXHIBITS,
    *motifs.EXHIBITS,
)
