"""Trunks, racks and brands in the words of parts, and modules of two links."""

from pathlib import Path

import pytest

from netfloor.exchange.user_tables.price_list.described.descriptions import described
from netfloor.exchange.user_tables.price_list.kinds import guess_kind
from tests.exchange.user_tables.test_public_forms import CORD, made, read


@pytest.mark.parametrize(
    "text",
    [
        *(
            "800G 2xDR4 OSFP transceiver, 2x MPO-12 APC, SMF 500 m, 15 W",
            "800GBASE-2xDR4 OSFP Dual MPO-12/APC SMF",
        ),
        "800GBASE-DR8 OSFP 1310nm 500m Dual MPO-12/APC SMF transceiver",
    ],
)
def test_modules_of_two_links(text: str) -> None:
    """Two of 400 Gb/s over 8 fibres each."""
    facts = described(text, "transceiver")
    assert (facts["links"], facts["gbps"], facts["optics"], facts["fibres"]) == (2, 400, "DR4", 8)
    assert facts["fibre_connector"] == "MPO-12/APC"


def test_modules_of_one_link() -> None:
    """One MPO-16, and FR4 with its four wavelengths."""
    facts = described("800GBASE-DR8 OSFP 500m MPO-16/APC SMF transceiver", "transceiver")
    assert (facts.get("links", 1), facts["gbps"], facts["optics"], facts["fibres"]) == (1, 800, "DR8", 16)
    facts = described("400GBASE-FR4 QSFP-DD 2km LC transceiver", "transceiver")
    assert (facts.get("links", 1), facts["gbps"], facts["optics"]) == (1, 400, "FR4")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("144 fibres OM4 trunk cable, 12x MTP-12 to 12x MTP-12, 30 m", "trunks"),
        ("Trunk, 96 fibre OM4, 8x MPO-12 to 8x MPO-12, 25 m", "trunks"),
        ("LWL-Trunkkabel 24 Fasern OM4 LC/LC 20 m", "trunks"),
        ("MPO-24 to 2x MPO-12 conversion cable OM4 3 m", "harnesses"),
        ("MPO-12 to 4x LC duplex breakout cable OM4 3 m", "harnesses"),
    ],
)
def test_trunks_are_no_cords(tmp_path: Path, text: str, why: str) -> None:
    """They are left out with their true reason."""
    prices = read(tmp_path, f'Part;Description;Price\nK1;{CORD};13.45\nT1;"{text}";1240.00\n')
    assert [length.part for cord in made(tmp_path, prices).cords for length in cord.lengths] == ["K1"]
    assert any(f"left out as {why}" in note and "T1" in note for note in prices.notes)


@pytest.mark.parametrize(
    "text", ["MPO-12 to MPO-12 trunk cable OM4 10 m", "24F MPO-24 patch cord OM4 3 m", CORD]
)
def test_cords_stay(tmp_path: Path, text: str) -> None:
    """One connector at each end, whatever it is called."""
    catalogue = made(
        tmp_path, read(tmp_path, f'Part;Description;Price\nK1;"{text}";13.45\n', constants="fibres=24")
    )
    assert len(catalogue.cords) == 1


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("TP-Link LC-LC duplex OM4 patch cord 3 m", "cord"),
        ("Cable Matters 100G QSFP28 SR4 transceiver", "transceiver"),
        ("42U Server Rack 800x1000 Black", None),
        ("Netzwerkschrank 42 HE 800x1000", None),
        ("Rack cabinet for servers, 47U", None),
        ("2U rack server", "server"),
        ("1U rackmount server, 2x ConnectX-7", "server"),
        ("LWL-Splei\u00dfbox 24x LC duplex mit Pigtails", None),
    ],
)
def test_brands_and_racks(text: str, kind: str | None) -> None:
    """A name of a maker is no medium, and an enclosure is no device."""
    assert guess_kind(text) == kind


def test_a_column_of_makers_is_no_medium(tmp_path: Path) -> None:
    """The maker's name does not count where the description repeats it."""
    text = (
        "Part;Brand;Description;Price\nK1;Twinax Optic;Twinax Optic LC-LC duplex OM4 patch cord 3 m;9.00\n"
    )
    assert len(made(tmp_path, read(tmp_path, text)).cords) == 1
