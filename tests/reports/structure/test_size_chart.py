"""The chart of feasible sizes: every family is there, and its two panels where there is something."""

import re

import pytest
from defusedxml.ElementTree import fromstring

from netfloor.foundation.display.charts import COLOURS, INK
from netfloor.reports.structure.charts import _MAX_VECTORS, sizes_svg
from netfloor.reports.structure.types import FamilySizes
from netfloor.topologies.family import Instance, instances
from netfloor.topologies.spec import FAMILIES

SLIMFLY = FamilySizes.of("slimfly", instances(FAMILIES["slimfly"], 300))
LPS = FamilySizes.of("lps", instances(FAMILIES["lps"], 700))
RING = {"radix": 7, "routers": 50, "ports": 11, "endpoints": 200}


def text_of(svg: str) -> str:
    """Return all text of a picture."""
    return " ".join("".join(fromstring(svg).itertext()).split())


def marks(svg: str, colour: str) -> int:
    """Return how many marks of a colour a picture has, that of the legend among them."""
    uses = (element for element in fromstring(svg).iter() if element.tag == "use")
    return sum(use.get("fill") == colour for use in uses)


def test_sizes_are_each_once() -> None:
    """Two members of one radix and size are one point, totals are counted with the recommendation."""
    members = [Instance(8, 3, "a", 2), Instance(8, 3, "b", 1), Instance(9, 4, "c")]
    found = FamilySizes.of("mine", members)
    assert found.routers == ((3, 8), (4, 9))
    assert found.endpoints == ((4, 8), (5, 16))


def test_every_member_is_a_mark() -> None:
    """Slim Fly's seven sizes stand in both panels, LPS's in the first alone; each has a legend's mark."""
    svg = sizes_svg((SLIMFLY, LPS), "s-")
    assert len(SLIMFLY.routers) == len(SLIMFLY.endpoints)
    assert LPS.endpoints == ()
    assert marks(svg, COLOURS[0]) == 2 * len(SLIMFLY.routers) + 1
    assert marks(svg, COLOURS[1]) == len(LPS.routers) + 1


def test_axes_have_names() -> None:
    """Both axes say what they are, and the second panel is there only with recommendations."""
    both, one = text_of(sizes_svg((SLIMFLY,), "s-")), text_of(sizes_svg((LPS,), "s-"))
    assert all(word in both for word in ("slimfly", "network radix", "ports of a switch", "Endpoints"))
    assert "network radix" in one
    assert "ports of a switch" not in one


def test_compared_networks_are_ringed() -> None:
    """A ring in the colour of the text, named in the legend; without endpoints in one panel alone."""
    svg = sizes_svg((SLIMFLY,), "s-", marked=[RING])
    assert "compared here" in text_of(svg)
    assert "compared here" not in text_of(sizes_svg((SLIMFLY,), "s-"))
    ring = f'stroke="{INK}" stroke-width="1.1"'
    fewer = sizes_svg((SLIMFLY,), "s-", marked=[{**RING, "endpoints": 0}])
    assert svg.count(ring) > fewer.count(ring) > 0


def test_many_points_are_a_picture() -> None:
    """A family of thousands of sizes does not make a page of thousands of marks."""
    many = FamilySizes("many", tuple((k, k * k) for k in range(1, _MAX_VECTORS + 100)), ())
    svg = sizes_svg((many,), "s-")
    assert svg.count("<use") < 200
    assert "data:image/png" in svg


def test_words_say_what_there_is() -> None:
    """Who cannot see the picture hears how many sizes of which radix a family has."""
    assert "slimfly has 7 sizes of radix 5 to 17" in sizes_svg((SLIMFLY,), "s-")


@pytest.mark.parametrize(
    "sizes", [(), (FamilySizes("empty", (), ()),), (FamilySizes("one", ((1, 1),), ()),)]
)
def test_little_to_draw(sizes: tuple[FamilySizes, ...]) -> None:
    """No family, one without members and one with a single point are pictures too."""
    fromstring(sizes_svg(sizes, "s-"))
    fromstring(sizes_svg(sizes, "s-", marked=[RING]))


def test_the_same_sizes_give_the_same_bytes() -> None:
    """Nothing of the time or the process is in the picture, and ids carry the prefix."""
    first = sizes_svg((SLIMFLY, LPS), "one-", marked=[RING])
    assert first == sizes_svg((SLIMFLY, LPS), "one-", marked=[RING])
    assert all(name.startswith("one-") for name in re.findall(r'\bid="([^"]*)"', first))


def test_a_file_of_its_own_has_its_name_space() -> None:
    """Standalone pictures open in a browser; those within a page name no address."""
    assert 'xmlns="http://www.w3.org/2000/svg"' in sizes_svg((LPS,), "s-", standalone=True)
    assert "http" not in sizes_svg((LPS,), "s-")
