"""Optical loss of a link through panels, from its connectors and fibre or from measurements."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from netfloor.foundation.units import MM_PER_M
from netfloor.foundation.wording import count_text

#: Maximum loss of two mated connectors, by ANSI/TIA-568.3-D (2016) as commonly quoted: UNVERIFIED against
#: the standard's own text.
MATED_PAIR_DB = Fraction(3, 4)
#: Maximum attenuation of cabled fibre, at 850 nm (OM3 to OM5) and 1,310 nm (OS2, indoors), likewise
#: UNVERIFIED.
DB_PER_KM = {"OM3": Fraction(3), "OM4": Fraction(3), "OM5": Fraction(3), "OS2": Fraction(1)}
_MM_PER_KM = 1000 * MM_PER_M


@dataclass(frozen=True)
class LinkLoss:
    """Loss of a link between its transceivers, excluding their own connectors, which are in their budgets.

    Attributes
    ----------
    connectors
        Number of mated pairs, without those included in a measured loss.
    fibre_mm
        Length of fibre, without measured cables.
    db_per_km
        Attenuation of this kind of fibre.
    measured_db
        Total loss of the measured cables.
    """

    connectors: int
    fibre_mm: int
    db_per_km: Fraction
    measured_db: Fraction = Fraction(0)

    @property
    def db(self) -> Fraction:
        """Total loss."""
        fibre = self.db_per_km * Fraction(self.fibre_mm, _MM_PER_KM)
        return self.connectors * MATED_PAIR_DB + fibre + self.measured_db

    @property
    def text(self) -> str:
        """Total and breakdown: ``1.55 dB (2 connectors at 0.75 dB, 18.7 m at 3 dB/km)``."""
        terms = []
        if self.connectors:
            terms.append(f"{count_text(self.connectors, 'connector')} at {float(MATED_PAIR_DB):g} dB")
        if self.fibre_mm:
            terms.append(f"{self.fibre_mm / MM_PER_M:g} m at {float(self.db_per_km):g} dB/km")
        if self.measured_db:
            terms.append(f"{float(self.measured_db):g} dB measured")
        return f"{float(self.db):.2f} dB ({', '.join(terms)})"


def link_loss(lengths_mm: Sequence[int], measured_db: Sequence[Fraction | None], fibre: str) -> LinkLoss:
    """Return the loss of a link from its pieces in order: length, and measured loss if any.

    There is one pair of connectors between each two pieces, in the panel.
    """
    known = [measure is not None for measure in measured_db]
    return LinkLoss(
        sum(not (item or other) for item, other in pairwise(known)),
        sum(mm for mm, measure in zip(lengths_mm, measured_db, strict=True) if measure is None),
        DB_PER_KM[fibre],
        sum((measure for measure in measured_db if measure is not None), Fraction(0)),
    )
