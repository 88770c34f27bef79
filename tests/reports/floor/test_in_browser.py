"""The floor in a real browser: drawn, answering, legible, printed; needs Chromium and Playwright."""

import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from netfloor.plans.plan import Plan
from netfloor.reports.floor.chart import floor_chart, floor_document
from netfloor.reports.floor.network import FloorNetwork
from netfloor.reports.formats.document import Section
from netfloor.reports.formats.head import ReportHead
from netfloor.reports.formats.html import page
from netfloor.reports.rooms.plan_drawing import plan_inline

pytestmark = pytest.mark.nightly

#: Contrast of every text in the floor with what is behind it, by WCAG 2.2; returns those below 4.5.
CONTRAST = """() => {
  const parse = (text) => text.match(/[\\d.]+/g).map(Number);
  const light = ([r, g, b]) => [r, g, b].map((v) => v / 255)
    .map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
    .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
  const behind = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const colour = parse(getComputedStyle(at).backgroundColor);
      if (colour.length === 3 || colour[3] > 0) return colour;
    }
    return [255, 255, 255];
  };
  const weak = [];
  for (const element of document.querySelectorAll(".floor *")) {
    const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
    if (!own || !element.checkVisibility()) continue;
    const letters = light(parse(getComputedStyle(element).color));
    const [low, high] = [letters, light(behind(element))].sort((x, y) => x - y);
    const ratio = (high + 0.05) / (low + 0.05);
    if (ratio < 4.5) weak.push(`${element.textContent.slice(0, 40)}: ${ratio.toFixed(2)}`);
  }
  return weak;
}"""
#: Notes the milliseconds from each press of the pointer to the frame that shows what came of it.
STOPWATCH = """() => {
  window.answers = [];
  document.querySelector(".floor-picture").addEventListener("pointerup", () => {
    const began = performance.now();
    requestAnimationFrame(() => {
      const after = new MessageChannel();
      after.port1.onmessage = () => window.answers.push(performance.now() - began);
      after.port2.postMessage(0);
    });
  }, { capture: true });
}"""


def written(plan: Plan, folder: Path) -> str:
    """Write a page with the floor of a plan; return its address."""
    document = floor_document(plan.room, [FloorNetwork(plan)])
    chart = floor_chart("The room from above", partial(plan_inline, plan, None), document)
    path = folder / "page.html"
    path.write_text(page(ReportHead("Floor"), "One sentence.", [Section("room", "Room", charts=(chart,))]))
    return path.as_uri()


@pytest.fixture
def opened(chromium: Any) -> Iterator[Callable[..., Any]]:
    """Yield what opens a page; nothing may be told to its console."""
    told: list[str] = []
    contexts = []

    def open_page(address: str, width: int = 1400, scheme: str = "light", **more: Any) -> Any:
        context = chromium.new_context(
            viewport={"width": width, "height": 900}, color_scheme=scheme, **more
        )
        contexts.append(context)
        tab = context.new_page()
        tab.on("console", lambda message: told.append(message.text))
        tab.on("pageerror", lambda error: told.append(str(error)))
        tab.goto(address)
        return tab

    yield open_page
    for context in contexts:
        context.close()
    assert told == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1400, 400])
def test_it_answers_and_can_be_read(
    opened: Callable[..., Any], hall_plan: Plan, tmp_path: Path, width: int, scheme: str
) -> None:
    """A search and a click show a cabinet; nothing is wider than the page; every text reaches WCAG AA."""
    tab = opened(written(hall_plan, tmp_path), width, scheme)
    assert tab.evaluate(CONTRAST) == []
    tab.get_by_label("Find").fill("c000017")
    tab.keyboard.press("Enter")
    panel = tab.locator(".floor-panel")
    assert panel.locator("h3").inner_text() == "Cable C000017"
    panel.get_by_role("button").first.click()
    assert panel.locator("h3").inner_text().startswith("Cabinet ")
    assert "Rack elevation" in panel.inner_text()
    assert tab.evaluate(CONTRAST) == []
    assert tab.evaluate("document.documentElement.scrollWidth") <= width
    tab.screenshot(path=tmp_path / "floor.png")


