"""Links in trunks on the sheets of installers: cords, panels and trunks in their places."""

import csv
import datetime as dt
import io
import random
from collections import Counter

import pytest

from netfloor.exchange.export import plan_trays
from netfloor.exchange.job import Job
from netfloor.exchange.orders import orders_of_parts, with_orders
from netfloor.exchange.papers import ports
from netfloor.exchange.papers.page import PAPERS
from netfloor.exchange.papers.pdf import Imprint
from netfloor.exchange.papers.site import site_of
from netfloor.exchange.trunk_pieces import in_pieces, links_in_trunks
from netfloor.exchange.writers.sheets import labels, pull_sheets
from netfloor.fabric.fabric import PANEL, End, Fabric
from netfloor.plans.explain.document import explain_name, explain_text
from netfloor.plans.explain.parts import Question
from netfloor.plans.headroom.count import headroom_of
from netfloor.plans.order.parts_list import PartsList, listed_parts
from netfloor.plans.order.terms import OrderTerms
from netfloor.plans.plan import Plan
from netfloor.plans.plan_fabric import fabric_of_plan
from netfloor.reports.bom.sheets import bom_sheets
from netfloor.reports.formats.head import ReportHead
from tests.plans.order.test_trunk_ways import PARTS, drawn_parts, plan

__all__ = ["plan"]


@pytest.fixture(scope="module")
def parts(plan: Plan) -> PartsList:
    """Return an order with trunks whose cassettes have two connectors, some across two panels."""
    catalogue = drawn_parts(random.Random(6))  # noqa: S311 - draws a case
    return listed_parts(plan, PARTS, catalogue, OrderTerms(fibre_trunks=True))


@pytest.fixture(scope="module")
def links(parts: PartsList) -> Fabric:
    """Return the fabric with links as single cables."""
    orders = orders_of_parts(parts)
    return with_orders(fabric_of_plan(parts.plan), orders)


@pytest.fixture(scope="module")
def pieces(parts: PartsList, links: Fabric) -> Fabric:
    """Return the same fabric in pieces."""
    return in_pieces(links, parts)


def _through(fabric: Fabric, end: End) -> list[End]:
    """Follow a link from a port: the far end of each piece, through cassettes by their names."""
    at = {(one.device, one.port_name): one for cable in fabric.cables for one in cable.ends}
    far = {one: cable.ends[1 - turn] for cable in fabric.cables for turn, one in enumerate(cable.ends)}
    way = [far[end]]
    if fabric.devices[way[0].device].kind != PANEL:
        return way
    cassette, port = way[0].port_name.split(".")
    behind = far[at[way[0].device, f"{cassette}.R1"]]
    front = f"{behind.port_name.split('.')[0]}.{port}"
    return [way[0], at[behind.device, front], far[at[behind.device, front]]]


def test_every_link_ends_where_it_did(parts: PartsList, links: Fabric, pieces: Fabric) -> None:
    """By cords and joined cassettes each link leads from its first port to its second, and back."""
    in_trunks = 0
    for cable in links.cables:
        for here, there in (cable.ends, cable.ends[::-1]):
            way = _through(pieces, here)
            assert way[-1] == there
            in_trunks += len(way) == 3
    layout = parts.trunk_layout
    assert layout is not None
    assert in_trunks == 2 * len(layout.routes) > 0
    assert (
        len(pieces.cables)
        > len(pieces.pulled)
        == len(links.cables) + len(layout.routes) + len(layout.trunks)
    )


def test_links_as_single_cables_have_the_metres_of_three_pieces(
    parts: PartsList, links: Fabric, pieces: Fabric
) -> None:
    """Formats without panels say so, and each link in a trunk is as long as its cords and its trunk."""
    cords = Counter()
    for cable in pieces.cables:
        cords[cable.link] += cable.ordered_mm or 0
    layout = parts.trunk_layout
    assert layout is not None
    for link, route in layout.routes.items():
        cable = links.cables[link]
        assert cable.ordered_mm == cords[cable.id] + layout.trunks[route.trunk].length_mm
        assert cable.length_mm is not None
        assert cable.length_mm <= cable.ordered_mm
    (note,) = links_in_trunks(parts)
    assert note.startswith(f"{len(layout.routes)} links in {len(layout.trunks)} trunks")


