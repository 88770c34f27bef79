"""Labels: names whole, on stock that holds them."""

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from netfloor.exchange.papers.labels import STOCKS, chosen_stock
from netfloor.exchange.papers.labels import pages as label_pages
from netfloor.exchange.papers.page import SMALL, width_of, wrapped
from netfloor.exchange.papers.site import SitePlan
from netfloor.exchange.writers.sheets.labels import label_of, plugs_of
from netfloor.foundation.errors import InputError
from tests.exchange.papers.conftest import PagesOf, SitePlanOf, texts


def test_a_label_of_several_ids_breaks_none() -> None:
    """Of a plug with four links each id stands whole on a line."""
    lines = wrapped("H000041+H000042+H000043+H000044 1.00 m", width_of("H000041+H000042+H00", SMALL), SMALL)
    assert lines == ["H000041+H000042+", "H000043+H000044", "1.00 m"]


def test_a_label_keeps_names_of_ports_whole() -> None:
    """A line ends between the two ends of a cable, else after a blank; never inside ``Eth1/49``."""
    text = "spine1 Eth1/1 / leaf1 Eth1/49"
    assert wrapped(text, width_of("spine1 Eth1/1 / leaf1 Eth1/", SMALL), SMALL) == [
        "spine1 Eth1/1 /",
        "leaf1 Eth1/49",
    ]
    assert wrapped("leaf1 Eth1/49 C000001", width_of("leaf1 Eth1/4", SMALL), SMALL)[:2] == [
        "leaf1",
        "Eth1/49",
    ]


def test_labels_say_what_the_label_file_says(site: SitePlan, pages_of: PagesOf) -> None:
    """Both lines of every end, broken but whole."""
    said = Counter("".join(text.split()) for text in texts(pages_of(site, "labels")))
    stock, size = chosen_stock(site, "a4")
    for plug in plugs_of(site.fabric):
        for line in label_of(site.fabric, site.form, plug.links):
            assert all(said["".join(part.split())] for part in wrapped(line, stock.text_width, size))


def test_long_labels_get_larger_stock(plan_path: Path, site_from: SitePlanOf) -> None:
    """Nothing is cut off as long as a stock holds it."""
    form = r"{near_device} {near_cabinet} to {far_device} {far_cabinet}, {id} and {id}, also {id}\n{id}"
    site = site_from(plan_path, label_format=form)
    assert chosen_stock(site, "a4")[0] == STOCKS["a4"][1]


def test_labels_of_a_switch_without_a_place_come_first_and_say_so(site: SitePlan) -> None:
    """No cabinet is named for them."""
    fabric = site.fabric
    cable = fabric.cables[-1]
    devices = list(fabric.devices)
    devices[cable.a.device] = replace(devices[cable.a.device], cabinet=None, unit=None, position=None)
    stock, size = chosen_stock(site, "a4")
    lost = replace(site, fabric=replace(fabric, devices=tuple(devices)))
    ends = [end.device for one in fabric.cables for end in one.ends].count(cable.a.device)
    marks = texts(label_pages(lost, stock, size))
    assert marks[:2] == ["place not known", f"{ends} labels:"]
    assert marks.count("place not known") == 1


def test_a_label_that_fits_no_stock_is_refused(site: SitePlan) -> None:
    """Rather than cut: by the option that mends it."""
    with pytest.raises(InputError, match="fits no label"):
        chosen_stock(replace(site, form="{id} " * 100), "a4")
