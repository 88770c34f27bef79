"""Paper sheets hold what the plan holds, each thing where the people who build look for it."""

import re
from collections import Counter
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from netfloor.costmodels.catalogue.parts.load import load_catalogue
from netfloor.exchange.papers.flow import PaperColumn, PaperTable, RowGroup, TableBlock, flow
from netfloor.exchange.papers.page import SMALL, PaperPage, width_of
from netfloor.exchange.papers.pdf import to_pdf
from netfloor.exchange.papers.results import NOT_STATED, _key, loss_limits
from netfloor.exchange.papers.site import SitePlan, site_of
from netfloor.exchange.papers.write import SHEETS
from netfloor.fabric.fabric import PANEL, Cable, End
from netfloor.plans.load import load_plan
from netfloor.plans.order.loads import cabinet_loads
from netfloor.plans.order.parts_list import parts_list
from tests.exchange.papers.conftest import PagesOf, SitePlanOf, texts

CATALOGUES = Path(__file__).parents[3] / "examples/catalogue"


def ids(pages: list[PaperPage]) -> Counter[str]:
    """Return how often each cable stands on some pages."""
    return Counter(text for text in texts(pages) if re.fullmatch(r"[CH]\d{6}", text))


def test_every_cable_stands_where_it_is_worked_on(site: SitePlan, pages_of: PagesOf) -> None:
    """Once where it is pulled and tested, at both ends in the port map, in each of its trays."""
    every = Counter(cable.id for cable in site.fabric.cables)
    assert ids(pages_of(site, "pull-rows")) == every
    assert ids(pages_of(site, "tests")) == every
    assert ids(pages_of(site, "ports")) == every + every
    runs = () if site.trays is None else site.trays.runs
    stretches = Counter(site.fabric.cables[run.cable].id for run in runs)
    assert ids(pages_of(site, "pull-trays")) == stretches


def test_both_ends_stand_beside_a_pulled_cable(site: SitePlan, pages_of: PagesOf) -> None:
    """The near end by unit and port, the far one with its cabinet, on the line of the cable."""
    lines: dict[str, list[str]] = {}
    for page in pages_of(site, "pull-rows"):
        for mark in page.texts:
            if re.fullmatch(r"[CH]\d{6}", mark.text):
                beside = [one for one in page.texts if one.y == mark.y and 0 < one.x - mark.x < 260]
                lines[mark.text] = [one.text for one in beside]
    for cable in site.fabric.cables:
        a, b = (site.end_text(end) for end in cable.ends)
        near_a, near_b = (
            text.removeprefix(f"{site.fabric.cabinet_name(end.device)}-")
            for text, end in zip((a, b), cable.ends, strict=True)
        )
        assert {near_a, b} <= set(lines[cable.id]) or {near_b, a} <= set(lines[cable.id])


def test_every_switch_is_in_the_schedule_once_with_its_place(site: SitePlan, pages_of: PagesOf) -> None:
    """By name, cabinet and unit."""
    rows: dict[str, list[list[str]]] = {}
    for page in pages_of(site, "switches"):
        for mark in page.texts:
            line = [one.text for one in page.texts if one.y == mark.y and 0 < one.x - mark.x < 270]
            rows.setdefault(mark.text, []).append(line)
    for index in site.fabric.switches:
        (line,) = [line for line in rows[site.facts[index].name] if site.fabric.cabinet_name(index) in line]
        assert str(site.fabric.devices[index].height) in line


def test_every_switch_is_drawn_at_its_unit(site: SitePlan, pages_of: PagesOf) -> None:
    """Beside the number of its unit, on the front of its cabinet."""
    pages = pages_of(site, "elevations")
    for index in site.fabric.switches:
        name, device = site.facts[index].name, site.fabric.devices[index]
        page, mark = next((p, m) for p in pages for m in p.texts if m.text == name and m.size == SMALL)
        numbers = [m for m in page.texts if m.text.isdecimal() and m.y == mark.y]
        unit = min(numbers, key=lambda m: abs(m.x - mark.x))
        assert unit.text == str(device.height)
        title = max(
            (m for m in page.texts if m.bold and m.size == 9 and m.y < mark.y and abs(m.x - mark.x) < 3),
            key=lambda m: m.y,
        )
        assert title.text == site.fabric.cabinet_name(index)


