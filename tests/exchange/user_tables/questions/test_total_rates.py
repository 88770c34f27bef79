"""A column of rates may have the total of a breakout: its description and its plug say which."""

from pathlib import Path

import pytest

from netfloor.exchange.user_tables.price_list.supplement import described_values
from tests.exchange.user_tables.test_public_forms import made, read

HEAD = "Part,Description,Speed,Price\n"


@pytest.mark.parametrize(
    ("description", "speed", "gbps", "links"),
    [
        ("passive copper hybrid cable, 100GbE to 4x25GbE, QSFP28 to 4xSFP28, 1m", "100G", 25, 4),
        ("passive copper hybrid cable, 100GbE to 4x25GbE, QSFP28 to 4xSFP28, 1m", "25G", 25, 4),
        ("200GbE to 2x100GbE DAC, QSFP56 to 2xQSFP56, 2m", "200G", 100, 2),
        ("QSFP28 to 4x SFP28 AOC breakout, 3m", "100", 25, 4),
        ("400G QSFP-DD to 4x 100G QSFP28 AOC, 5m", "400 Gb/s", 100, 4),
    ],
)
def test_the_rate_of_a_link_of_a_breakout(
    tmp_path: Path, description: str, speed: str, gbps: float, links: int
) -> None:
    """With a note if the column's rate was divided."""
    prices = read(tmp_path, f'{HEAD}B-1,"{description}",{speed},99\n')
    (cable,) = made(tmp_path, prices).cables
    assert (cable.gbps, cable.links, cable.tails) == (gbps, links, links)
    notes = [note for note in prices.notes if "'Speed' is the rate of all" in note]
    assert len(notes) == (float(speed.split("G", maxsplit=1)[0]) != gbps)


def test_the_total_of_a_twin_module(tmp_path: Path) -> None:
    """800 Gb/s of two links of 400."""
    text = f"{HEAD}T-1,OSFP 2xDR4 800G transceiver 500m dual MPO-12 APC OS2,800G,999\n"
    (module,) = made(tmp_path, read(tmp_path, text)).transceivers
    assert (module.gbps, module.links) == (400, 2)


def test_cells_of_plugs_settle_it() -> None:
    """Without words; a rate that the plug takes both ways stays that of a link."""
    ends = {"connector_a": "QSFP28", "connector_b": "SFP28", "links": 4, "tails": 4}
    assert described_values("DAC", {**ends, "gbps": 100.0}, [""]).values["gbps"] == 25
    assert described_values("DAC", {**ends, "gbps": 10.0}, [""]).values["gbps"] == 10


def test_another_rate_than_the_description_offers_to_skip_the_column(tmp_path: Path) -> None:
    """The pasted option keeps the part."""
    text = f'{HEAD}B-1,"100G to 4x 25G DAC, QSFP28 to 4x SFP28, 1m",200G,99\n'
    (problem,) = read(tmp_path, text).problems
    assert '--map "Speed=skip"' in problem.what
    (cable,) = made(tmp_path, read(tmp_path, text, columns="Speed=skip")).cables
    assert cable.gbps == 25
