"""Structured cabling of a catalogue: trunks of many fibres, cassettes at their ends, panels for these.

Polarity, pins and the cleaning of ends are the installer's: nothing here checks them.
"""

from typing import Annotated, Self

from pydantic import Field, model_validator

from netfloor.costmodels.catalogue.parts.cable_parts import FibreType, LengthSeries
from netfloor.costmodels.catalogue.parts.part_fields import Decibels, Kilograms, Part, Positive
from netfloor.costmodels.sets.coefficient import Text


class FibreTrunk(LengthSeries):
    """A cable of many fibres, with connectors of one form at both ends.

    Attributes
    ----------
    connector, connectors
        Form of the connectors and how many are at each end.
    fibre, fibres
        All fibres together, shared alike by the connectors.
    diameter_mm
        Across the whole trunk, for the room that it takes in trays.
    loss_db_per_km
        Attenuation; its connectors are counted in the cassettes. None: not stated.
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
    """What a trunk ends in: connectors of trunks behind, ports for cords in front.

    Attributes
    ----------
    trunk_connector, trunk_ports
        Form of the connectors behind and how many.
    front_connector, front_ports
        Form of the ports in front and how many, each for one link.
    fibre, fibres
        Fibres of each front port.
    panel
        Part number of the panel that takes it.
    loss_db
        Of a link through it, both connectors included. None: not stated.
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
    """A rack panel with places for cassettes."""

    cassettes: Positive
    height_u: Annotated[int, Field(ge=1, le=60)] = 1
    weight_kg: Kilograms = 0.0
