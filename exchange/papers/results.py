"""Test sheet: every cable once, with its test limits, checkboxes and a line for the result."""

import re
from collections.abc import Iterator

from netfloor.costmodels.catalogue.trunks.kits import trunk_loss_db
from netfloor.exchange.papers.flow import PaperColumn, PaperTable, Row, RowGroup, TableBlock, flow
from netfloor.exchange.papers.page import PaperPage
from netfloor.exchange.papers.site import SitePlan
from netfloor.exchange.writers.sheets.labels import medium_text
from netfloor.exchange.writers.sheets.pull_sheets import PullSheet
from netfloor.fabric.fabric import Cable
from netfloor.plans.order.laid_parts import LaidParts
from netfloor.plans.order.ordered_parts import OrderedParts

TITLE = "Test sheet"
PREFACE = (
    "Each cable once, under the cabinet it was pulled from, by required test, then by {unit}:port; the "
    "far end is cabinet-{unit}:port. Tick ok or fail; the line is for the measured value, the tester's "
    "record number, or the fault.",
)
#: Unit, then the words and numbers of a port.
_Key = tuple[str, tuple[tuple[int, str], ...]]
_NUMBERS = re.compile(r"([0-9]+)")
LINK_UP = "link up at its rate, no errors"
NOT_STATED = "loss limit not in the catalogue"


def loss_limits(cables: tuple[Cable, ...], parts: OrderedParts | None) -> dict[str, str]:
    """Return the loss limit of every fibre cord and trunk as text, by the id on the pull sheet.

    A cord's limit is the smaller ``budget_db`` of its transceivers; in a link through a trunk or panels it
    applies to the whole link. A trunk's limit is its own loss plus that of the cassettes at both ends.
    """
    if parts is None:
        return {}
    budgets = {transceiver.part: transceiver.budget_db for transceiver in parts.catalogue.transceivers}
    paths = parts.paths if isinstance(parts, LaidParts) else ()
    through = {cables[number].id: cables[path.cables[0]].id for path in paths for number in path.cables}
    link_of = {cable.id: cable.link or through.get(cable.id, cable.id) for cable in cables}
    ends: dict[str, list[str]] = {}
    for cable in cables:
        ends.setdefault(link_of[cable.id], []).extend(filter(None, cable.modules))
    trunks = {} if parts.trunk_layout is None else {item.name: item for item in parts.trunk_layout.trunks}
    series = {sold.part: item for item in parts.catalogue.trunks for sold in item.all_lengths()}
    cassettes = {cassette.part: cassette for cassette in parts.catalogue.cassettes}
    limits = {}
    for cable in cables:
        if cable.trunk:
            trunk = trunks[cable.trunk]
            loss = trunk_loss_db(series[trunk.part], cassettes[trunk.cassette], trunk.length_mm)
            limits[cable.trunk] = _at_most(None if loss is None else float(loss), "with both cassettes")
        elif ends[link_of[cable.id]]:
            stated = [budgets.get(module) for module in ends[link_of[cable.id]]]
            known = [budget for budget in stated if budget is not None]
            whole = "the whole link" if cable.link or cable.id in through else ""
            limits[cable.id] = _at_most(min(known, default=None), whole)
    return limits


def _at_most(loss_db: float | None, of: str) -> str:
    if loss_db is None:
        return NOT_STATED
    return f"loss at most {loss_db:.4g} dB" + (f", {of}" if of else "")


def pages(site: SitePlan) -> list[PaperPage]:
    """Return the pages of all cables, one block per cabinet and one group per kind of test."""
    part = (PaperColumn("part"),) if site.ordered else ()
    columns = (
        PaperColumn("here"),
        PaperColumn("far end"),
        PaperColumn("cable"),
        PaperColumn("m", "number"),
        *part,
        PaperColumn("ok", "box"),
        PaperColumn("fail", "box"),
        PaperColumn("result", "line", 15),
    )
    limits = loss_limits(site.fabric.cables, site.parts)
    tests = {cable.trunk or cable.id: _test(cable, limits) for cable in site.fabric.cables}
    blocks = []
    for sheet in site.sheets:
        groups = tuple(_groups(site, sheet, tests))
        if groups:
            blocks.append(TableBlock(site.cabinet_title(sheet.cabinet, sheet.row), groups))
    preface = site.preface(PREFACE, parts=True)
    return flow(PaperTable(columns, tuple(blocks), preface, pitch=8.8), site.imprint.size)


def _test(cable: Cable, limits: dict[str, str]) -> str:
    """Return medium, kind and test of a cable; empty if no part is chosen."""
    medium = medium_text(cable)
    limit = limits.get(cable.trunk or cable.id)
    if not medium:
        return ""
    words = f"{medium} {cable.kind}".rstrip()
    if limit is not None:
        return f"{words} {'trunk' if cable.trunk else 'cord'}: {limit}"
    if medium == "copper" or cable.kind == "AOC":
        return f"{words}: {LINK_UP}"
    return f"{words}: {NOT_STATED}"


def _groups(site: SitePlan, sheet: PullSheet, tests: dict[str, str]) -> Iterator[RowGroup]:
    """Yield the cables pulled from a cabinet, grouped by test, copper first."""
    rows: dict[str, list[tuple[_Key, Row]]] = {}
    for line in (line for part in sheet.parts for line in part.lines if line.action != "connect"):
        here = line.here.text_here
        there = line.there.text
        part = (line.part,) if site.ordered else ()
        row = (here, there, line.id, line.length_m, *part, "", "", "")
        rows.setdefault(tests[line.id], []).append((_key(line.here.spot, line.here.port), row))
    for test in sorted(rows):
        yield RowGroup(test, tuple(row for _, row in sorted(rows[test])))


def _key(spot: str, port: str) -> _Key:
    """Return a sort key by port number: port 2 of a cassette or of a server network before port 10."""
    return spot, tuple((int(part), "") if part.isdecimal() else (0, part) for part in _NUMBERS.split(port))
