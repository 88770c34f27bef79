"""Timing on noisy machines: turns, medians, ratios pair by pair."""

import statistics
import time
from collections.abc import Callable

ROUNDS = 5


def seconds(work: Callable[[], object]) -> float:
    """Return how long one call takes on the wall clock."""
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def compare(
    ours: Callable[[], object], peer: Callable[[], object], rounds: int = ROUNDS, share: float = 1.0
) -> str:
    """Return the median ratio ours / peer over turns A B A B, with its range.

    Both run once before the first round, so that compiling and caches do not count.

    Parameters
    ----------
    share
        Of our work, what the peer does in one call: its times are divided by it.
    """
    ours()
    peer()
    pairs = [(seconds(ours), seconds(peer) / share) for _ in range(rounds)]
    ratios = sorted(ours_s / peer_s for ours_s, peer_s in pairs)
    ours_s = statistics.median(pair[0] for pair in pairs)
    peer_s = statistics.median(pair[1] for pair in pairs)
    return (
        f"ratio {statistics.median(ratios):.3f} (range {ratios[0]:.3f} to {ratios[-1]:.3f}); "
        f"medians {ours_s:.3g} s and {peer_s:.3g} s"
    )