def test_the_keyboard_does_all(opened: Callable[..., Any], hall_plan: Plan, tmp_path: Path) -> None:
    """Arrows go from cabinet to cabinet and say so, Enter selects, Escape lets go, the focus is seen."""
    tab = opened(written(hall_plan, tmp_path))
    tab.locator(".floor-picture").focus()
    tab.keyboard.press("ArrowRight")
    first = tab.locator(".floor-status").inner_text()
    tab.keyboard.press("ArrowRight")
    second = tab.locator(".floor-status").inner_text()
    assert first.startswith("Cabinet ")
    assert second.startswith("Cabinet ")
    assert first != second
    outline = "getComputedStyle(document.querySelector('.floor-picture')).outlineStyle"
    assert tab.evaluate(outline) == "solid"
    tab.keyboard.press("Enter")
    assert tab.locator(".floor-panel h3").inner_text() in second.replace(",", ";").split(";")[0]
    tab.keyboard.press("Escape")
    assert "links" in tab.locator(".floor-status").inner_text()


def test_what_is_selected_can_be_let_go(
    opened: Callable[..., Any], hall_plan: Plan, tmp_path: Path
) -> None:
    """A failed search, Escape in Find and "draw all" show the whole floor again."""
    tab = opened(written(hall_plan, tmp_path))
    find, draw = tab.get_by_label("Find"), tab.get_by_label("draw all")
    head = tab.locator(".floor-panel h3")
    for let_go in (lambda: find.fill("nonsense"), lambda: find.press("Escape"), draw.click):
        draw.set_checked(False)
        find.fill("C000017")
        find.press("Enter")
        assert head.inner_text() == "Cable C000017"
        let_go()
        assert head.inner_text() == "The whole floor"


def test_print_and_no_script_keep_the_picture(
    opened: Callable[..., Any], hall_plan: Plan, tmp_path: Path
) -> None:
    """In print the picture stands alone, without scripts too; on the screen the floor takes its place."""
    address = written(hall_plan, tmp_path)
    tab = opened(address)
    picture, live = tab.locator("figure svg").first, tab.locator(".floor")
    assert (picture.is_visible(), live.is_visible()) == (False, True)
    tab.emulate_media(media="print")
    assert (picture.is_visible(), live.is_visible()) == (True, False)
    assert tab.pdf().startswith(b"%PDF")
    plain = opened(address, java_script_enabled=False)
    assert plain.locator("figure svg").first.is_visible()
    assert plain.locator(".floor").count() == 0


@pytest.mark.parametrize(("spec", "room"), [("lps:29,13", "paper:1092"), ("torus:100x100", "grid:50x100")])
def test_large_floors_open(
    opened: Callable[..., Any], grid_plan: Callable[[str, str], Plan], tmp_path: Path, spec: str, room: str
) -> None:
    """1,092 switches with 16,380 cables, and 10,000 switches, open, answer and draw all; times are told."""
    tab = opened(written(grid_plan(spec, room), tmp_path))
    tab.evaluate(STOPWATCH)
    tab.locator(".floor-tick input").check()
    box = tab.locator(".floor-picture").bounding_box()
    for share in (0.3, 0.4, 0.5, 0.6):
        tab.mouse.click(box["x"] + share * box["width"], box["y"] + 0.478 * box["height"])
        tab.wait_for_timeout(200)
    answers = tab.evaluate("window.answers")
    assert len(answers) == 4
    size = (tmp_path / "page.html").stat().st_size / 1e6
    ready = tab.get_attribute("figure", "data-ready-ms")
    clicks = ", ".join(f"{ms:.0f}" for ms in answers)
    sys.stdout.write(f"{spec}: {size:.1f} MB, started in {ready} ms, clicks answered in {clicks} ms\n")