def test_power_is_that_of_the_bill(ordered: Path, site_from: SitePlanOf) -> None:
    """A cabinet draws on paper what it draws in the bill of materials."""
    site = site_from(ordered)
    loads = {load.cabinet: load.power_w for load in cabinet_loads(parts_list(load_plan(ordered)))}
    shown = {c.name: f.watts for c, f in zip(site.fabric.cabinets, site.cabinets, strict=True) if f.watts}
    assert shown == {name: watts for name, watts in loads.items() if watts}


def test_devices_draw_and_weigh_what_the_catalogue_says(ordered: Path, site_from: SitePlanOf) -> None:
    """An adapter counts with its server; a cabinet weighs what its devices do."""
    site = site_from(ordered)
    facts = {(one.model, one.watts, one.kilograms) for one in site.facts}
    assert facts == {("EX-SW-40", 400.0, 12.0), ("EX-SERVER", 820.0, 20.0)}
    for index, held in site.devices_in.items():
        assert site.cabinets[index].kilograms == sum(site.facts[one].kilograms for one in held)


def test_power_without_an_order_is_that_of_the_devices(
    ordered: Path, site_from: SitePlanOf, pages_of: PagesOf
) -> None:
    """Where no parts are chosen, cabinets draw what their devices do, and the sheet says so."""
    billed = site_from(ordered)
    bare = site_of(load_plan(ordered), billed.fabric, billed.imprint, billed.form, None, None)
    devices = sum(fact.watts for fact in bare.facts)
    assert sum(cabinet.watts or 0 for cabinet in bare.cabinets) == pytest.approx(devices)
    assert sum(cabinet.watts or 0 for cabinet in billed.cabinets) > devices
    for site, words in (
        (bare, "devices alone, without transceivers;"),
        (billed, "with transceivers and active"),
    ):
        assert words in " ".join(texts(pages_of(site, "elevations")))


def test_panels_are_explained_where_there_is_one(
    ordered: Path, site_from: SitePlanOf, pages_of: PagesOf
) -> None:
    """One among many devices is enough; without any the sheet does not speak of them."""
    bare = site_from(ordered)
    first, *others = bare.fabric.devices
    fabric = replace(bare.fabric, devices=(replace(first, kind=PANEL), *others))
    for site, there in ((bare, False), (replace(bare, fabric=fabric), True)):
        assert ("Panels are white." in " ".join(texts(pages_of(site, "elevations")))) == there


def test_bundles_count_no_cable_in_a_medium_that_it_has_not(
    ordered: Path, site_from: SitePlanOf, pages_of: PagesOf
) -> None:
    """A cable whose medium nobody chose is neither copper nor optical."""
    site = site_from(ordered)
    bare = replace(site.fabric, cables=tuple(replace(cable, medium="") for cable in site.fabric.cables))
    pages = pages_of(replace(site, fabric=bare), "bundles")
    zeros = sum(text == "0" for text in texts(pages))
    pairs = Counter(frozenset(bare.devices[e.device].cabinet for e in c.ends) for c in bare.cables)
    assert zeros == 2 * sum(len(pair) == 2 and count > 1 for pair, count in pairs.items()) > 0


def test_links_of_one_piece_are_one_cable(ordered: Path, site_from: SitePlanOf, pages_of: PagesOf) -> None:
    """At the rear of a rack, between two cabinets and in a tray: a breakout is one cable in the hand."""
    site = site_from(ordered)
    ends = {
        cable.id: frozenset(site.fabric.devices[end.device].cabinet for end in cable.ends)
        for cable in site.fabric.cables
    }
    common = next(pair for pair, count in Counter(ends.values()).most_common() if len(pair) == 2)
    first, *others = (one for one, pair in ends.items() if pair == common)
    assert others
    joined = {first, *others}
    cables = tuple(replace(c, piece=first if c.id in joined else "") for c in site.fabric.cables)
    whole = replace(site, fabric=replace(site.fabric, cables=cables))
    for name, pattern in (
        ("bundles", r"(\d+)"),
        ("elevations", r"(\d+) cables?"),
        ("pull-trays", r"; (\d+) c"),
    ):
        sums = [
            sum(int(found[1]) for text in texts(pages_of(one, name)) if (found := re.search(pattern, text)))
            for one in (site, whole)
        ]
        assert sums[1] < sums[0], name
    lines = [" ".join(texts(pages_of(one, "bundles"))) for one in (site, whole)]
    single = [int(re.search(r"between (\d+) pairs? of cabinets", line)[1]) for line in lines]  # type: ignore[index]
    assert single[1] == single[0] + 1


