"""What a user asks of a bill of materials, checked before any work."""

from dataclasses import dataclass, field, replace
from pathlib import Path

from costmodels.catalogue.criterion import CRITERIA, Criterion
from costmodels.catalogue.equipment import Wishes
from costmodels.catalogue.load import load_catalogue
from costmodels.spares import SpareRule, parse_spare_rule
from foundation.errors import InputError
from foundation.files import check_output_folder, is_file
from layout.plan_models import OrderRecord
from netfloor.loaded_plan import LoadedPlan
from netfloor.output_files import check_free, never
from netfloor.plan_objective import set_sha256


@dataclass(frozen=True)
class BomRequest:
    """The command line of ``netfloor bom``.

    Attributes
    ----------
    catalogue
        None: the one that the plan was made by, with the wishes of then.
    years, kwh_price
        Time in use and price of electricity, both or neither.
    spares
        ``2%``, ``PART=5%`` or ``PART=4``.
    """

    plan: Path
    catalogue: Path | None
    criterion: str = "price"
    years: float | None = None
    kwh_price: float | None = None
    max_skus: int | None = None
    spares: tuple[str, ...] = ()
    wishes: Wishes = field(default_factory=Wishes)
    xlsx: Path | None = None
    csv: Path | None = None

    def completed(self, plan: LoadedPlan) -> "BomRequest":
        """Return the request with catalogue and wishes of the plan, if it names no catalogue itself.

        Raises
        ------
        InputError
            If the plan names none either, or that is another one by now.
        """
        if self.catalogue is not None:
            return self
        if plan.order is None:
            raise InputError("--catalogue", "is missing, and the plan names no catalogue", "give one")
        return self.by_order(plan.order, catalogue_of(plan.order, plan.path.parent))

    def by_order(self, order: OrderRecord, catalogue: Path) -> "BomRequest":
        """Return the request with a catalogue and the wishes that a plan records."""
        return replace(
            self,
            catalogue=catalogue,
            criterion=order.criterion,
            years=order.years,
            kwh_price=order.kwh_price,
            max_skus=order.max_skus,
            spares=tuple(order.spares),
            wishes=Wishes(order.switch, order.nic, order.server),
        )

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


def catalogue_of(order: OrderRecord, folder: Path) -> Path:
    """Return where the catalogue of an order is: where its name says from here, or beside the plan.

    Raises
    ------
    InputError
        If it is nowhere, or another one by now.
    """
    places = (Path(order.catalogue), folder / Path(order.catalogue).name)
    there = [path for path in places if is_file(path)]
    same = [path for path in there if set_sha256(load_catalogue(path)) == order.catalogue_sha256]
    if not same:
        what = "is not the one that the plan was made by" if there else "is nowhere to be found"
        raise InputError(f"catalogue {order.catalogue}", what, "give --catalogue")
    return same[0]


def _is_number(text: str) -> bool:
    return text.replace(".", "", 1).isdecimal() and text.isascii()
