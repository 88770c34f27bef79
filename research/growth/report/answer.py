"""The answer of a growth study: the cheapest families by size, by layouts and by closed forms."""

from collections.abc import Iterable
from itertools import groupby

from netfloor.foundation.wording import join_words
from netfloor.research.growth.report.types import GrowthFindings, GrowthRow

Cheapest = list[list[GrowthRow]]


def cheapest(rows: Iterable[GrowthRow]) -> Cheapest:
    """Return the rows with the lowest cost per endpoint at each size, several in case of a tie."""
    results = []
    for _, same in groupby(sorted(rows, key=lambda row: row.wanted), key=lambda row: row.wanted):
        of_size = list(same)
        minimum = min(row.cents_per_endpoint for row in of_size)
        results.append([row for row in of_size if row.cents_per_endpoint == minimum])
    return results


def case_answer(found: GrowthFindings, case: str) -> str:
    """Return the cheapest families of a case by size.

    One answer if layouts and closed forms agree; otherwise layouts first, since they can be built.
    """
    closed, laid = _spans(cheapest(found.of(case))), _spans(cheapest(found.laid(case)))
    if not laid:
        return f"{closed} endpoints (closed forms; no layouts)"
    if laid == closed:
        return f"{laid} endpoints (layouts and closed forms agree)"
    return f"{laid} endpoints (layouts); {closed} (closed forms)"


def other_cases(found: GrowthFindings) -> list[str]:
    """Return a sentence for each case but the first: other prices, other rooms."""
    return [f"With {case}: {case_answer(found, case)}." for case in found.cases[1:]]


def _spans(least: Cheapest) -> str:
    """Return ``dragonfly for 8,192 to 65,536`` for each run of sizes with the same cheapest families."""
    spans = []
    for names, run in groupby(least, key=lambda rows: " and ".join(row.family for row in rows)):
        sizes = [rows[0].wanted for rows in run]
        where = f"for {sizes[0]:,} to {sizes[-1]:,}" if len(sizes) > 1 else f"at {sizes[0]:,}"
        spans.append(f"{names} {where}")
    return ", ".join(spans)


def not_alike(found: GrowthFindings, case: str) -> list[str]:
    """Yield sentences on networks of a case without a layout, or with an unoptimised one."""
    laid = {(row.family, row.wanted) for row in found.laid(case)}
    optimised = {(row.family, row.wanted) for row in found.of(case, "optimised")}
    sizes = {size for _, size in optimised}
    closed = [(row.family, row.wanted) for row in found.of(case)]
    lacking = [item for item in closed if laid and item not in laid]
    by_rule = [item for item in closed if item in laid and item not in optimised and item[1] in sizes]
    reasons = (
        ("No layout", "they are not among the cheapest by layouts", lacking),
        ("A layout by rule alone, not optimised", "optimising might make them cheaper", by_rule),
    )
    return [
        f"{what} ({case}): {join_words([f'{name} at {size:,}' for name, size in which])}; {so}."
        for what, so, which in reasons
        if which
    ]