def test_ports_of_a_panel_stand_in_the_order_of_their_numbers() -> None:
    """Port 2 of a cassette is tested before port 10, as are the ports of a server's network."""
    ports = ["1.10", "10", "1.2", "2.1", "9", "compute-10", "compute-9"]
    assert sorted(ports, key=lambda port: _key("41", port)) == [
        *("1.2", "1.10", "2.1", "9", "10", "compute-9", "compute-10")
    ]


def test_nothing_leaves_the_paper_or_is_too_small_to_read(site: SitePlan, pages_of: PagesOf) -> None:
    """Every text lies between the edges and is set in 6.5 points at least."""
    width, height = site.imprint.size
    for name in SHEETS:
        for page in pages_of(site, name):
            for mark in page.texts:
                wide = width_of(mark.text, mark.size, bold=mark.bold)
                left = mark.x - wide * mark.right
                assert 10 <= left <= width - 10 - wide, (name, mark)
                assert mark.size < mark.y <= height - 20, (name, mark)
                assert mark.size >= SMALL


BLOCKS = tuple(
    TableBlock(f"cabinet {n}", (RowGroup("to row 1", tuple((f"{n}.{i}", "x") for i in range(3 * n + 1))),))
    for n in range(12)
)


def title_of(heading: str) -> str:
    """Return a heading without the word that says that it goes on, long or short."""
    return heading.removesuffix(", continued").removesuffix(", cont.")


@pytest.mark.parametrize("paper", [(350.0, 200.0), (160.0, 150.0), (595.0, 160.0)])
def test_a_table_that_goes_on_says_again_what_it_is_of(paper: tuple[float, float]) -> None:
    """Every column of every page begins with a heading; it says so where its block began before."""
    table = PaperTable((PaperColumn("row"), PaperColumn("what", least=40)), BLOCKS)
    pages = flow(table, paper)
    begun: set[str] = set()
    rows = []
    for page in pages:
        current = None
        column = None
        for mark in page.texts:
            if mark.text == "row":
                column = mark.x
                current = None
            elif mark.bold and mark.size == 8:
                current = mark.text
                name = title_of(current)
                assert (name in begun) == (name != current)
                begun.add(name)
            elif re.fullmatch(r"\d+\.\d+", mark.text):
                assert column is not None
                assert current is not None
                assert title_of(current) == f"cabinet {mark.text.split('.')[0]}"
                rows.append(mark.text)
    assert len(pages) > 3
    assert rows == [row[0] for block in BLOCKS for group in block.groups for row in group.rows]
    assert any(", cont" in text for text in texts(pages))


def test_lines_divide_a_drawn_cabinet_into_its_units(site: SitePlan, pages_of: PagesOf) -> None:
    """On both faces, one line between two units, none at roof or floor; they are numbered from below."""
    frames = 0
    for page in pages_of(site, "elevations"):
        for frame in (box for box in page.boxes if box.stroke == 0.8):
            frames += 1
            inside = [
                box.y
                for box in page.boxes
                if (box.x, box.width) == (frame.x, frame.width) and box.height < 0.5
                if frame.y - 1 < box.y < frame.y + frame.height + 1
            ]
            edges = [frame.y, *sorted(inside), frame.y + frame.height]
            steps = [after - before for before, after in pairwise(edges)]
            assert steps == pytest.approx([frame.height / len(steps)] * len(steps))
            numbers = [
                (mark.y, int(mark.text))
                for mark in page.texts
                if mark.grey == 0.35 and frame.y < mark.y < frame.y + frame.height
                if abs(mark.x - frame.x - frame.width / 2) < frame.width
            ]
            units = [unit for _, unit in sorted(numbers)]
            assert set(units) == set(range(1, len(steps) + 1))
            assert units == sorted(units, reverse=True)
    assert frames == 2 * len(site.devices_in)


def test_what_a_drawn_cabinet_is_stands_right_above_it(site: SitePlan, pages_of: PagesOf) -> None:
    """Its name, then line by line what it holds, left of its code, nearer to it than to the one above."""
    for page in pages_of(site, "elevations"):
        for name in (mark for mark in page.texts if mark.bold and mark.size == 9 and mark.y > 60):
            own = [box for box in page.boxes if box.stroke == 0.8 and box.x == name.x and box.y > name.y]
            roof = min(box.y for box in own)
            lines = [one for one in page.texts if one.x == name.x and name.y < one.y < roof]
            assert 0 < roof - name.y < 47
            assert [round(b.y - a.y, 6) for a, b in pairwise([name, *lines])] == [8.2, *[7.6] * 4][
                : len(lines)
            ]
            assert any(re.fullmatch(r"\d+ (switch|server)(es|s)?", one.text) for one in lines)
            above = [box.y + box.height for box in page.boxes if box.x == name.x and box.y < name.y - 20]
            assert all(name.y - 9 > edge for edge in above)


