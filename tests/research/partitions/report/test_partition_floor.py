"""The picture of partitions."""

from itertools import product
from xml.etree import ElementTree as ET  # written by our own code

import pytest

from netfloor.foundation.display.charts import COLOURS, INK
from netfloor.reports.formats.palette import DARK, PAPER
from netfloor.research.partitions.report.floor import (
    TINTS,
    PartitionFloor,
    PartitionPanel,
    alt_text,
    partition_svg,
)
from tests.reports.formats.test_palette import TEXT, contrast, mixed


def panel(owners: list[list[int]]) -> PartitionPanel:
    """Return a size with three partitions that were measured."""
    return PartitionPanel(
        "4 of 8 switches", [(3.0, 2), (4.0, 4), (5.0, 4)], [True, True, False], 1.5, 9, owners
    )


@pytest.mark.parametrize("owners", [[[0, 1], [-1]], [[0], [0]], [[-1], [-1]], [[5, 70], [12]]])
@pytest.mark.parametrize("centres", [[(1.0, 1.0), (1.6, 1.0)], [(2.0, 2.0), (2.0, 2.0)]])
def test_it_is_an_svg_of_its_own(owners: list[list[int]], centres: list[tuple[float, float]]) -> None:
    """Whoever owns the cabinets and wherever they stand, with what it shows in words."""
    floor = PartitionFloor(centres, (0.6, 2.0))
    root = ET.fromstring(partition_svg([panel(owners)] * 2, floor, "Test"))  # noqa: S314 - our own text
    assert root.tag.endswith("svg")
    assert "3 partitions measured" in "".join(root.itertext())


def written(owners: list[list[int]]) -> list[str]:
    """Return the texts of a picture."""
    floor = PartitionFloor([(1.0, 1.0), (1.6, 1.0)], (0.6, 2.0))
    root = ET.fromstring(partition_svg([panel(owners)], floor, "Test"))  # noqa: S314 - our own text
    return [element.text or "" for element in root.iter() if element.tag.endswith("text")]


def test_partitions_carry_their_numbers_while_there_are_few() -> None:
    """Counted from 1."""
    assert "42" in written([[41], [-1]])
    assert "42" not in written([[41], [900]])


def test_the_words_name_every_size() -> None:
    """For those who cannot see it."""
    assert alt_text([panel([]), panel([])]).count("4 of 8 switches: 3 partitions measured") == 2


def test_names_can_be_read_on_every_tint() -> None:
    """Ink has a contrast of 4.5 on the tints of partitions, on white and on dark pages."""
    for dark in (False, True):
        shade = DARK.__getitem__ if dark else str
        page, ink = shade(PAPER), shade(INK)
        fills = [mixed(shade(one), page, tint) for one, tint in product(COLOURS[:6], TINTS)]
        assert min(contrast(ink, fill) for fill in fills) >= TEXT
