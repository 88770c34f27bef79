"""A set of power figures: watts of a port, of a link, of a router."""

from typing import Annotated, Self

from pydantic import Field, model_validator

from costmodels.coefficient import (
    NonNegative,
    Text,
    list_coefficients,
    require_unit,
)
from costmodels.coefficient_row import CoefficientRow
from foundation.models import StrictModel


class MediumPower(StrictModel):
    """What one link of a medium draws: its two ports, and the link as a whole."""

    port: NonNegative | None = None
    link: NonNegative | None = None

    @model_validator(mode="after")
    def _stated(self) -> Self:
        if self.port is None and self.link is None:
            raise ValueError("give port, link, or both")
        require_unit(self.port, "port", "W/port")
        require_unit(self.link, "link", "W/link")
        return self

    @property
    def link_w(self) -> float:
        """Power of one link, both ends counted."""
        ports = 2 * self.port.value if self.port else 0.0
        return ports + (self.link.value if self.link else 0.0)


class PowerSet(StrictModel):
    """Power figures of one source and time.

    Attributes
    ----------
    name, title, notes
        What it is called, what it is, and what a reader must know before trusting it.
    electrical, optical
        Power of a network link by medium.
    host_port
        Power of the router's port that an endpoint hangs on; None where the source does
        not say. The endpoint's own adapter is not counted.
    router
        Power of a router apart from its ports, None where the source has none.
    """

    name: Text
    title: Text
    notes: Annotated[tuple[Text, ...], Field(strict=False)] = ()
    electrical: MediumPower
    optical: MediumPower
    host_port: NonNegative | None = None
    router: NonNegative | None = None

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        require_unit(self.host_port, "host_port", "W/port")
        require_unit(self.router, "router", "W/router")
        return self

    def link_w(self, medium: str) -> float:
        """Return the power of one link of ``electrical`` or ``optical`` medium."""
        return {"electrical": self.electrical, "optical": self.optical}[medium].link_w

    def coefficients(self) -> tuple[CoefficientRow, ...]:
        """Return every number of the set with its unit, year, source and trust."""
        return list_coefficients(self)
