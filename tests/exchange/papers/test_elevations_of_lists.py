"""Rack elevations of listed devices: true to units, heights and sides."""

from collections.abc import Callable
from pathlib import Path

from netfloor.exchange.papers.page import SMALL, PaperPage
from netfloor.exchange.papers.site import SitePlan
from netfloor.plans.file import write_plan
from tests.fixtures.lists import DEVICES, lay_lists

HALF = """\
h1,server,,A03,5,2,50,5,front,,
h2,server,,A03,5,1,50,5,rear,,
"""


def test_a_device_of_half_depth_is_drawn_on_its_own_face(
    here: Path, site_from: Callable[..., SitePlan], pages_of: Callable[[SitePlan, str], list[PaperPage]]
) -> None:
    """Front and rear of a unit show who is there, each device as high as it is."""
    devices = (DEVICES + HALF).replace(",feed,asset", ",feed,depth").replace(",T-", ",")
    for number in "123":
        devices = devices.replace(f",rear,,{number}\n", ",rear,,\n")
    devices = devices.replace("50,5,front,,", "50,5,front,,half").replace("50,5,rear,,", "50,5,rear,,half")
    write_plan(here / "plan.json", lay_lists(here, devices=devices))
    pages = pages_of(site_from(here / "plan.json"), "elevations")
    drawn = {mark.text: (page, mark) for page in pages for mark in page.texts if mark.size == SMALL}
    front, rear = drawn["h1"][1], drawn["h2"][1]
    assert front.x < rear.x
    boxes = [box for box in drawn["h1"][0].boxes if box.stroke == 0.4]
    heights = {
        name: [
            box.height
            for box in boxes
            if abs(box.x + 1.5 - mark.x) < 0.1 and box.y < mark.y < box.y + box.height
        ]
        for name, mark in (("h1", front), ("h2", rear))
    }
    assert len(heights["h1"]) == len(heights["h2"]) == 1
    assert heights["h1"][0] == 2 * heights["h2"][0]
    text = " ".join(mark.text for page in pages for mark in page.texts)
    assert "half depth is drawn on its own face" in text


def test_devices_of_half_width_are_drawn_side_by_side(
    here: Path, site_from: Callable[..., SitePlan], pages_of: Callable[[SitePlan, str], list[PaperPage]]
) -> None:
    """Left and right share a unit, each with its name; labels say which is which."""
    devices = DEVICES + "h1,server,,A03,5 left,1,50,5,front,,\nh2,server,,A03,5 right,1,50,5,front,,\n"
    laid = lay_lists(here, devices=devices)
    write_plan(here / "plan.json", laid)
    pages = pages_of(site_from(here / "plan.json"), "elevations")
    drawn = {mark.text: mark for page in pages for mark in page.texts if mark.size == SMALL}
    assert drawn["h1"].y == drawn["h2"].y
    boxes = [box for page in pages for box in page.boxes if box.stroke == 0.4]
    at = {
        name: next(box for box in boxes if abs(box.x + 1.5 - drawn[name].x) < 0.1 and box.y < drawn[name].y)
        for name in ("h1", "h2")
    }
    assert drawn["h2"].x - drawn["h1"].x == at["h1"].width == at["h2"].width
    assert "side by side" in " ".join(mark.text for page in pages for mark in page.texts)
    places = [laid.fabric.place_name(laid.fabric.device_named[name]) for name in ("h1", "h2")]
    assert places == ["A03-05L", "A03-05R"]
