"""Quality on QAPLIB instances: gaps to the best known values, for netfloor and robust tabu search.

Each run has 60 s of CPU time on one core, so other load on the machine does not affect the result.
"""

import os
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from benchmarks.robust_tabu_kernels import robust_tabu
from netfloor.layout.dense import DenseProblem, lower_bound, search, warm_up
from netfloor.layout.dense.qaplib import read_instance

#: Folder of the instances as ``NAME.dat``; the repository does not contain them.
FOLDER = Path(os.environ.get("NETFLOOR_QAPLIB", "qaplib"))
SECONDS = float(os.environ.get("NETFLOOR_QAPLIB_SECONDS", "60"))
SEED = int(os.environ.get("NETFLOOR_QAPLIB_SEED", "1"))
#: Names of the instances to run, separated by spaces; default: all in the folder.
ONLY = os.environ.get("NETFLOOR_QAPLIB_ONLY", "").split()
#: Lowest known costs, most of them proved optimal. Source: QAPLIB (https://qaplib.mgi.polymtl.ca), "Problem
#: instances and solutions"; tai80a and tai100a from its later updates.
BEST_KNOWN = {
    "bur26a": 5426670, "bur26b": 3817852, "bur26c": 5426795, "bur26d": 3821225,
    "bur26e": 5386879, "bur26f": 3782044, "bur26g": 10117172, "bur26h": 7098658,
    "chr12a": 9552, "chr15a": 9896, "chr18a": 11098, "chr20a": 2192, "chr22a": 6156, "chr25a": 3796,
    "els19": 17212548, "esc16a": 68, "esc32a": 130, "esc64a": 116, "esc128": 64, "had20": 6922,
    "kra30a": 88900, "kra30b": 91420, "lipa50a": 62093, "lipa90a": 360630, "lipa90b": 12490441,
    "nug12": 578, "nug20": 2570, "nug25": 3744, "nug30": 6124, "rou20": 725522, "scr20": 110030,
    "sko42": 15812, "sko49": 23386, "sko56": 34458, "sko64": 48498, "sko72": 66256, "sko81": 90998,
    "sko90": 115534, "sko100a": 152002, "ste36a": 9526, "ste36b": 15852, "ste36c": 8239110,
    "tai20a": 703482, "tai25a": 1167256, "tai30a": 1818146, "tai35a": 2422002, "tai40a": 3139370,
    "tai50a": 4938796, "tai60a": 7205962, "tai80a": 13499184, "tai100a": 21044752,
    "tai20b": 122455319, "tai30b": 637117113, "tai40b": 637250948, "tai50b": 458821517,
    "tai60b": 608215054, "tai80b": 818415043, "tai100b": 1185996137, "tai150b": 498896643,
    "tai64c": 1855928, "tai256c": 44759294, "tho30": 149936, "tho40": 240516, "tho150": 8133398,
    "wil50": 48816, "wil100": 273038,
}  # fmt: skip


class CpuSeconds:
    """A limit on the CPU time of this thread, in seconds."""

    def __init__(self, seconds: float) -> None:
        self.began, self.seconds = time.thread_time(), seconds

    @property
    def spent(self) -> float:
        """CPU seconds since the start."""
        return time.thread_time() - self.began

    def progress(self, _iterations: int) -> float:
        """Return the share of the time that is spent."""
        return self.spent / self.seconds


def qaplib() -> Iterator[str]:
    """Report cost on QAPLIB instances, one run each, against the best known and robust tabu search."""
    names = [name for name in ONLY or BEST_KNOWN if (FOLDER / f"{name}.dat").exists()]
    yield (
        f"{SECONDS:g} s of CPU time each, seed {SEED}, until the best known; "
        f"{len(names)} instances in {FOLDER} (NETFLOOR_QAPLIB)"
    )
    for name in names:
        yield _solve(name, read_instance(FOLDER / f"{name}.dat"), BEST_KNOWN[name])


def _solve(name: str, problem: DenseProblem, best_known: int) -> str:
    bound = lower_bound(problem)
    warm_up(problem)
    robust_tabu(problem, SEED, lambda _best, moves: moves > 0)
    stop, rng = CpuSeconds(SECONDS), np.random.default_rng(SEED)
    best = search(problem, rng, stop, lambda _share, _cost: None, target=best_known)
    ours_s, clock = stop.spent, CpuSeconds(SECONDS)
    peer, _ = robust_tabu(
        problem, SEED, lambda cost, _moves: cost <= best_known or clock.progress(0) >= 1.0
    )
    bound.check(min(best.cost, best_known))
    return (
        f"{name:<8} {best.cost:>11}  gap {(best.cost - best_known) / best_known:.4%} in {ours_s:.1f} s "
        f"({best.iterations} moves)  "
        f"robust tabu {(peer - best_known) / best_known:.4%} in {clock.spent:.1f} s  "
        f"ratio {best.cost / peer:.5f}  bound {bound.cost / best_known:.1%} ({bound.method})"
    )
