"""Devices that cables plug into (switches, network adapters, servers) and transceivers."""

from collections.abc import Mapping
from typing import Annotated, Self

from pydantic import Field, model_validator

from netfloor.costmodels.catalogue.parts.cable_parts import FibreType
from netfloor.costmodels.catalogue.parts.part_fields import (
    Decibels,
    Gbps,
    Kilograms,
    Metres,
    Part,
    Percent,
    Positive,
    Watts,
)
from netfloor.costmodels.sets.coefficient import Text
from netfloor.costmodels.sets.prices import exact_mm
from netfloor.fabric.media import COPPER, TWISTED_PAIR
from netfloor.foundation.models import StrictModel

RackUnits = Annotated[int, Field(ge=0, le=60)]
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


class Transceiver(Part):
    """A module in a cage, with a fibre connector for each link.

    Attributes
    ----------
    connector
        Form of the cage.
    gbps, links
        Rate of each link in each direction, and links per module: 2 for a twin-port module.
    fibre_connector, fibre, fibres
        Connector, fibre type and number of fibres per link.
    optics
        The optical standard, such as ``DR4``; two modules are compatible only if it is the same.
    reach_m, power_w
        Longest fibre, and power of the whole module, None if unknown.
    budget_db
        Maximum loss between the transceivers of a link; checked only for links through cassettes.
    """

    connector: Text
    gbps: Gbps
    links: Positive = 1
    fibre_connector: Text
    fibre: FibreType
    fibres: Positive
    optics: Text
    reach_m: Metres
    power_w: Watts | None = None
    budget_db: Decibels | None = None

    @model_validator(mode="after")
    def _whole_mm(self) -> Self:
        exact_mm(self.reach_m, "reach_m")
        return self


class CageGroup(StrictModel):
    """Cages of one form and rate in a device."""

    cages: Positive
    links_per_cage: Positive = 1
    connector: Text
    gbps: Gbps

    @property
    def ports(self) -> int:
        """Links that can end in them."""
        return self.cages * self.links_per_cage


class Caged(Part):
    """A device with cages of one form, each for one or more links: 2 for twin-port cages.

    Its rate is per link and direction; its power excludes transceivers and cables.
    """

    cages: Positive
    links_per_cage: Positive = 1
    connector: Text
    gbps: Gbps
    power_w: Watts = 0.0
    weight_kg: Kilograms = 0.0

    @property
    def ports(self) -> int:
        """Links that can end in it."""
        return self.cages * self.links_per_cage

    @property
    def cage_groups(self) -> tuple[CageGroup, ...]:
        """All of its cages, by form and rate."""
        return (
            CageGroup.model_construct(
                cages=self.cages,
                links_per_cage=self.links_per_cage,
                connector=self.connector,
                gbps=self.gbps,
            ),
        )


class SwitchRouting(StrictModel):
    """The routing capabilities of a switch; None means unknown and unchecked."""

    # for data on each link: the data virtual lanes of InfiniBand, lossless classes of Ethernet
    virtual_channels: Positive | None = None
    table_entries: Positive | None = None  # addresses in its forwarding table
    # maximum number of ports per entry: 1 for one port per address, else the width of its groups
    paths_per_entry: Positive | None = None
    adaptive: bool | None = None  # whether it routes by queue occupancy
    source: Text | None = None  # a name of ``[sources]``; without it the figures are unverified


class Switch(Caged):
    """A switch; ``liquid_percent`` of its heat goes into liquid, the rest into the air.

    ``management_port`` is the form of its dedicated management port, which no other link can use; None if
    it has none or is unknown. ``other_cages`` have rates other than ``cages``, each rate once: uplinks for
    listed cables; networks of a formula use only ``cages``.
    """

    height_u: RackUnits = 1
    liquid_percent: Percent = 0.0
    management_port: Text | None = None
    forwarding: SwitchRouting | None = None
    other_cages: Annotated[tuple[CageGroup, ...], Field(strict=False)] = ()

    @property
    def cage_groups(self) -> tuple[CageGroup, ...]:
        """All of its cages, by form and rate."""
        return (*super().cage_groups, *self.other_cages)

    @model_validator(mode="after")
    def _a_rate_once(self) -> Self:
        rates = [cage_group.gbps for cage_group in self.cage_groups]
        if len(set(rates)) < len(rates):
            raise ValueError("other_cages: each rate once, and none at the rate of cages")
        return self


class Nic(Caged):
    """A network adapter (NIC, HCA); each of its links is one endpoint.

    A ``built_in`` adapter comes with its server: links end in it, but it is not bought.
    """

    built_in: bool = False


class Server(Part):
    """A server without its network adapters, transceivers and cables, which are separate parts.

    ``liquid_percent`` of its heat goes into liquid, the rest and its adapters' heat into the air.
    """

    nics: Positive = 1
    power_w: Watts = 0.0
    weight_kg: Kilograms = 0.0
    height_u: RackUnits = 1
    liquid_percent: Percent = 0.0


def usual_forms(gbps: float, listed: str) -> tuple[str, ...]:
    """Return the usual cages of a rate for the medium that a list asks for."""
    if listed == TWISTED_PAIR and gbps <= _PAIR_GBPS:
        return ("RJ45",)
    if listed not in {"", COPPER, TWISTED_PAIR} and gbps == 1:
        return ("SFP",)
    return USUAL_FORMS.get(gbps, ())
