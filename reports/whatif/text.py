"""A plan under changed assumptions for terminals and notebooks: sentences, prices, tables."""

from netfloor.foundation.wording import count_text
from netfloor.reports.formats.table import Table
from netfloor.reports.whatif.points import (
    MAX_SENTENCES,
    WhatIf,
    answers,
    carried_figures,
    networks_table,
    points_table,
)
from netfloor.traffic.load.saturation import carried_text


def whatif_text(found: WhatIf) -> tuple[list[str], list[Table]]:
    """Return the sentences (points, then prices) and the tables."""
    said = answers(found)
    sentences = said[:MAX_SENTENCES]
    if left := len(said) - MAX_SENTENCES:
        sentences += [f"{count_text(left, 'more point')} in the table."] if left > 0 else []
    sentences.append(found.prices)
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
