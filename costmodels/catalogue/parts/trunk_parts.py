"""Structured cabling of a catalogue: multi-fibre trunks, cassettes at their ends, and panels for cassettes.

Polarity, pins and cleaning of connectors are left to the installer and not checked.
"""

from typing import Annotated, Self

from pydantic import Field, model_validator

from netfloor.costmodels.catalogue.parts.cable_parts import FibreType, LengthSeries
from netfloor.costmodels.catalogue.parts.part_fields import Decibels, Kilograms, Part, Positive
from netfloor.costmodels.sets.coefficient import Text


class FibreTrunk(LengthSeries):
    """A multi-fibre cable with connectors of one form at both ends.

    Attributes
    ----------
    connector, connectors
        Form of the connectors, and their number at each end.
    fibre, fibres
        Fibre type, and total number of fibres, divided equally among the connectors.
    diameter_mm
        Outer diameter, for the space it takes in trays.
    loss_db_per_km
        Attenuation; connector loss is counted in the cassettes. None: not stated.
    """

    connector: Text
    connectors: Positive = 1
    fibre: FibreType
    fibres: Positive
    diameter_mm: Annotated[float, Field(gt=0, le=100)]
    loss_db_per_km: Decibels | None = None

    @model_validator(mode="after")
    def _shared_alike(self) -> Self:
        if self.fibres % self.connectors:
            what = f"{self.fibres} fibres cannot be shared alike by {self.connectors} connectors"
            raise ValueError(f"fibres: {what}")
        return self


class Cassette(Part):
    """Terminates trunks: trunk connectors at the rear, ports for cords at the front.

    Attributes
    ----------
    trunk_connector, trunk_ports
        Form and number of the rear connectors.
    front_connector, front_ports
        Form and number of the front ports, each for one link.
    fibre, fibres
        Fibre type, and fibres of each front port.
    panel
        Part number of the panel that holds it.
    loss_db
        Loss of a link through it, including both connectors. None: not stated.
    """

    trunk_connector: Text
    trunk_ports: Positive = 1
    front_connector: Text
    front_ports: Positive
    fibre: FibreType
    fibres: Positive
    panel: Text
    loss_db: Decibels | None = None


class FibrePanel(Part):
    """A rack panel with slots for cassettes."""

    cassettes: Positive
    height_u: Annotated[int, Field(ge=1, le=60)] = 1
    weight_kg: Kilograms = 0.0
