"""A plan under changed assumptions for terminals and notebooks: sentences, prices, tables."""

from netfloor.foundation.wording import count_text
from netfloor.reports.formats.table import Table
from netfloor.reports.whatif.points import (
    MAX_SENTENCES,
    WhatIf,
    answers,
    carried_figures,
    changing_figures,
    networks_table,
    points_table,
)
from netfloor.traffic.load.saturation import carried_text

#: Points in sentences without --verbose; the table has all.
MAX_BRIEF = 2


def brief_text(found: WhatIf) -> list[str]:
    """Return the prices, then the points if there are only a few."""
    texts = answers(found)
    return [found.prices, *(texts if len(texts) <= MAX_BRIEF else []), *carried_sentences(found)]


def brief_table(found: WhatIf) -> Table:
    """Return the points with the figures that change, or with the main figures if none changes."""
    return points_table(found, changing_figures(found) or None)


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
