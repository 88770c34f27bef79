"""``netfloor papers``: the PDF files as programs and people get them."""

import datetime as dt
import os
import re
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any
from xml.sax.saxutils import quoteattr

import numpy as np
import pypdf
import pytest
import zxingcpp

from netfloor import exit_codes
from netfloor.exchange.papers.elevations import cabinet_code_text, code_modules
from netfloor.exchange.papers.page import UNKNOWN, BoxMark, PaperPage, TextMark, width_of
from netfloor.exchange.papers.pdf import Imprint, to_pdf
from netfloor.exchange.papers.write import SHEETS

pytestmark = pytest.mark.usefixtures("here")
WORDS = ("--out", "papers", "--date", "2026-03-31")


def read(file: Path) -> list[str]:
    """Return the text of every page of a PDF file."""
    return [page.extract_text() for page in pypdf.PdfReader(file).pages]


def test_all_sheets_are_files_with_plan_and_page_on_each_page(cli: Any, plan_path: Path) -> None:
    """Title, date, the plan's checksum, page n of m; JSON tells of the same files."""
    ran = cli("papers", plan_path, *WORDS, "--json")
    assert ran.code == exit_codes.DONE, ran.err
    told = ran.json()
    files = {one["file"]: one for one in told["papers"]}
    assert set(files) == {path.name for path in Path("papers").glob("*.pdf")}
    assert set(files) >= {f"{name}.pdf" for name in SHEETS if name != "pull-trays"}
    for name, one in files.items():
        pages = read(Path("papers") / name)
        assert (len(pages), (Path("papers") / name).stat().st_size) == (one["pages"], one["bytes"])
        for number, text in enumerate(pages, 1):
            assert f"page {number} of {len(pages)}" in text
            for part in (one["title"], told["plan_sha256"][:12], "2026-03-31"):
                assert part in text
    assert told["pages"] == sum(one["pages"] for one in files.values())


def test_every_cable_can_be_read_on_the_pull_sheet(cli: Any, ordered: Path) -> None:
    """As text of the file, once each."""
    cables = cli("papers", ordered, *WORDS, "--only", "pull-rows", "--json").json()["cables"]
    found = re.findall(r"[CH]\d{6}", "".join(read(Path("papers/pull-rows.pdf"))))
    assert len(found) == len(set(found)) == cables


def test_the_same_plan_gives_the_same_bytes(
    cli: Any, plan_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever the clock says; without a date the environment's, else the day of the file."""
    copy = Path("copy.json")
    copy.write_bytes(plan_path.read_bytes())
    os.utime(copy, (0, 0))
    for folder in plan_path.parent.glob("parts_*"):
        (Path() / folder.name).write_bytes(folder.read_bytes())
    for out, words in (("one", ("--date", "1970-01-01")), ("two", ())):
        assert cli("papers", copy, "--out", out, "--quiet", *words).code == exit_codes.DONE
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "86400")
    assert cli("papers", copy, "--out", "three", "--quiet").code == exit_codes.DONE
    for file in Path("one").glob("*.pdf"):
        assert file.read_bytes() == (Path("two") / file.name).read_bytes()
        assert file.read_bytes() != (Path("three") / file.name).read_bytes()


@pytest.mark.parametrize("cabinet", ["R01C03", "A 1/β", "机柜-7", "x" * 60])
def test_the_code_of_a_cabinet_reads_as_plan_and_cabinet(cabinet: str) -> None:
    """A reader that shares no code with the writer reads plain text."""
    text = cabinet_code_text("0123456789abcdef" * 4, cabinet)
    assert text == f"netfloor plan 0123456789ab cabinet {cabinet}"
    dark = np.pad(np.array(code_modules(text)), 4)
    image = np.where(np.kron(dark, np.ones((4, 4), bool)), 0, 255).astype(np.uint8)
    (code,) = zxingcpp.read_barcodes(image)
    assert code.bytes.decode() == text


HOSTILE = (
    *("机柜交换机", "ארון", "(x) Tj \\) ET", "<b>&amp;</b>", "=cmd|' /C calc'!A0"),
    *("n" * 200, "\N{GRINNING FACE} x"),
)


def test_any_name_prints(cli: Any) -> None:
    """What the type has not is a mark, said once; names that it has stand in the file as they are."""
    nodes = "".join(f"<node id={quoteattr(name)}/>" for name in HOSTILE)
    edges = "".join(
        f"<edge source={quoteattr(one)} target={quoteattr(other)}/>"
        for one, other in zip(HOSTILE, (*HOSTILE[1:], HOSTILE[0]), strict=True)
    )
    space = "xmlns='http://graphml.graphdrawing.org/xmlns'"
    graph = f"<graphml {space}><graph edgedefault='undirected'>{nodes}{edges}</graph></graphml>"
    Path("x.graphml").write_text(graph)
    assert cli("layout", "file:x.graphml", "--room", "grid:3x4", "--iterations", 10, "--quiet").code == 0
    ran = cli("papers", "plan.json", *WORDS)
    assert ran.code == exit_codes.DONE, ran.err
    assert ran.err.count(f"shown as {UNKNOWN}") == 1
    schedule = "".join(read(Path("papers/switches.pdf")))
    assert all(name in schedule for name in HOSTILE[2:5])
    assert "机" not in schedule