def test_rows_stand_below_their_titles_and_boxes_beside_their_texts() -> None:
    """A line below the titles, numbers at the end, boxes at the height of their row, all above the foot."""
    kinds = [PaperColumn("no", "number"), PaperColumn("what", "boxed"), PaperColumn("ok", "box")]
    rows = tuple((str(n), f"part {n}", "", "") for n in range(9, 69))
    table = PaperTable((*kinds, PaperColumn("by", "line", 30)), (TableBlock("all", (RowGroup("", rows),)),))
    pages = flow(table, (300.0, 170.0))
    assert len(pages) > 1
    assert [text for text in texts(pages) if text.startswith("part ")] == [row[1] for row in rows]
    for page in pages:
        marks = {text: [one for one in page.texts if one.text == text] for text in texts([page])}
        lines = [box for box in page.boxes if box.height == 0.5 and box.fill is not None]
        assert len(lines) == len(marks["no"]) > 0
        for title, line in zip(marks["no"], lines, strict=True):
            assert 0 < line.y - title.y < 4
            assert all(one.y > line.y + one.size for one in page.texts if one.y > title.y)
        ticks = [box for box in page.boxes if box.stroke == 0.5]
        parts = [one for one in page.texts if one.text.startswith("part ")]
        assert len(ticks) == 2 * len(parts)
        for part in parts:
            beside = [box for box in ticks if box.y < part.y < box.y + box.height]
            own = max((box for box in beside if box.x < part.x), key=lambda box: box.x)
            assert 0 < part.x - own.x - own.width < 4
            assert abs(own.y + own.height / 2 - (part.y - 0.36 * part.size)) < 0.1
            numbers = [one.x for one in page.texts if one.y == part.y and one.right and one.x < own.x]
            assert own.x - max(numbers) < 12
        assert {one.right for one in page.texts if one.text.isdecimal()} == {True}
        assert max(box.y + box.height for box in page.boxes) <= 170 - 23
        assert max(one.y for one in page.texts) <= 170 - 23


@pytest.mark.parametrize("kind", ["text", "boxed"])
@pytest.mark.parametrize("room", [150.0, 230.0, 400.0])
def test_no_text_of_a_column_stands_in_the_next(kind: str, room: float) -> None:
    """However narrow the paper: a text is broken, behind the box to tick too, where the next begins."""
    words = " ".join(["cable-with-a-name"] * 3)
    table = PaperTable(
        (PaperColumn("first", kind), PaperColumn("next")),
        (TableBlock("block", (RowGroup("", ((words, "X" * 30), ("a", "b"))),)),),
    )
    for page in flow(table, (room, 300.0)):
        columns = [mark.x for mark in page.texts if mark.text in {"first", "next"}]
        for mark in page.texts:
            if mark.text in words and len(mark.text) > 5 and mark.text != "first":
                edge = min(x for x in columns if x > mark.x)
                assert mark.x + width_of(mark.text, mark.size) <= edge


def test_the_lines_of_a_cell_stand_below_each_other() -> None:
    """A text of several lines takes the height of all of them, and the next row stands below the last."""
    words = " ".join(["cable-with-a-name"] * 12)
    rows = ((words, "1"), ("after it", "2"))
    block = TableBlock("block", (RowGroup("", rows),))
    (page,) = flow(PaperTable((PaperColumn("first"), PaperColumn("no")), (block,)), (230.0, 400.0))
    lines = [mark for mark in page.texts if mark.text in words and len(mark.text) > 5]
    assert len(lines) > 2
    steps = {round(below.y - above.y, 6) for above, below in pairwise(lines)}
    assert steps == {round(lines[0].size * 1.1, 6)}
    (after,) = (mark for mark in page.texts if mark.text == "after it")
    assert after.y > lines[-1].y + lines[-1].size


LONG = {
    "cabinet": "Cabinet {} in the eastern hall, cold aisle between row F and G",
    "device": "leaf-switch-{}.pod-3.hall-east.datacentre-7.example.org-0123456",
}


def with_long_names(site: SitePlan) -> SitePlan:
    """Return a plan in which every cabinet and device has a name of about 60 characters."""
    fabric = site.fabric
    cabinets = tuple(
        replace(one, name=LONG["cabinet"].format(n)) for n, one in enumerate(fabric.cabinets, 100)
    )
    devices = tuple(
        replace(one, name=LONG["device"].format(n)) for n, one in enumerate(fabric.devices, 100)
    )
    facts = tuple(
        replace(fact, name=one.name, exported=one.name)
        for fact, one in zip(site.facts, devices, strict=True)
    )
    assert min(len(one.name) for one in (*cabinets, *devices)) >= 60
    return replace(site, fabric=replace(fabric, cabinets=cabinets, devices=devices), facts=facts)


