"""The terms of an order: criterion, number of lengths, spares, requested devices."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from netfloor.costmodels.buying.spares import SpareRule, parse_spare_rule
from netfloor.costmodels.catalogue.choice.criterion import CRITERIA, Criterion
from netfloor.costmodels.catalogue.equipment import RequestedDevices
from netfloor.costmodels.catalogue.fabric_needs import CageForms
from netfloor.costmodels.catalogue.formula import with_copper_reach
from netfloor.costmodels.catalogue.laid_pieces import LaidPart
from netfloor.costmodels.catalogue.parts.catalogue import Catalogue
from netfloor.costmodels.catalogue.parts.load import is_shipped, load_catalogue
from netfloor.costmodels.sets.load import set_sha256
from netfloor.foundation.errors import InputError, setting
from netfloor.foundation.files import are_files, portable_path
from netfloor.foundation.units import MAX_KWH_PRICE, MAX_YEARS, metres_to_mm
from netfloor.foundation.wording import known_text
from netfloor.plans.models import CableAreasRecord, OrderRecord, RequestedDevicesRecord
from netfloor.plans.named_sets import set_file
from netfloor.plans.plan import Plan
from netfloor.topologies.topology import Topology


@dataclass(frozen=True)
class ListedTerms:
    """The buyer's information on the cables of a list.

    Attributes
    ----------
    cages
        Form of the cages at a rate: ``400=OSFP``.
    gbps
        Rate of cables without a stated rate; None: no assumption.
    devices
        Buy the devices whose model is a part of the catalogue.
    partial
        Leave out, and name, cables for which no part can be chosen.
    """

    cages: tuple[str, ...] = ()
    gbps: float | None = None
    devices: bool = False
    partial: bool = False

    def forms(self) -> CageForms:
        """Return the form of cages by rate.

        Raises
        ------
        InputError
            If a text is not ``RATE=FORM``, or a rate has two forms.
        """
        result: dict[float, str] = {}
        for text in self.cages:
            rate, equals, form = text.partition("=")
            rate = rate.strip().upper().removesuffix("G")
            if not equals or not _is_number(rate) or not form.strip():
                raise InputError(setting("cage"), f"{text!r} is not RATE=FORM", "such as 400=OSFP")
            if result.setdefault(float(rate), form.strip()) != form.strip():
                raise InputError(setting("cage"), f"{rate} Gb/s has two forms", "give one of them")
        return CageForms(result, self.gbps)


@dataclass(frozen=True)
class OrderTerms:
    """The buyer's terms for a bill of materials.

    Attributes
    ----------
    criterion
        ``price``, ``price+power`` or ``fewest-parts``.
    years, kwh_price
        Time in use and price of electricity in the catalogue's currency, both or neither.
    max_skus
        Limit on part numbers of cables and cords, None without a limit.
    max_lead_days
        Limit on days to delivery, None without a limit.
    spares
        ``2%``, ``PART=5%`` or ``PART=4``.
    requested_devices
        Part numbers of requested devices.
    network_only
        Buy no servers, no adapters and no cables to them; switches keep their ports for them.
    networks
        Requested switch and adapter of each of several networks; empty for no request.
    fibre_trunks
        Use fibre trunks with cassettes where that costs less.
    laying_price
        Cost of laying a cable between two cabinets, the same for trunk and cord, in the catalogue's
        currency: used in the choice of trunks, not on the bill.
    listed
        Information on the cables of a list; not for plans from specs.
    laid
        Parts of cables that stay from the expanded plan.
    reach_mm
        Longest copper cable in prices by formula; None: the formula's own.
    """

    criterion: str = "price"
    years: float | None = None
    kwh_price: float | None = None
    max_skus: int | None = None
    spares: tuple[str, ...] = ()
    requested_devices: RequestedDevices = field(default_factory=RequestedDevices)
    network_only: bool = False
    max_lead_days: int | None = None
    networks: tuple[RequestedDevices, ...] = ()
    fibre_trunks: bool = False
    laying_price: float = 0.0
    listed: ListedTerms = field(default_factory=ListedTerms)
    laid: tuple[LaidPart, ...] = ()
    reach_mm: int | None = None

    def priced(self, catalogue: Catalogue) -> Catalogue:
        """Return a catalogue whose formula has the requested copper reach.

        Raises
        ------
        InputError
            If a reach is given with a catalogue of parts.
        """
        if self.reach_mm is not None and catalogue.formula is None:
            what = "applies only to prices by formula; cables of this catalogue have their own reach"
            raise InputError(setting("reach"), what, "leave it out")
        return with_copper_reach(catalogue, self.reach_mm)

    @property
    def counts_electricity(self) -> bool:
        """Whether the choice of parts includes electricity."""
        return self.criterion == "price+power"

    def requested_by_network(self, topology: Topology) -> list[RequestedDevices]:
        """Return the requested devices of each network of a plan.

        Raises
        ------
        InputError
            If requests by network do not match its networks, or a request for all names switch or adapter.
        """
        if topology.networks is None:
            return [self.requested_devices]
        if self.networks and len(self.networks) != len(topology.networks):
            raise InputError("order.networks", "needs an entry for each network")
        if not self.networks and (self.requested_devices.switch or self.requested_devices.nic):
            names = [part.name for part in topology.networks]
            raise InputError(
                f"{setting('switch')} or {setting('nic')}",
                f"applies to one network; this plan has several: {', '.join(names)}",
                f"give networks.{names[0]}.switch and networks.{names[0]}.nic in the planning file",
            )
        own = self.networks or (self.requested_devices,) * len(topology.networks)
        return [replace(item, server=self.requested_devices.server) for item in own]

    def chosen_criterion(self) -> Criterion:
        """Return the criterion.

        Raises
        ------
        InputError
            If it is unknown, years and price do not go with it, or days to delivery are negative.
        """
        years, kwh_price = setting("years"), setting("kwh-price")
        if self.criterion not in CRITERIA:
            what = f"{self.criterion!r} is unknown"
            raise InputError(setting("criterion"), what, known_text(self.criterion, CRITERIA))
        if (self.years is None) != (self.kwh_price is None):
            raise InputError(f"{years} and {kwh_price}", "go together", "give both")
        if self.criterion == "price+power" and self.years is None:
            what = "price+power counts electricity"
            raise InputError(setting("criterion"), what, f"give {years} and {kwh_price}")
        figures = (years, self.years or 0.0, MAX_YEARS), (kwh_price, self.kwh_price or 0.0, MAX_KWH_PRICE)
        for name, value, maximum in figures:
            if not 0 <= value <= maximum:
                raise InputError(name, f"{value} is out of range", f"give a number from 0 to {maximum}")
        if self.max_lead_days is not None and self.max_lead_days < 0:
            raise InputError(setting("max-lead-days"), f"{self.max_lead_days} is negative", "give days")
        return Criterion(self.criterion, self.years or 0.0, self.kwh_price or 0.0)  # type: ignore[arg-type]

    def spare_rule(self) -> SpareRule | None:
        """Return the rule for spares, None if only the catalogue's applies.

        Raises
        ------
        InputError
            If a rule cannot be parsed.
        """
        texts = [f"{text}%" if _is_number(text) else text for text in self.spares]
        return parse_spare_rule(texts, setting("spares")) if texts else None

    def record(
        self,
        file: str,
        catalogue: Catalogue,
        reserve_w: float,
        trays: CableAreasRecord | None = None,
    ) -> OrderRecord:
        """Return a plan's record of its order.

        Parameters
        ----------
        file
            File of the catalogue.
        reserve_w
            Power kept free in a cabinet for the transceivers and cables of each switch.
        trays
            Cross-sections of cables in trays, None for the default.
        """
        return OrderRecord.model_construct(
            catalogue=portable_path(file),
            catalogue_sha256=set_sha256(catalogue),
            criterion=self.criterion,
            years=self.years,
            kwh_price=self.kwh_price,
            max_skus=self.max_skus,
            max_lead_days=self.max_lead_days,
            spares=list(self.spares),
            switch=self.requested_devices.switch,
            nic=self.requested_devices.nic,
            server=self.requested_devices.server,
            reserve_w=reserve_w,
            network_only=self.network_only,
            networks=[
                RequestedDevicesRecord(switch=network.switch, nic=network.nic) for network in self.networks
            ]
            or None,
            fibre_trunks=self.fibre_trunks,
            laying_price=self.laying_price,
            trays=trays,
            laid=[],
        )


def refuse_terms_alone(given: Mapping[str, object]) -> None:
    """Refuse terms of an order without a catalogue: a plan's own order has its own terms.

    Parameters
    ----------
    given
        Terms by the names of their options, None if not given.

    Raises
    ------
    InputError
        If any is given.
    """
    for name, value in given.items():
        if value is not None:
            raise InputError(setting(name), "counts only with a catalogue", f"add {setting('catalogue')}")


def recorded_terms(order: OrderRecord) -> OrderTerms:
    """Return the terms that a plan records."""
    return OrderTerms(
        criterion=order.criterion,
        years=order.years,
        kwh_price=order.kwh_price,
        max_skus=order.max_skus,
        spares=tuple(order.spares),
        requested_devices=RequestedDevices(order.switch, order.nic, order.server),
        network_only=order.network_only,
        max_lead_days=order.max_lead_days,
        networks=tuple(RequestedDevices(network.switch, network.nic) for network in order.networks or ()),
        fibre_trunks=order.fibre_trunks,
        laying_price=order.laying_price,
        laid=tuple(LaidPart(item.part, item.end_a, item.end_b, tuple(item.links)) for item in order.laid),
    )


def planned_order(plan: Plan) -> tuple[Path, Catalogue, OrderTerms]:
    """Return file, catalogue and terms of a plan's own order.

    Raises
    ------
    InputError
        If the plan names no catalogue, or it has changed.
    """
    if plan.order is None:
        raise InputError(setting("catalogue"), "is missing, and the plan names no catalogue", "give one")
    folder = Path() if plan.path is None else plan.path.parent
    return *catalogue_of(plan.order, folder), recorded_terms(plan.order)


def catalogue_of(order: OrderRecord, *folders: Path) -> tuple[Path, Catalogue]:
    """Return an order's catalogue and its file: as named, or in a folder such as the plan's.

    Raises
    ------
    InputError
        If it cannot be found or has changed.
    """
    file = Path(set_file(order.catalogue, order.catalogue_sha256, load_catalogue, *folders))
    what = "cannot be found"
    if are_files(file) or is_shipped(file):
        catalogue = load_catalogue(file)
        if set_sha256(catalogue) == order.catalogue_sha256:
            return file, catalogue
        what = "has changed since the plan was made"
    raise InputError(f"catalogue {order.catalogue}", what, f"give {setting('catalogue')}")


def reach_to_mm(reach_m: float | None) -> int | None:
    """Return a copper reach in mm, None for the formula's own."""
    return None if reach_m is None else metres_to_mm(reach_m, setting("reach"))


def _is_number(text: str) -> bool:
    return text.replace(".", "", 1).isdecimal() and text.isascii()
