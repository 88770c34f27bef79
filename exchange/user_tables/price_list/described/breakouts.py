"""Breakout cables in descriptions: ``QSFP28 - 4 x SFP28``, ``4x SFP28 to QSFP28``, ``100G > 4x25G``."""

import re
from collections.abc import Sequence
from typing import Any

from netfloor.exchange.plug_forms import (
    COUNT,
    FORM,
    RATE,
    count_of,
    form_at_rate,
    form_of,
    forms_in,
    highest_gbps,
    rates_in,
    usual_form,
    usual_gbps,
)

_SPLITS = re.compile(
    r"split|break[\s-]?out|fan[\s-]?out|hydra|\by-?(?:cable|kabel)|\u00e9clat|aufteil|octopus|pulpo",
    re.IGNORECASE,
)
#: Tails without a plug behind their number: ``1 to 2``, ``1x2``, ``to two``, ``vers 4x``.
_TAIL_COUNT = re.compile(
    r"\b1x?\s?[\s:/x\u00d7-]\s?(?:to|auf|vers|naar|a)?[\s-]{0,2}([248])(?![0-9]|[.,][0-9]|\s?(?:m|cm|ft)\b)"
    rf"|(?:\b(?:to|into|auf|in|vers|naar|en|a)\b|->|\u2192)\s{{0,2}}({COUNT})(?:\s?[x\u00d7]|\s(?=[A-Za-z]))",
    re.IGNORECASE,
)
_TAIL = re.compile(
    r"(?:\b(?:to|auf|vers|naar|a)\b|->|\u2192|/|\bsplit(?:s|ter)?(?: (?:to|into|in|auf))?"
    r"|(?P<sign>[>:+|\u2013\u2014-]))\s{0,3}"
    rf"(?P<count>{COUNT})\s{{0,2}}(?P<times>[x\u00d7*])?\s{{0,2}}(?P<rate>{RATE})?[\s-]{{0"
    rf",2}}(?P<form>{FORM})(?![0-9])",
    re.IGNORECASE,
)
#: Tails before the other end: ``4x SFP28 to QSFP28``.
_TAILS_FIRST = re.compile(
    rf"(?<![\w.])(?P<count>[248])\s?[x\u00d7*]\s?(?P<rate>{RATE})?[\s-]{{0,2}}(?P<form>{FORM})(?![0-9])"
    rf"\s{{0,2}}(?:\b(?:to|auf|vers|naar|a)\b|->|[>/\u2192\u2013\u2014-])\s{{0,2}}"
    rf"(?:1\s?[x\u00d7]\s?)?(?:{RATE})?[\s-]{{0,2}}(?P<other>{FORM})(?![0-9])",
    re.IGNORECASE,
)
_MAX_TAILS = 8
#: The end of a text before a sign between the ends of a cable: a plug or a rate, ``QSFP28 -``, ``100G >``.
_FIRST_END = re.compile(rf"(?:{FORM}|{RATE})[\s)\]]{{0,3}}$", re.IGNORECASE)
_LONGEST_END = 24
_TO_SEVERAL = re.compile(
    r"(?:\bto\b|\bauf\b|\bvers\b|\bnaar\b|[>\u2192/\u2013\u2014-])\s{0,3}[248]\s?[x\u00d7*]", re.IGNORECASE
)
#: Rates of tails with a single usual plug, where the description names only the plug of the other end.
_SMALL_TAILS = frozenset({10.0, 25.0})