def test_names_of_60_characters_are_printed_whole(site: SitePlan, pages_of: PagesOf) -> None:
    """On every sheet: they wrap or take more room; nothing is left out, no text leaves the paper."""
    long = with_long_names(site)
    (width, _), known = long.imprint.size, long.devices_in
    for name in SHEETS:
        pages = pages_of(long, name)
        assert "…" not in "".join(texts(pages)), name
        for page in pages:
            for mark in page.texts:
                wide = width_of(mark.text, mark.size, bold=mark.bold)
                assert 10 <= mark.x - wide * mark.right <= width - 10 - wide, (name, mark)
    drawn = texts(pages_of(long, "elevations"))
    for index, held in known.items():
        assert long.fabric.cabinets[index].name in drawn
        on_units = [one for one in held if long.fabric.devices[one].height is not None]
        assert {long.facts[one].name for one in on_units} <= set(drawn)
    schedule = "".join(texts(pages_of(long, "switches"))).replace(" ", "")
    assert all(long.facts[one].name.replace(" ", "") in schedule for one in long.fabric.switches[:1])


def test_long_names_are_whole_in_head_and_foot_of_a_page(site: SitePlan) -> None:
    """Of a page from one cabinet to another, with names of 60 characters, on sheets of labels too."""
    one, other, network = ("".join(part * 6) for part in ("Cabinet 01", "Cabinet 99", "network 12"))
    for bare in (False, True):
        page = PaperPage(f"{one} to {other}", bare=bare)
        to_pdf("Switch schedule", [page], replace(site.imprint, network=network))
        said = "".join(texts([page])).replace(" ", "")
        assert all(name.replace(" ", "") in said for name in (one, other, network))


def test_the_test_sheet_says_what_each_cable_is_and_must_show(
    ordered: Path, site_from: SitePlanOf, pages_of: PagesOf
) -> None:
    """Length and part on its line, medium and test above it; copper and fixed plugs have no loss limit."""
    site = site_from(ordered)
    pages = pages_of(site, "tests")
    for cable in site.fabric.cables:
        page, mark = next((p, m) for p in pages for m in p.texts if m.text == cable.id)
        line = [one.text for one in page.texts if one.y == mark.y and 0 < one.x - mark.x < 120]
        assert {cable.part, f"{(cable.bought_mm or 0) / 1000:.2f}"} <= set(line)
        column = [one for one in page.texts if one.bold and one.size == SMALL]
        above = max(
            (one for one in column if one.y < mark.y and 0 <= mark.x - one.x < 120), key=lambda one: one.y
        )
        assert above.text.startswith("copper" if cable.medium == "electrical" else "optical")
        assert ("loss" in above.text) == any(cable.modules)


def test_loss_limits_are_those_of_transceivers_and_trunks() -> None:
    """A cord's is its modules' budget; a 50 m trunk's two cassettes of 0.75 dB and 0.4 dB/km: 1.52 dB."""
    catalogue = load_catalogue(CATALOGUES / "parts_trunks.toml")
    trunk = SimpleNamespace(name="T0001", part="EX-TRUNK-24-50M", cassette="EX-CAS-12", length_mm=50_000)
    bill: Any = SimpleNamespace(catalogue=catalogue, trunk_layout=SimpleNamespace(trunks=[trunk]))
    at, module = End(0, 1), "EX-CWDM4"
    cables = (
        Cable("C1", at, at, medium="optical", kind="OS2", modules=(module, module)),
        Cable("C2", at, at, medium="electrical", kind="DAC"),
        Cable("C3-A", at, at, medium="optical", modules=(module, ""), link="C3"),
        Cable("C3-B", at, at, medium="optical", modules=("", "X"), link="C3"),
        Cable("C4", at, at, medium="optical", modules=("X", "X")),
        Cable("T0001", at, at, medium="optical", trunk="T0001"),
    )
    assert loss_limits(cables, bill) == {
        "C1": "loss at most 5 dB",
        "C3-A": "loss at most 5 dB, the whole link",
        "C3-B": "loss at most 5 dB, the whole link",
        "C4": NOT_STATED,
        "T0001": "loss at most 1.52 dB, with both cassettes",
    }
    assert loss_limits(cables, None) == {}
