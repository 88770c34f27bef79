"""Reasons for figures without a value."""

from collections.abc import Iterable, Mapping, Sequence

from netfloor.foundation.wording import join_words
from netfloor.plans.assessment.assessed import Assessed
from netfloor.reports.figures.figure import Figure, Kind, Number
from netfloor.reports.figures.table import FIGURES

BY_NETWORK = "not meaningful across networks; see each network"
_NO_PLACES = "its servers are not placed"
_NOT_BOUGHT = "cables to servers are not in the bill"
#: Keys of totals over all devices.
_OF_DEVICES = ("rack_units", "device_draw_w")
#: Parts of the keys of figures that need a bill.
_OF_BILL = ("copper", "optical", "purchasable", "unsourced", "cable_share")
_WITH_SERVERS = ("all_cable_m", "cables", "longest_m")


def blank_reasons(
    found: Assessed, figures: Mapping[str, Number | None], shown: Iterable[str]
) -> dict[str, str]:
    """Return the reason by key for each of the shown figures without a value."""
    return {key: _reason(FIGURES[key], found) for key in shown if figures.get(key) is None}


def _reason(figure: Figure, found: Assessed) -> str:
    """Return the first reason that applies."""
    aspect, quote = figure.of_network, found.quote
    is_money = (
        figure.of_parts or figure.unit.kind is Kind.MONEY or any(item in figure.key for item in _OF_BILL)
    )
    cannot = found.refused if found.unpriced else "it cannot be bought as planned"
    reasons = (
        (bool(aspect and found.networks), BY_NETWORK),
        (aspect in found.lacks, found.lacks.get(aspect, "")),
        (aspect == "endpoints" and not found.endpoints, "it has no endpoints"),
        (figure.key in _WITH_SERVERS, _NO_PLACES if found.network.servers is None else _NOT_BOUGHT),
        (figure.key in _OF_DEVICES, "unknown for some devices"),
        (quote is None and is_money, cannot),
        (
            quote is not None and not quote.devices_counted and figure.unit.kind is Kind.POWER,
            "devices are not in the bill",
        ),
        (
            quote is not None and quote.lacks_watts_of() and figure.unit.kind is Kind.POWER,
            "the catalogue lacks watts of some parts",
        ),
    )
    return next((text for holds, text in reasons if holds), "unknown or not applicable")


def blank_notes(
    blanks: Sequence[tuple[str, Mapping[str, str]]], keys: Sequence[str], currency: str = ""
) -> list[str]:
    """Return a sentence per reason that names the blank figures and their plans.

    ``blanks`` holds pairs of a plan's name and its reasons by figure key; ``keys`` are the figures shown.
    """
    groups: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    for name, reasons in blanks:
        for reason in dict.fromkeys(reasons[key] for key in keys if key in reasons):
            own = tuple(FIGURES[key].heading(currency) for key in keys if reasons.get(key) == reason)
            groups.setdefault((reason, own), []).append(name)
    return [
        f"{join_words([*figures])} of {join_words(names)}: {reason}."
        for (reason, figures), names in groups.items()
    ]