def test_every_plug_has_its_label_and_every_piece_its_line(parts: PartsList, pieces: Fabric) -> None:
    """Each port has one label; cords are patched once, trunks pulled once between each two panels."""
    trays = plan_trays(parts.plan, pieces)
    job = Job(pieces, parts.plan.topology, None, "{near_device}|{near_port}", {}, trays)
    rows = _rows(labels.write(job)["labels.csv"])
    ends = Counter(
        f"{pieces.devices[end.device].name}|{end.port_name or end.port}"
        for cable in pieces.cables
        for end in cable.ends
    )
    assert Counter(row["Line1"] for row in rows) == ends
    assert set(ends.values()) == {1}
    lines = _rows(pull_sheets.write(job)["pull-sheets.csv"])
    work = Counter((line["CableID"], line["Work"]) for line in lines)
    between = {(c.trunk, c.a.device, c.b.device) for c in pieces.cables if c.trunk}
    joined = Counter(trunk for trunk, *_ in between)
    assert max(joined.values()) > 1
    for cable in pieces.pulled:
        if cable.link:
            assert work[cable.id, "patch"] == 1
        elif cable.trunk:
            assert work[cable.trunk, "pull"] == work[cable.trunk, "connect"] == joined[cable.trunk]
    if trays is not None:
        runs = Counter((pieces.cables[run.cable].trunk, run.tray) for run in trays.runs)
        assert all(count == 1 for (trunk, _), count in runs.items() if trunk)
        assert {trunk for trunk, _ in runs} >= set(joined)


def test_the_port_map_has_both_cassette_ports(parts: PartsList, pieces: Fabric) -> None:
    """At both ports of a link in a trunk the whole way is printed, as cabinet-unit:port."""
    imprint = Imprint("plan", "0" * 64, dt.date(2026, 1, 1), PAPERS["a4"])
    site = site_of(parts.plan, pieces, imprint, labels.DEFAULT, None, parts)
    printed = {text.text for page in ports.pages(site) for text in page.texts}
    for near, far in pieces.cords_of.values():
        there = [site.end_text(end) for end in (near.b, far.a, far.b)]
        back = [site.end_text(end) for end in (far.a, near.b, near.a)]
        assert {", ".join(there), ", ".join(back)} <= printed


def _rows(text: str | bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text if isinstance(text, str) else text.decode())))


def test_explain_and_the_workbook_name_the_places_on_the_labels(
    parts: PartsList, pieces: Fabric, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Panel, cassette and port of both cords of a link, the trunk between them, and metres that add up."""
    monkeypatch.setattr("netfloor.plans.explain.parts.parts_of_plan", lambda *_: parts)
    rows = bom_sheets(parts, ReportHead(), headroom_of(parts.plan, parts))["trunk_links"].rows
    assert len(rows) == len(pieces.cords_of)
    for row, (link, cords) in zip(rows, pieces.cords_of.items(), strict=True):
        ends = [(cords[0].b, cords[0].part), (cords[1].a, cords[1].part)]
        told = [(row[at], row[at + 1], f"{row[at + 3]}.{row[at + 4]}") for at in (3, 8)]
        assert told == [(part, pieces.devices[end.device].name, end.port_name) for end, part in ends]
        assert str(row[0]).startswith(link)
    link, cords = next(iter(pieces.cords_of.items()))
    document = explain_name(parts.plan, Question(link, PARTS))
    near, trunk, far = document["pieces"]
    assert [near["piece"], far["piece"]] == [f"cord {link}-A", f"cord {link}-B"]
    assert near["ends"][1] == trunk["ends"][0]
    assert trunk["ends"][1] == far["ends"][0]
    for text, end in zip(trunk["ends"], (cords[0].b, cords[1].a), strict=True):
        cassette, port = end.port_name.split(".")
        assert text == f"panel {pieces.devices[end.device].name} cassette {cassette} port {port}"
    assert document["ordered_mm"] == sum(one["ordered_mm"] for one in document["pieces"])
    assert document["length_mm"] == sum(term["mm"] for term in document["terms"]) <= document["ordered_mm"]
    assert f"cord {link}-A: {cords[0].part}" in explain_text(document)
