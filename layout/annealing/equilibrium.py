"""How warm a given placement is: where to begin when it shall be refined, not forgotten."""

from layout.annealing.annealer import Annealer
from layout.annealing.schedule import Schedule

#: Temperatures that are tried, from the schedule's hottest to its coldest.
TRIALS = 10
#: Proposals a mover and trial, and the least in all.
PER_MOVER = 20
LEAST = 20_000


def equilibrium(annealer: Annealer, scale: float) -> Schedule:
    """Return a schedule from the hottest temperature at which the placement does not get dearer.

    Tries each temperature for a moment and puts everything back, the generator too; at
    the coldest if the placement gets dearer even there.
    """
    usual = Schedule()
    snapshot = annealer.slot_of, annealer.cost, int(annealer.state.random[0])
    proposals = max(LEAST, PER_MOVER * len(annealer.state.movers))
    share = usual.cold
    for trial in range(TRIALS):
        temperature = usual.temperature(scale, trial / TRIALS)
        change = annealer.anneal(proposals, temperature)
        annealer.put_back(*snapshot)
        if change <= 0:
            share = temperature / scale if scale > 0 else usual.cold
            break
    return Schedule(hot=max(share, usual.cold))
