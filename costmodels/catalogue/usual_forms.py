"""The usual form of a cage by rate, where no list and no model gives it."""

from collections.abc import Mapping

from netfloor.fabric.media import COPPER, TWISTED_PAIR

#: Usual cages of links by rate in Gb/s, from the module names in SFF-8402 (SFP28), SFF-8665 (QSFP28) and
#: related specifications, and the QSFP-DD and OSFP MSAs; twisted pair by IEEE 802.3 up to 5 Gb/s. If there
#: are several, the user selects one.
USUAL_FORMS: Mapping[float, tuple[str, ...]] = {
    **dict.fromkeys((0.1, 1.0, 2.5, 5.0), ("RJ45",)),
    10.0: ("SFP+",),
    25.0: ("SFP28",),
    40.0: ("QSFP+",),
    50.0: ("SFP56",),
    100.0: ("QSFP28",),
    200.0: ("QSFP56", "QSFP112", "QSFP-DD"),
    400.0: ("QSFP-DD", "OSFP", "QSFP112"),
    800.0: ("OSFP", "QSFP-DD800"),
    1600.0: ("OSFP1600",),
}
#: Highest rate of twisted pair in Gb/s (IEEE 802.3bq: 25G and 40GBASE-T have no products to buy).
_PAIR_GBPS = 10.0


def usual_forms(gbps: float, listed: str) -> tuple[str, ...]:
    """Return the usual cages of a rate for the medium that a list asks for."""
    if listed == TWISTED_PAIR and gbps <= _PAIR_GBPS:
        return ("RJ45",)
    if listed not in {"", COPPER, TWISTED_PAIR} and gbps == 1:
        return ("SFP",)
    return USUAL_FORMS.get(gbps, ())
