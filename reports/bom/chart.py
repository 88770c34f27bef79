"""Bar chart of a bill's cost by kind of part."""

from collections import Counter

from netfloor.costmodels.catalogue.bom import Bom
from netfloor.foundation.units import cents_to_money, money_text
from netfloor.foundation.wording import join_words
from netfloor.reports.formats.bars import Bar, bars_svg
from netfloor.reports.formats.svg import Words
from netfloor.reports.formats.text import one_line

#: What kinds of parts are called that are not "KIND cables".
_KINDS = {
    "switch": "switches",
    "NIC": "adapters",
    "server": "servers",
    "transceiver": "transceivers",
    "cord": "fibre cords",
    "trunk": "fibre trunks",
    "cassette": "cassettes",
    "panel": "panels",
    "power cord": "power cords",
}


def bill_svg(bom: Bom, prefix: str) -> str:
    """Return a bar for each kind of part with its cost before taxes, highest first."""
    money: Counter[str] = Counter()
    for line in bom.lines:
        kind = line.sku.kind
        money[_KINDS.get(kind, f"{kind} cables")] += line.purchase.total_cents
    bars, currency = money.most_common(), one_line(bom.currency, 12)
    maximum = cents_to_money(max(money.values(), default=0))
    divisor, word = next(
        ((d, w) for d, w in ((1e6, "million "), (1e3, "thousand ")) if maximum >= 2 * d), (1, "")
    )
    shown = [
        Bar(one_line(name, 24), cents_to_money(cents) / divisor, money_text(cents)) for name, cents in bars
    ]
    said = join_words([f"{name} {money_text(cents)} {currency}" for name, cents in bars])
    words = Words("Where the money goes", f"Before taxes: {said}.")
    return bars_svg(shown, f"{word}{currency}, before taxes", words, prefix)