def breakout(text: str) -> dict[str, Any] | None:
    """Return rate, tails and ends of a breakout cable as far as its description has them.

    None if the cable is none; empty if it is one whose number of tails is missing.
    """
    forms = forms_in(text)
    results = [
        (match, count_of(match["count"])) for match in _TAIL.finditer(text) if _begins_tails(text, match)
    ]
    tail, tails = next(((item, count) for item, count in results if 1 < count <= _MAX_TAILS), (None, 1))
    if tail and forms:
        first = _TO_SEVERAL.split(text[: tail.start()])[0]  # 100GbE to 4x25GbE, QSFP28 to 4xSFP28
        is_twin = tails in {links for links, _ in rates_in(first)}  # 2x400G to 2x400G
        if not is_twin or _SPLITS.search(text):
            return _breakout(text, tail, tails)
    if (pair := _TAILS_FIRST.search(text)) and form_of(pair["form"]) != form_of(pair["other"]):
        turned = f"{pair['other']} to {pair['count']}x {pair['rate'] or ''} {pair['form']}"
        if (tail := _TAIL.search(turned)) is not None:
            return _breakout(turned, tail, int(pair["count"]))
    if forms and _SPLITS.search(text):
        return _splitter(text, forms)
    several = {(links, gbps) for links, gbps in rates_in(text) if links > 1}
    if not forms and len(several) == 1 and (_SPLITS.search(text) or _TO_SEVERAL.search(text)):
        ((links, gbps),) = several  # 100G > 4x25G
        return {"gbps": gbps, "links": links, "tails": links}
    return None


def _begins_tails(text: str, tail: re.Match[str]) -> bool:
    """Return whether a match is that of tails: a mere sign needs ``4 x`` behind it and an end before it."""
    before = text[max(0, tail.start() - _LONGEST_END) : tail.start()]
    return not tail["sign"] or bool(tail["times"] and _FIRST_END.search(before))


def _breakout(text: str, tail: re.Match[str], tails: int) -> dict[str, Any]:
    """Return the ends of a breakout cable: ``400G QSFP-DD to 4x 100G QSFP28``."""
    head = text[: tail.start()]
    of_tail, form_b = tail["rate"], form_of(tail["form"])
    first = forms_in(head)
    form_a = first[-1] if first else form_b
    totals = [links * gbps for links, gbps in rates_in(head)]
    total = max(totals, default=None)
    if of_tail:
        gbps: float | None = highest_gbps(of_tail)
    elif several := [gbps for links, gbps in rates_in(text) if links == tails]:
        gbps = several[0]
    else:
        gbps = total / tails if total else usual_gbps(form_b)
    if gbps is None:
        return {}
    whole = total or gbps * tails
    facts: dict[str, Any] = {"gbps": gbps, "links": tails, "tails": tails}
    facts["connector_a"] = form_at_rate(form_a, whole)
    if not first and gbps in _SMALL_TAILS and usual_gbps(facts["connector_a"]) == whole:
        form_b = usual_form(gbps) or form_b  # 100G to 4x25G QSFP28
    facts["connector_b"] = form_at_rate(form_b, gbps)
    if form_a == form_b == "OSFP":  # single 400 Gb/s ports are flat-top, for adapters (NVIDIA, MCP7Y00)
        facts["connector_b"] = "OSFP-RHS"
    return facts


def _splitter(text: str, forms: Sequence[str]) -> dict[str, Any]:
    """Return the ends of a breakout cable whose tails name no plug: ``QSFP56 splitter, 1 to 2``.

    Without a number of tails nothing is read, and the import asks the user.
    """
    counts = {count_of(item or other) for item, other in _TAIL_COUNT.findall(text)}
    rates = rates_in(text)
    counts |= set() if counts else {links for links, _ in rates if links > 1}
    total = max((links * gbps for links, gbps in rates), default=usual_gbps(forms[0]))
    tails = counts.pop() if len(counts) == 1 else 1
    if not 1 < tails <= _MAX_TAILS or not total:
        return {}
    gbps = next((gbps for links, gbps in rates if links == tails), total / tails)
    ends = {
        "connector_a": form_at_rate(forms[0], gbps * tails),
        "connector_b": form_at_rate(forms[-1], gbps),
    }
    if {*forms} == {"OSFP"}:
        ends["connector_b"] = "OSFP-RHS"
    return {"gbps": gbps, "links": tails, "tails": tails, **ends}
