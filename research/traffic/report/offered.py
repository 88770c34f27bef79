"""Finite runs of an offered load as a document, as tables and as files."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from itertools import combinations
from typing import Any

from netfloor.foundation.files import to_json
from netfloor.reports.formats import html
from netfloor.reports.formats.csv_text import csv_text
from netfloor.reports.formats.document import FirstPage, Section
from netfloor.reports.formats.head import ReportHead
from netfloor.reports.formats.table import Column, Columns, Table, count_column
from netfloor.reports.formats.text import one_line, plain
from netfloor.research.traffic.offered.messages import OfferedSettings
from netfloor.research.traffic.offered.run import OfferedSeries, seeds_before, seeds_first
from netfloor.research.traffic.report.simulation import short

SCHEMA = 1
MEANING = (
    "A rank creates its messages by a Poisson process of the offered load, whether or not earlier ones "
    "have left, and sends them one after the other. The time of a message runs from its creation to the "
    "arrival of its last flit; a run ends when all have arrived, so every load has a time. Seeds differ by "
    "ranks, destinations, times of creation and routing; for one seed, times and destinations by rank are "
    "the same on every network. One network is faster than another in a seed if its slowest message is."
)


@dataclass(frozen=True, eq=False)
class OfferedReport:
    """Every network with every routing at every load; after an interrupt, the finished ones."""

    series: tuple[OfferedSeries, ...]
    sent: OfferedSettings
    pattern: str
    interrupted: bool = False

    @property
    def loads(self) -> list[float]:
        """Loads in order."""
        return list(dict.fromkeys(item.load for item in self.series))

    def at(self, load: float) -> list[OfferedSeries]:
        """Return the series of a load."""
        return [item for item in self.series if item.load == load]

    def others(self, series: OfferedSeries) -> list[OfferedSeries]:
        """Return the other series of its load."""
        return [item for item in self.at(series.load) if item is not series]

    def pairs(self) -> Iterator[tuple[OfferedSeries, OfferedSeries]]:
        """Yield every pair of series of a load."""
        for load in self.loads:
            yield from combinations(self.at(load), 2)

    @property
    def notes(self) -> tuple[str, ...]:
        """Notes, each sentence once."""
        sent = self.sent
        delays = {item.facts["network"]: str(item.facts["channels"]) for item in self.series}
        same = len(set(delays.values())) == 1
        named = delays.values() if same else (f"{name}: {text}" for name, text in delays.items())
        few = any(len(item.runs) < 3 for item in self.series)
        return (
            f"{sent.messages:,} messages per rank of {sent.message_packets:,} packets, "
            f"{sent.message_bytes:,} bytes; {sent.destinations} destinations.",
            *dict.fromkeys(named),
            *(("Fewer than three seeds: the ranking may be chance.",) if few else ()),
        )


def offered_document(report: OfferedReport) -> dict[str, Any]:
    """Return the JSON document of ``traffic offered``."""
    document: dict[str, Any] = plain(
        {
            "schema": SCHEMA,
            "kind": "traffic-offered",
            "pattern": report.pattern,
            "sent": asdict(report.sent),
            "series": [
                {
                    "name": item.name,
                    "load": item.load,
                    **item.facts,
                    "slowest": short(item.slowest),
                    "mean": short(item.mean),
                    "seeds_first": seeds_first(item, report.others(item)) if report.others(item) else None,
                    "runs": [run.model_dump() for run in item.runs],
                }
                for item in report.series
            ],
            "pairs": [
                {
                    "load": item.load,
                    "one": item.name,
                    "other": other.name,
                    "seeds": len(item.runs),
                    "one_before": seeds_before(item, other),
                    "other_before": seeds_before(other, item),
                }
                for item, other in report.pairs()
            ],
            "interrupted": report.interrupted,
            "notes": list(report.notes),
        }
    )
    return document


def offered_table(report: OfferedReport) -> Table:
    """Return the times of every network at every load, fastest first."""
    columns: Columns = (
        Column("load", form="g"),
        Column("network"),
        Column("fastest\nin seeds"),
        Column("slowest,\ncycles", form=",.0f"),
        count_column("lowest"),
        count_column("highest"),
        Column("mean,\ncycles", form=",.1f"),
        Column("not\nminimal", form="%"),
        Column("busiest\nchannel", form=".2f"),
    )
    rows = []
    for load in report.loads:
        for item in sorted(report.at(load), key=lambda series: series.slowest):
            others, count = report.others(item), len(item.runs)
            detours = sum(run.not_minimal for run in item.runs) / count
            busiest = sum(run.busiest_channel for run in item.runs) / count
            first = f"{seeds_first(item, others)} of {count}" if others else ""
            times = item.slowest, *item.spread, item.mean
            rows.append((load, item.name, first, *times, detours, busiest))
    caption = "Time of messages; the busiest channel in flits per cycle"
    return Table(caption, columns, rows)


def pairs_table(report: OfferedReport) -> Table:
    """Return the number of seeds in which each network is faster than each other, by load."""
    result = {
        (item.name, other.name, item.load): f"{seeds_before(item, other)} of {len(item.runs)}"
        for item, other in report.pairs()
    }
    columns: Columns = (
        Column("network"),
        Column("faster than"),
        *(Column(f"at {load:g}") for load in report.loads),
    )
    rows = [
        (item, other, *(result.get((item, other, load), "") for load in report.loads))
        for item, other in dict.fromkeys(key[:2] for key in result)
    ]
    return Table("Seeds in which one network is faster than the other", columns, rows)


def offered_files(report: OfferedReport, head: ReportHead) -> dict[str, str]:
    """Return the text of every file by name."""
    runs = [{"name": item.name, **run.model_dump()} for item in report.series for run in item.runs]
    title = one_line(f"Offered load, {report.pattern}", 120)
    return {
        "report.html": html.page(replace(head, title=title), _answer(report), _sections(report)),
        "report.json": to_json(offered_document(report)),
        "runs.csv": csv_text(tuple(runs[0]), runs),
    }


def offered_text(report: OfferedReport) -> str:
    """Return the answer: the fastest network at the highest load."""
    load = report.loads[-1]
    fastest = min(report.at(load), key=lambda item: item.slowest)
    others = report.others(fastest)
    first = (
        f", the fastest in {seeds_first(fastest, others)} of {len(fastest.runs)} seeds" if others else ""
    )
    cycles = f"{fastest.slowest:,.0f} cycles"
    return f"At load {load:g} the slowest message takes {cycles} on {fastest.name}{first}."


def _answer(report: OfferedReport) -> FirstPage:
    load = report.loads[-1]
    figures = [
        (f"{item.name} at {load:g} (cycles)", f"{item.slowest:,.0f}") for item in report.at(load)[:3]
    ]
    return FirstPage(offered_text(report), tuple(figures))


def _sections(report: OfferedReport) -> tuple[Section, ...]:
    tables = [offered_table(report).for_page()]
    if any(True for _ in report.pairs()):
        tables.append(pairs_table(report).for_page())
    facts = {item.name: item.facts for item in report.series}
    listed = tuple(
        one_line(f"{name}: " + ", ".join(f"{key} {value}" for key, value in known.items()))
        for name, known in facts.items()
    )
    return (
        Section("times", "Times", (MEANING,), tuple(tables)),
        Section("about", "Networks and switches", listed=listed),
        Section("notes", "Notes", listed=tuple(map(one_line, report.notes))),
    )
