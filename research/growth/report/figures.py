"""Charts from growth papers besides costs: cable prices by length, ports by use, sizes by radix."""

from netfloor.foundation.display.charts import COLOURS, GREY
from netfloor.reports.formats.axes import add_grid, add_legend, line_style, log_axis
from netfloor.reports.formats.svg import Words, drawing, svg_text
from netfloor.reports.formats.table import Column, Table, count_column, text_column
from netfloor.research.growth.report.types import CablePriceLines, PaperFigures


def cable_price_svg(prices: CablePriceLines, prefix: str, *, standalone: bool = False) -> str:
    """Return the chart of cable price by length, a line per medium, with the marked lengths."""
    with drawing(8.0, 4.0) as figure:
        axes = figure.subplots()
        lines = [
            *axes.plot(prices.lengths_m, prices.copper, **line_style(0, marker="")),
            *axes.plot(prices.lengths_m, prices.optical, **line_style(1, marker="")),
        ]
        names = ["copper", "optical"]
        for index, (who, at) in enumerate(sorted(prices.marks, key=lambda mark: mark[1]), 2):
            lines.append(axes.axvline(at, **line_style(index, marker="", linewidth=1.2)))
            names.append(f"{who}: {at:g} m")
        axes.set_xlabel("length (m)")
        axes.set_ylabel(f"{prices.currency} a cable of {prices.link_gbps:g} Gb/s")
        axes.set_xlim(left=0)
        axes.set_ylim(bottom=0)
        add_grid(axes, "both")
        figure.subplots_adjust(left=0.1, right=0.98, top=0.97, bottom=0.27)
        add_legend(figure, lines, names, 3)
        words = Words(f"Cable price by length, {prices.cost_set}", "The crossovers are in the table.")
        return svg_text(figure, words, prefix, standalone=standalone)


def ports_svg(figures: PaperFigures, prefix: str, *, standalone: bool = False) -> str:
    """Return a bar per network: the ports of a switch by use, including free ones."""
    with drawing(8.0, 2.2) as figure:
        axes = figure.subplots()
        names = [port.network for port in figures.ports]
        used = [
            ("endpoints", [port.endpoint_ports for port in figures.ports]),
            ("inside a group", [port.local_ports for port in figures.ports]),
            ("global", [port.global_ports for port in figures.ports]),
        ]
        used.append(
            (
                "free",
                [figures.radix - sum(ports) for ports in zip(*(count for _, count in used), strict=True)],
            )
        )
        left, bars = [0] * len(names), []
        for (what, ports), colour in zip(used, (*COLOURS[:3], GREY), strict=True):
            bars.append(axes.barh(names, ports, left=left, color=colour, height=0.6, label=what))
            left = [sum(pair) for pair in zip(left, ports, strict=True)]
        axes.invert_yaxis()
        axes.set_xlabel("ports of a switch")
        add_grid(axes, "x")
        figure.subplots_adjust(left=0.3, right=0.98, top=0.96, bottom=0.42)
        add_legend(figure, bars, [what for what, _ in used], 4)
        words = Words("Ports of a switch by use (Figure 18)", "The table holds the numbers.")
        return svg_text(figure, words, prefix, standalone=standalone)


def curves_svg(figures: PaperFigures, prefix: str, *, standalone: bool = False) -> str:
    """Return endpoints against the ports of a switch, both axes logarithmic, a line per network."""
    with drawing(8.0, 4.2) as figure:
        axes = figure.subplots()
        lines = []
        for index, (_, curve) in enumerate(figures.curves):
            ports, endpoints = zip(*curve, strict=True)
            lines += axes.plot(ports, endpoints, **line_style(index, markersize=4))
        log_axis(axes, "x")
        log_axis(axes, "y")
        axes.grid(alpha=0.2, linewidth=0.6)
        axes.set_xlabel("ports of a switch")
        axes.set_ylabel("endpoints")
        figure.subplots_adjust(left=0.12, right=0.98, top=0.97, bottom=0.22)
        add_legend(figure, lines, [name for name, _ in figures.curves], 2)
        words = Words("Endpoints by ports of a switch (Figures 1 and 4)", "report.json holds the numbers.")
        return svg_text(figure, words, prefix, standalone=standalone)


def ports_table(figures: PaperFigures) -> Table:
    """Return the table of the bars, with the global cables of each network."""
    columns = (
        *(text_column("Network"), count_column("Endpoints"), count_column("Ports to endpoints")),
        *(count_column("Ports inside a group"), count_column("Global ports")),
        *(Column("Global ports of all", form="%"), count_column("Global cables")),
    )
    rows = [
        (
            *(port.network, port.endpoints, port.endpoint_ports, port.local_ports, port.global_ports),
            *(port.global_ports / figures.radix, port.global_cables),
        )
        for port in figures.ports
    ]
    first, second = figures.ports
    ratio = first.global_cables / second.global_cables
    note = (
        f"{first.network} has {100 * ratio:.0f} % of the global cables of {second.network}; the "
        f"paper says half, and 25 % against 50 % of the ports. Shares are of {figures.radix} ports."
    )
    return Table("Figure 18: ports of a switch and global cables", columns, rows, note)