def test_only_the_sheets_that_are_asked_for(cli: Any, ordered: Path) -> None:
    """On the paper that is asked for."""
    words = ("--only", "labels", "--only", "pull-trays", "--paper", "letter", "--quiet")
    assert cli("papers", ordered, *WORDS, *words).code == exit_codes.DONE
    assert sorted(path.name for path in Path("papers").glob("*.pdf")) == ["labels.pdf", "pull-trays.pdf"]
    (page, *_) = pypdf.PdfReader("papers/labels.pdf").pages
    assert [float(side) for side in page.mediabox[2:]] == [612.0, 792.0]


REFUSED = {
    "no such sheet": (("--only", "poster"), "known: elevations, switches"),
    "no such paper": (("--paper", "a3"), "known: a4, letter"),
    "no trays": (("--only", "pull-trays"), "needs a room with trays"),
    "no such field": (("--label-format", "{colour}"), "there is no field 'colour'"),
    "no date": (("--date", "today"), "is not a date"),
    "reach alone": (("--reach", "5"), "add --catalogue"),
}


@pytest.mark.parametrize(("words", "told"), REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_is_refused_in_one_line(cli: Any, words: Any, told: str) -> None:
    """Exit code 3, nothing written."""
    assert cli("layout", "slimfly:3", "--room", "grid:4x4", "--iterations", 10, "--quiet").code == 0
    ran = cli("papers", "plan.json", "--out", "papers", *words)
    assert (ran.code, ran.out) == (exit_codes.INVALID_INPUT, "")
    assert told in ran.err
    assert not Path("papers").exists()


def test_a_folder_of_others_is_left_alone(cli: Any, ordered: Path) -> None:
    """Unless it is forced; ours is replaced as a whole."""
    Path("papers").mkdir()
    Path("papers/mine.txt").write_text("mine")
    words = ("papers", ordered, *WORDS, "--only", "bundles", "--quiet")
    assert cli(*words).code == exit_codes.INVALID_INPUT
    assert cli(*words, "--force").code == exit_codes.DONE
    assert not Path("papers/mine.txt").exists()


def test_a_plan_without_parts_says_so(cli: Any) -> None:
    """On paper and in a note; a cost set fills in medium and part."""
    assert cli("layout", "slimfly:3", "--room", "grid:4x4", "--iterations", 10, "--quiet").code == 0
    bare = cli("papers", "plan.json", *WORDS, "--only", "pull-rows")
    assert "no medium or part yet" in bare.err
    assert "No cables are chosen yet" in read(Path("papers/pull-rows.pdf"))[0]
    told = cli("papers", "plan.json", *WORDS, "--only", "pull-rows", "--catalogue", "perseus-2011")
    assert "no medium or part yet" not in told.err
    text = read(Path("papers/pull-rows.pdf"))[0]
    assert "copper" in text
    assert "No cables are chosen yet" not in text


@pytest.mark.nightly
def test_600_switches_are_below_200_pages_and_20_megabytes(cli: Callable[..., Any], here: Path) -> None:
    """578 switches and 7,225 cables in a hall with trays, every sheet, labels included."""
    room = (Path(__file__).parents[3] / "examples/hall/room.toml").read_text()
    (here / "room.toml").write_text(room.replace("switch_units = [40, 42]", "switch_units = [38, 40, 42]"))
    layout = ("layout", "slimfly:17", "--room", "room.toml", "--iterations", 1000, "--quiet")
    assert cli(*layout).code == exit_codes.DONE
    told = cli("papers", "plan.json", *WORDS, "--json").json()
    assert told["switches"] == 578
    assert len(told["papers"]) == len(SHEETS)
    assert told["pages"] < 200
    assert sum(one["bytes"] for one in told["papers"]) < 20_000_000


def test_marks_are_drawn_where_the_page_has_them() -> None:
    """Text from its left end or up to its right one, boxes from their upper corner, grey as it is said."""
    page = PaperPage(bare=True)
    page.texts += [TextMark(100, 200, "begins", 9), TextMark(300, 250, "ends", 9, bold=True, right=True)]
    page.boxes += [BoxMark(50, 60, 70, 80, fill=0.5), BoxMark(150, 160, 70, 81, stroke=0.4)]
    data = to_pdf("Title", [page], Imprint("net", "ab" * 32, dt.date(2026, 1, 1), (595.0, 842.0)))
    (drawn,) = pypdf.PdfReader(BytesIO(data)).pages
    found: dict[str, list[float]] = {}
    drawn.extract_text(visitor_text=lambda *read: found.update({read[0].strip(): read[2][4:]}))
    assert found["begins"] == [100, 642]
    assert found["ends"] == pytest.approx([300 - width_of("ends", 9, bold=True), 592], abs=0.001)
    marks = b" ".join(drawn.get_contents().get_data().split())
    assert b".5 g n 50 702 70 80 re f" in marks
    assert b".4 w n 150 601 70 81 re S" in marks


def test_a_long_name_leaves_the_foot_of_a_page_readable() -> None:
    """What stands on the left ends before what stands on the right begins."""
    page = PaperPage()
    to_pdf("Title", [page], Imprint("n" * 600, "ab" * 32, dt.date(2026, 1, 1), (595.0, 842.0)))
    foot = [mark for mark in page.texts if mark.y > 800]
    left, right = sorted(foot, key=lambda mark: mark.right)
    ends = left.x + width_of(left.text, left.size)
    assert (
        right.x - width_of(right.text, right.size) - 20
        < ends
        <= right.x - width_of(right.text, right.size) - 10
    )
