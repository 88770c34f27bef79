"""Parts that a cage could hold: only those of its form and rate count for its power."""

from netfloor.costmodels.catalogue.cabinet_power import max_cage_mw, plugs_without_watts
from tests.costmodels.catalogue.conftest import catalogue_of

MODULE = {"name": "M", "gbps": 100, "connector": "QSFP28", "price": 1}
OPTICS = {"optics": "SR4", "fibre": "OM4", "fibre_connector": "MPO-12", "fibres": 8, "reach_m": 100}
CATALOGUE = catalogue_of(
    transceivers=[
        {**MODULE, **OPTICS, "part": "fits"},
        {**MODULE, **OPTICS, "part": "slower", "gbps": 40},
        {**MODULE, **OPTICS, "part": "larger", "connector": "OSFP"},
        {**MODULE, **OPTICS, "part": "known", "power_w": 2.5},
        {**MODULE, **OPTICS, "part": "hot", "power_w": 9, "connector": "OSFP"},
    ]
)


def test_parts_of_other_rates_and_forms_do_not_count() -> None:
    """Their watts are neither missing nor the highest."""
    assert plugs_without_watts(CATALOGUE, {100}, "QSFP28") == {"fits"}
    assert plugs_without_watts(CATALOGUE, {40, 100}, "QSFP28") == {"fits", "slower"}
    assert max_cage_mw(CATALOGUE, {100}, "QSFP28") == 2500
    assert max_cage_mw(CATALOGUE, {40}, "OSFP") == 0
