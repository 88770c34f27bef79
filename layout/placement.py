"""Assignment of switches to slots."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt


@dataclass(frozen=True, eq=False, repr=False)
class Placement:
    """A slot for every switch; two switches never share a slot."""

    slot_of: npt.NDArray[np.int32]  # slot of each switch, (n,) int32
    slots: int  # number of slots to choose from

    def __post_init__(self) -> None:
        if len(self.slot_of) and not (self.slot_of.min() >= 0 and self.slot_of.max() < self.slots):
            raise ValueError("a switch is placed in a slot that does not exist")
        if len(np.unique(self.slot_of)) != len(self.slot_of):
            raise ValueError("two switches are placed in one slot")
        self.slot_of.flags.writeable = False

    def __repr__(self) -> str:
        return f"Placement({len(self.slot_of)} switches in {self.slots} slots)"
