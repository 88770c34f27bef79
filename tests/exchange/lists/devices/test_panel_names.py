"""Names of panels in English, German, French and Spanish, and names that only look like them."""

import pytest

from netfloor.exchange.tables.kinds import kind_of_name
from netfloor.fabric.fabric import OTHER, PANEL, PDU

PANELS = (
    *("PF-1", "PF 12", "A01-PF03", "pf7", "Patchfeld_4", "LWL-Patchfeld 2", "Kupferpatchfeld-1"),
    *("Rangierfeld-3", "Verteilerfeld 1", "Spleissbox", "Splei\u00dfbox 3", "LWL-Spleissboxen"),
    *("BANDEAU", "Bandeau 24 ports", "Panneau-2", "Tiroir optique 1", "R\u00e9partiteur optique A"),
    *("Repartidor \u00f3ptico 2", "ODF-01", "ODF1", "Patch Panel 1", "panel-1", "Splice tray 4"),
)


@pytest.mark.parametrize("name", PANELS)
def test_a_panel_is_known_by_its_name(name: str) -> None:
    """With numbers, accents and compound words."""
    assert kind_of_name(name) == PANEL


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("Bandeau de prises 8", PDU),
        ("Bandeau PDU 2", PDU),
        ("R\u00e9partiteur de charge 1", None),
        ("Tiroir clavier", None),
        ("pfSense-1", None),
        ("pf-sense-1", None),
        ("Tiroir KVM", OTHER),
    ],
)
def test_words_of_panels_have_other_meanings(name: str, kind: str | None) -> None:
    """A strip of sockets, a load balancer, a drawer with a keyboard and a firewall are no panels."""
    assert kind_of_name(name) == kind
