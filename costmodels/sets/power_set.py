"""A set of power figures: watts of a port, of a link, of a switch."""

from typing import Self

from pydantic import model_validator

from netfloor.costmodels.sets.coefficient import (
    CoefficientSet,
    NonNegative,
    require_unit,
)
from netfloor.foundation.models import StrictModel


class MediumPower(StrictModel):
    """Power of a link of one medium: its two ports, and the link as a whole."""

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
        """Power of one link, both ends included."""
        ports = 2 * self.port.value if self.port else 0.0
        return ports + (self.link.value if self.link else 0.0)


class PowerSet(CoefficientSet):
    """Power figures of one source and time, per link by medium.

    Attributes
    ----------
    host_port
        Power of the switch port of an endpoint; None if the source has no figure. The endpoint's own
        adapter is not included.
    router
        Power of a switch without its ports, None if the source has no figure.
    """

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
