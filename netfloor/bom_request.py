"""What a user asks of a bill of materials, checked before any work."""

from dataclasses import dataclass, field
from pathlib import Path

from costmodels.catalogue.criterion import CRITERIA, Criterion
from costmodels.catalogue.equipment import Wishes
from costmodels.spares import SpareRule, parse_spare_rule
from foundation.errors import InputError
from foundation.files import check_output_folder
from netfloor.output_files import check_free, never


@dataclass(frozen=True)
class BomRequest:
    """The command line of ``netfloor bom``.

    Attributes
    ----------
    years, kwh_price
        Time in use and price of electricity, both or neither.
    spares
        ``2%``, ``PART=5%`` or ``PART=4``.
    """

    plan: Path
    catalogue: Path
    criterion: str = "price"
    years: float | None = None
    kwh_price: float | None = None
    max_skus: int | None = None
    spares: tuple[str, ...] = ()
    wishes: Wishes = field(default_factory=Wishes)
    xlsx: Path | None = None
    csv: Path | None = None

    def chosen_criterion(self) -> Criterion:
        """Return the criterion.

        Raises
        ------
        InputError
            If it is unknown, or years and price do not go with it.
        """
        if self.criterion not in CRITERIA:
            raise InputError(
                "--criterion", f"{self.criterion!r} is unknown", f"known: {', '.join(CRITERIA)}"
            )
        if (self.years is None) != (self.kwh_price is None):
            raise InputError("--years and --kwh-price", "go together", "give both")
        if self.criterion == "price+power" and self.years is None:
            raise InputError(
                "--criterion", "price+power counts electricity", "give --years and --kwh-price"
            )
        years, kwh_price = self.years or 0.0, self.kwh_price or 0.0
        for option, value, most in (("--years", years, 100), ("--kwh-price", kwh_price, 1000)):
            if not 0 <= value <= most:
                raise InputError(option, f"{value} is out of range", f"give a number from 0 to {most}")
        return Criterion(self.criterion, years, kwh_price)  # type: ignore[arg-type]

    def spare_rule(self) -> SpareRule | None:
        """Return the rule for spares, None where only the catalogue's counts.

        Raises
        ------
        InputError
            If it cannot be read.
        """
        texts = [f"{text}%" if _is_number(text) else text for text in self.spares]
        return parse_spare_rule(texts, "--spares") if texts else None

    def check_outputs(self, *, force: bool) -> None:
        """Refuse files and folders that cannot be written or are not ours."""
        if self.xlsx is not None:
            check_free(self.xlsx, never, force=force)
        if self.csv is not None:
            check_output_folder(self.csv, force=force)


def _is_number(text: str) -> bool:
    return text.replace(".", "", 1).isdecimal() and text.isascii()
