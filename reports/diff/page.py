"""The page of ``diff``: totals first, then the floor, then every change."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from netfloor.foundation.units import amount_text
from netfloor.foundation.wording import join_words
from netfloor.plans.diff import PlanDiff
from netfloor.reports.diff.summary import summary_text, sums_table, unlike_text
from netfloor.reports.diff.table import (
    NO_MONEY,
    NO_SERVERS,
    WORDS,
    account_table,
    cables_sentence,
    changes_table,
    devices_table,
    is_named,
    kinds_table,
)
from netfloor.reports.figures.rows import FigureTable
from netfloor.reports.floor.chart import floor_chart
from netfloor.reports.formats.bars import Bar, bars_svg
from netfloor.reports.formats.document import Chart, FirstPage, Section
from netfloor.reports.formats.head import ReportHead
from netfloor.reports.formats.html import page
from netfloor.reports.formats.svg import Words
from netfloor.reports.formats.table import Table
from netfloor.reports.formats.text import head_text, one_line

#: Maximum cables that the page lists; the CSV file holds all.
MAX_LISTED = 400


def diff_page(
    diff: PlanDiff,
    document: Mapping[str, Any],
    tables: FigureTable | Sequence[Table],
    floor: Mapping[str, Any],
    draw: Callable[[str], str],
    head: ReportHead,
) -> str:
    """Return the HTML page of the document of ``diff --json``.

    ``tables`` holds the figures of both plans if each is one network, else the totals of their devices and
    cables. ``floor`` holds both plans from `floor_document`; ``draw`` makes the picture for readers without
    scripts.
    """
    caption = "Changes on the floor (in a browser: before and after)"
    chart = floor_chart(caption, draw, dict(floor))
    sums = [one_line(line) for line in summary_text(document).splitlines()]
    parts = [
        Section("floor", "Floor", (), (), (chart,)),
        Section(
            anchor="sums",
            heading="What changes",
            paragraphs=(),
            tables=_sums(diff, document, tables),
            charts=(),
            listed=tuple(sums),
            list_heading="Summary",
        ),
        Section("cables", "Devices and cables" if is_named(diff) else "Cables", (), _changed(diff)),
        Section("figures", "All figures", (), _figures(tables)),
        Section("notes", "Notes", (), (), (), tuple(one_line(note, 1000) for note in document["notes"])),
    ]
    return page(head, first_page(document), [part for part in parts if not part.is_empty])


def first_page(document: Mapping[str, Any]) -> FirstPage:
    """Return the outcome: work, cable and cost, with a chart of the cables by kind of change."""
    if document["equal"]:
        return FirstPage("The two plans are equal: there is nothing to change.")
    if document["unlike"]:
        return _unlike(document)
    counts, metres, money = document["counts"], document["metres"], document["money"]
    currency = document["currency"]
    figures = [("Cable to lay", f"{metres['laid_m']:,.0f} m")]
    taken_out = f"{metres['taken_out_m']:,.0f} m of cable are taken out"
    if money is None:
        more = [f"{taken_out}."]
    else:
        figures += [
            ("Cables to buy", f"{amount_text(money['cables_to_buy'])} {currency}"),
            (
                "Change of the bill",
                f"{amount_text(money['total_cost_change'], signed=True)} {currency}",
            ),
        ]
        left_over = f"cables for {amount_text(money['cables_left_over'])} {currency} are left over."
        more = [f"{taken_out}; {left_over}", *(f"{head_text(price)}." for price in document["prices"])]
    sentence = f"{cables_sentence(document['account'])}."
    if not counts["touched"]:
        sentence = "No cable changes; only port numbers or devices differ."
    return FirstPage(sentence, tuple(figures), _counted(counts), _doubt(document), tuple(more))


def _unlike(document: Mapping[str, Any]) -> FirstPage:
    """Return the totals of two networks neither of which extends the other."""
    old, new, currency = document["old"], document["new"], document["currency"]
    switches, lengths = (
        [item[place] for item in map(_size, (old, new), _whole(document))] for place in (0, 1)
    )
    metres = [f"{length:,.0f}" for length in lengths]
    cable = "Cable between switches" if old["figures"] is not None else "Cable"
    figures = [
        ("Switches, old and new", f"{switches[0]:,} and {switches[1]:,}"),
        (f"{cable}, old and new", f"{' and '.join(metres)} m"),
    ]
    if document["money"] is not None:
        change = amount_text(document["money"]["total_cost_change"], signed=True)
        figures.append(("Difference of the bills", f"{change} {currency}"))
    bars = [
        Bar(f"{when}: {side['network']}", length, text)
        for when, side, length, text in zip(("old", "new"), (old, new), lengths, metres, strict=True)
    ]
    words = Words("Cable of both networks", f"Old {metres[0]} m, new {metres[1]} m.")
    chart = Chart(cable, partial(bars_svg, bars, "metres of cable", words))
    return FirstPage(
        unlike_text(document),
        tuple(figures),
        chart,
        _doubt(document),
        tuple(f"{head_text(price)}." for price in document["prices"]),
    )


def _whole(document: Mapping[str, Any]) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
    """Return the totals of both whole fabrics, old and new."""
    whole = next(item for item in document["sums"] if not item["network"])
    return whole["old"], whole["new"]


def _size(side: Mapping[str, Any], sums: Mapping[str, Any]) -> tuple[int, float]:
    """Return switches and metres of cable; of a single network, only cable between switches."""
    if side["figures"] is not None:
        return side["figures"]["switches"], side["figures"]["total_cable_m"]
    return sums["devices"].get("switches", 0), sums["length_m"]


def _counted(counts: Mapping[str, int]) -> Chart | None:
    """Return the bar chart of cables by kind of change; None if nothing changes."""
    bars = [
        Bar(word, counts[kind], f"{counts[kind]:,}")
        for kind, word in WORDS.items()
        if counts[kind] and kind != "replugged"
    ]
    alt_text = join_words([f"{bar.name} {bar.text}" for bar in bars])
    words = Words("Cables by kind of change", f"Cables: {alt_text}.")
    caption = "Cables by kind of change; a cable may count in several"
    return Chart(caption, partial(bars_svg, bars, "cables", words)) if bars else None


def _doubt(document: Mapping[str, Any]) -> str:
    """Return the notes to read first: comparisons left out and unverified figures."""
    first = (NO_SERVERS, "UNVERIFIED", NO_MONEY)
    sentences = [note for note in document["notes"] if any(words in note for words in first)]
    return " ".join(f"{head_text(note)}." for note in sentences)


def _sums(
    diff: PlanDiff, document: Mapping[str, Any], tables: FigureTable | Sequence[Table]
) -> tuple[Table, ...]:
    leading = (sums_table(tables),) if isinstance(tables, FigureTable) else ()
    kinds = kinds_table(diff, document["currency"]).for_page()
    return (account_table(document["account"]), *leading, kinds)


def _figures(tables: FigureTable | Sequence[Table]) -> tuple[Table, ...]:
    if isinstance(tables, FigureTable):
        return (tables.across_with_differences("Both plans", tables.used).for_page(),)
    return tuple(table.for_page() for table in tables)


def _changed(diff: PlanDiff) -> tuple[Table, ...]:
    if diff.is_empty:
        return ()
    more = len(diff.cables) - MAX_LISTED
    note = f"{more:,} more; --csv writes all." if more > 0 else ""
    cables = (changes_table(diff, diff.cables[:MAX_LISTED], note).for_page(),) * bool(diff.cables)
    devices = (devices_table(diff, MAX_LISTED).for_page(),) * bool(is_named(diff) and diff.devices)
    return (*devices, *cables)
