"""Changes between two placed networks for the floor plan: each cable's change and its migration step."""

from itertools import groupby
from typing import Any

from netfloor.plans.alignment import Alignment
from netfloor.plans.diff import CableChange, PlanDiff
from netfloor.plans.migration.steps import Migration, link_words
from netfloor.reports.formats.text import one_line

#: Changes of a cable; the page uses the index as the code.
CHANGES = ("stays", "added", "removed", "moved", "length or part only")


def change_codes(diff: PlanDiff, *, cables: int, new: bool) -> list[int]:
    """Return the change of each cable of the old or new fabric as an index into `CHANGES`.

    ``cables`` is the number drawn: cables to servers that are not compared come last and count as staying.
    """
    codes = [0] * cables
    for change in diff.cables:
        own = change.new if new else change.old
        if own is not None:
            codes[own] = _code(change)
    return codes


def _code(change: CableChange) -> int:
    if not change.touched:
        return 0
    kinds = [kind for kind in ("added", "removed", "moved") if kind in change.kinds]
    return CHANGES.index(kinds[0]) if kinds else len(CHANGES) - 1


def way_there(migration: Migration, aligned: Alignment, cables: tuple[int, int]) -> dict[str, Any]:
    """Return the steps of a migration and the step that unplugs or plugs each cable (0 for none).

    ``cables`` are the numbers of drawn cables of the old and the new network.
    """
    number = {link_words(aligned.link(cable)): cable for cable in range(len(aligned.cables))}
    out, into = ([0] * count for count in cables)
    for step in migration.steps:
        for actions, at, side in ((("unplug", "release"), out, 0), (("plug", "replug"), into, 1)):
            if step.action in actions:
                cable = aligned.cables[number[step.item]][side]
                assert cable is not None  # noqa: S101 - it is taken out of this network, or put into it
                at[cable] = step.number
    steps = []
    for number, rows in groupby(migration.steps, key=lambda step: step.number):
        own = list(rows)
        steps.append(
            {
                "number": number,
                "batch": own[0].batch,
                "action": own[0].action,
                "items": [one_line(step.item) for step in own],
                "from": one_line(own[0].source),
                "to": one_line(own[0].target),
                "links": own[-1].certified_links,
            }
        )
    return {"steps": steps, "timing": {"outAt": out, "inAt": into}}
