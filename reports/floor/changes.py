"""From one placed network to another on the floor: what becomes of each cable, and when."""

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from netfloor.plans.by_names import cable_links
from netfloor.plans.cabling import Link
from netfloor.plans.diff import CableChange, PlanDiff
from netfloor.plans.migration.steps import Migration, link_words
from netfloor.plans.plan import Plan
from netfloor.reports.formats.text import one_line

#: What becomes of a cable, by the codes of the page: its place in this order.
CHANGES = ("stays", "added", "removed", "moved", "length or part only")


def links_of(plan: Plan, of_old: PlanDiff | None = None) -> list[Link]:
    """Return the link of each cable of a plan; of the old one of a difference, as the new one names it."""
    links = cable_links(plan, servers=True)
    return links if of_old is None else [of_old.links.get(link, link) for link in links]


def change_codes(diff: PlanDiff, links: Sequence[Link]) -> list[int]:
    """Return what becomes of each cable, a place in `CHANGES`."""
    codes = {change.link: _code(change) for change in diff.cables}
    return [codes.get(link, 0) for link in links]


def _code(change: CableChange) -> int:
    if not change.touched:
        return 0
    kinds = [kind for kind in ("added", "removed", "moved") if kind in change.kinds]
    return CHANGES.index(kinds[0]) if kinds else len(CHANGES) - 1


def way_there(migration: Migration, old: Sequence[Link], new: Sequence[Link]) -> dict[str, Any]:
    """Return the steps of a migration, and in which each cable comes out or goes in; 0 for never."""
    out, into = ({link_words(link): 0 for link in links} for links in (old, new))
    for step in migration.steps:
        if step.action in ("unplug", "release"):
            out[step.item] = step.number
        elif step.action in ("plug", "replug"):
            into[step.item] = step.number
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
    timing = {
        "outAt": [out[link_words(link)] for link in old],
        "inAt": [into[link_words(link)] for link in new],
    }
    return {"steps": steps, "timing": timing}
