"""A plan under changed assumptions for terminals and notebooks: sentences, prices, tables."""

from netfloor.foundation.wording import count_text
from netfloor.reports.formats.table import Table
from netfloor.reports.whatif.points import (
    MAX_SENTENCES,
    WhatIf,
    answers,
    carried_figures,
    changing_figures,
    full_answer,
    networks_table,
    points_table,
)
from netfloor.traffic.load.saturation import carried_text

#: Rows of a table without --verbose, the plan as it is included.
MAX_BRIEF_POINTS = 5


def brief_text(found: WhatIf) -> list[str]:
    """Return the prices, then the effects of a single change; several are in the table."""
    texts = [full_answer(found, point) for point in found.points[1:]]
    return [found.prices, *(texts if len(texts) == 1 else []), *carried_sentences(found)]


def brief_table(found: WhatIf) -> Table | None:
    """Return the points with the figures that change, or all main figures if none does.

    None if a sentence already states the only change.
    """
    return None if len(found.points) == 2 else points_table(found, changing_figures(found) or None)


def whatif_text(found: WhatIf) -> tuple[list[str], list[Table]]:
    """Return the sentences (prices, then points) and the tables."""
    texts = answers(found)
    sentences = [found.prices, *texts[:MAX_SENTENCES]]
    if (left := len(texts) - MAX_SENTENCES) > 0:
        sentences.append(f"{count_text(left, 'more point')} in the table.")
    sentences += carried_sentences(found)
    networks = networks_table(found)
    return sentences, [points_table(found), *([] if networks is None else [networks])]


def carried_sentences(found: WhatIf) -> list[str]:
    """Return the throughput of each network, which does not depend on prices, if requested."""
    whole = carried_figures(found.points[0].figures)
    sides = {"": whole} | {
        name: carried_figures(figures) for name, figures in found.points[0].networks.items()
    }
    return [
        f"At every point {f'network {name}' if name else 'it'} carries: {carried_text(carried)}."
        for name, carried in sides.items()
        if carried
    ]
