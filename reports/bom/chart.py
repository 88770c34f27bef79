"""A bill's money by what it buys, as bars."""

from collections import Counter
from typing import Any

from netfloor.costmodels.catalogue.bom import Bom
from netfloor.foundation.units import cents_to_money, money_text
from netfloor.foundation.wording import join_words
from netfloor.reports.formats.axes import add_grid
from netfloor.reports.formats.palette import COLOURS, INK
from netfloor.reports.formats.svg import Words, drawing, svg_text
from netfloor.reports.formats.text import one_line

_BAR_IN, _AROUND_IN, _WIDTH_IN = 0.42, 0.75, 9.0
#: What the kinds of parts are called that are not cables.
_KINDS = {"switch": "switches", "NIC": "adapters", "server": "servers", "transceiver": "transceivers"}


def bill_svg(bom: Bom, prefix: str) -> str:
    """Return a bar for each kind of part with its money before taxes, the most first."""
    money: Counter[str] = Counter()
    for line in bom.lines:
        kind = line.sku.kind
        money[_KINDS.get(kind, f"{kind} cables")] += line.purchase.total_cents
    bars, currency = money.most_common(), one_line(bom.currency, 12)
    most = cents_to_money(max(money.values(), default=0))
    divisor, word = next(
        ((d, w) for d, w in ((1e6, "million "), (1e3, "thousand ")) if most >= 2 * d), (1, "")
    )
    height = _BAR_IN * max(len(bars), 1)
    with drawing(_WIDTH_IN, height + _AROUND_IN) as figure:
        axes = figure.add_axes((0.16, 0.55 / (height + _AROUND_IN), 0.81, height / (height + _AROUND_IN)))
        lengths = [cents_to_money(cents) / divisor for _, cents in bars]
        axes.barh(range(len(bars)), lengths, height=0.6, color=COLOURS[0])
        for row, ((_, cents), length) in enumerate(zip(bars, lengths, strict=True)):
            where: dict[str, Any] = {"xytext": (4, 0), "textcoords": "offset points", "va": "center"}
            axes.annotate(money_text(cents), (length, row), fontsize=8.5, color=INK, **where)
        axes.set_yticks(range(len(bars)), [f"{one_line(name, 24)} " for name, _ in bars])
        axes.set_xlim(0, 1.25 * max(lengths, default=0) or 1)
        axes.set_ylim(len(bars) - 0.4, -0.6)
        axes.set_xlabel(f"{word}{currency}, before taxes")
        add_grid(axes, "x")
        said = join_words([f"{name} {money_text(cents)} {currency}" for name, cents in bars])
        return svg_text(figure, Words("Money by what it buys", f"Before taxes: {said}."), prefix)
