"""Communication motifs of parallel programs: schedules of messages that depend on each other."""

from collections.abc import Callable

from netfloor.foundation.errors import InputError, setting
from netfloor.research.traffic.motifs.collectives import all_to_all, allreduce_doubling, allreduce_ring
from netfloor.research.traffic.motifs.fft3d import balanced, unbalanced
from netfloor.research.traffic.motifs.halo3d26 import halo3d26
from netfloor.research.traffic.motifs.schedule import MessageSchedule, MotifSettings
from netfloor.research.traffic.motifs.sweep3d import sweep3d

MOTIFS: dict[str, Callable[[int, MotifSettings], MessageSchedule]] = {
    "halo3d26": halo3d26,
    "sweep3d": sweep3d,
    "fft3d-balanced": balanced,
    "fft3d-unbalanced": unbalanced,
    "allreduce-ring": allreduce_ring,
    "allreduce-doubling": allreduce_doubling,
    "all-to-all": all_to_all,
}


def schedule_of(name: str, ranks: int, settings: MotifSettings) -> MessageSchedule:
    """Return the messages of a motif.

    Raises
    ------
    InputError
        If the motif is unknown, there are too few ranks or too many messages, or a setting does not fit.
    """
    if name not in MOTIFS:
        raise InputError(setting("motif"), f"there is no motif {name[:60]!r}", f"give {', '.join(MOTIFS)}")
    if ranks < 2:
        raise InputError(setting("ranks"), f"{ranks} ranks", "give 2 or more")
    return MOTIFS[name](ranks, settings)
