"""Command ``netfloor design``: networks of all families near a number of endpoints."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from netfloor.foundation.files import one_name
from netfloor.foundation.wording import count_text
from netfloor.options import Json, Quiet, Verbose, Workers, option
from netfloor.process.signals import working
from netfloor.terminal.console import answer, remark, write, write_fields, write_table, write_top
from netfloor.terminal.progress import loading

#: Rows of the table and fields without --verbose.
BRIEF_ROWS = 6

if TYPE_CHECKING:
    from netfloor.studies.design.answer import Design
    from netfloor.studies.design.in_room import Purchase


def design(
    *,
    endpoints: Annotated[int | None, option("--endpoints", "Total endpoints.", min=2)] = None,
    gpus: Annotated[int | None, option("--gpus", "Total GPUs, with a port each.", min=2)] = None,
    servers: Annotated[int | None, option("--servers", "Servers, by their ports.", min=1)] = None,
    ports_per_server: Annotated[
        int, option("--ports-per-server", "Ports of a server, each an endpoint.", min=1, max=64)
    ] = 1,
    ports: Annotated[
        int | None,
        option(
            "--ports",
            "Ports of a switch, for links and endpoints; default: the catalogue's largest switch.",
            min=2,
        ),
    ] = None,
    max_diameter: Annotated[
        int | None,
        option("--max-diameter", "Largest number of hops between switches with endpoints.", min=1),
    ] = None,
    min_bisection: Annotated[
        float | None, option("--min-bisection", "Least bisection as a share of full bisection (1).", min=0)
    ] = None,
    per_family: Annotated[int, option("--per-family", "Rows per family.", min=1, max=20)] = 2,
    family: Annotated[list[str] | None, option("--family", "Only this family; may be repeated.")] = None,
    room: Annotated[str | None, option("--room", "Estimate cable, money and watts in it.")] = None,
    catalogues: Annotated[
        list[Path] | None, option("--catalogue", "Parts and prices of the estimate; repeat for several.")
    ] = None,
    gbps: Annotated[
        float | None, option("--gbps", "Rate of a link; default: the rate of the catalogue's switches.")
    ] = None,
    iterations: Annotated[
        int | None,
        option("--iterations", "Place each network with this effort; default: a quick estimate.", min=1),
    ] = None,
    sort: Annotated[
        str | None, option("--sort", "A column, such as links; default: switches, or cost in a room.")
    ] = None,
    all_: Annotated[
        bool, option("--all", "Also show networks of more than four times the fewest switches.")
    ] = False,
    workers: Workers,
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Find networks for a number of servers and ports.

    Lists the nearest networks of each family; with --verbose also why some families have none. With a room
    and a catalogue, also the cost of each, and a recommendation.
    """
    catalogue = one_name(catalogues)
    if (room is None) != (catalogue is None):
        raise typer.BadParameter("--room and --catalogue go together", param_hint="--room")
    total = _total(endpoints, gpus, servers, ports_per_server)
    if iterations is not None and room is None:
        raise typer.BadParameter("needs --room and --catalogue", param_hint="--iterations")
    with loading(quiet=quiet):
        from netfloor.studies.design.in_room import max_ports
        from netfloor.studies.design.networks import design_networks
        from netfloor.topologies.candidates import NetworkDemand

    if ports is None and catalogue is None:
        raise typer.BadParameter("give the ports of a switch, or a catalogue", param_hint="--ports")
    with working(quiet=quiet) as (observer, _):
        purchase = None
        if room is not None and catalogue is not None:
            observer.doing("reading room and catalogue")
            purchase = _purchase(room, catalogue, gbps, iterations)
            ports = ports or max_ports(purchase)
        demand = NetworkDemand(total, ports or 0, max_diameter, min_bisection, per_family, ports_per_server)
        sort = sort or ("routers" if purchase is None else "cost")
        result = design_networks(
            demand, sort, workers, observer, tuple(family or ()), purchase, everything=all_
        )
    show = _show_brief if result.networks and not verbose else _show
    answer(result.to_dict, lambda: show(result, quiet=quiet), json=json)
    result.refuse_none()


def _total(endpoints: int | None, gpus: int | None, servers: int | None, ports_per_server: int) -> int:
    """Return the number of endpoints from the user's option."""
    of_servers = None if servers is None else servers * ports_per_server
    given = [item for item in (endpoints, gpus, of_servers) if item is not None]
    if len(given) != 1:
        raise typer.BadParameter("give one of --endpoints, --gpus and --servers", param_hint="--endpoints")
    return given[0]


def _purchase(room: str, catalogue: Path, gbps: float | None, iterations: int | None) -> "Purchase":
    """Load the room and the catalogue of the estimate."""
    from netfloor.costmodels.catalogue.formula import with_parts
    from netfloor.costmodels.catalogue.parts.load import load_catalogue
    from netfloor.rooms.room_spec import room_from_spec
    from netfloor.studies.design.in_room import Purchase, rate_of

    loaded = with_parts(load_catalogue(catalogue), "the design of a network")
    return Purchase(room_from_spec(room), loaded, gbps or rate_of(loaded), iterations)


def _show_brief(found: "Design", *, quiet: bool) -> None:
    """Print the answer and the first networks."""
    if fields := list(found.brief_fields()):
        write_fields(fields)
    left = write_top(found.table, "network", most=BRIEF_ROWS - len(fields))
    families = ["families without a network"] * bool(found.infeasible)
    hidden = f"; {count_text(len(found.hidden), 'larger network')}: --all" if found.hidden else ""
    remark(f"{', '.join([*left, *families, 'notes'])}: --verbose{hidden}", quiet=quiet)


def _show(found: "Design", *, quiet: bool) -> None:
    """Print the answer, then the table; notes go to stderr."""
    fields = list(found.fields())
    if fields:
        write_fields(fields)
        write("")
    if found.networks:
        write_table(found.table, found.spare)
    for note in found.notes():
        remark(note, quiet=quiet)
    if found.hidden:
        remark(f"{found.hidden_text()}; --all shows them", quiet=quiet)
