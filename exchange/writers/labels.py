"""Cable labels: a CSV for label printers, two rows a cable, one for each end."""

from exchange.fabric import Cable, End, Fabric
from exchange.human_text import human_csv
from exchange.job import Exporter, Files, Job
from exchange.label_format import DEFAULT, SIDES, check_format, label_lines
from exchange.place_text import place_of
from exchange.quantities import metres_up

COLUMNS = ("CableID", "End", "Line1", "Line2", "Barcode", "Copies")


def write(job: Job) -> Files:
    """Return ``labels.csv``; texts that a spreadsheet would run as formulas are neutralised."""
    form = check_format(DEFAULT if job.label_format is None else job.label_format)
    rows = [
        (cable.id, name, *label_lines(form, label_values(job.fabric, cable, near, far)), cable.id, "1")
        for cable in job.fabric.cables
        for name, near, far in (("A", cable.a, cable.b), ("B", cable.b, cable.a))
    ]
    return {"labels.csv": human_csv(COLUMNS, rows)}


def label_values(fabric: Fabric, cable: Cable, near: End, far: End) -> dict[str, str]:
    """Return what the fields of a label format stand for at one end of a cable."""
    values = {
        "id": cable.id,
        "length_m": "" if cable.bought_mm is None else metres_up(cable.bought_mm),
        "medium": cable.medium,
        "part": cable.part,
    }
    for side, end in zip(SIDES, (near, far), strict=True):
        place = place_of(fabric, end)
        values[f"{side}_cabinet"], values[f"{side}_spot"] = place.cabinet, place.spot
        values[f"{side}_port"], values[f"{side}_device"] = place.port, place.device
    return values


EXPORTER = Exporter(
    name="labels",
    summary="a CSV for label printers, two rows a cable",
    losses="rates",
    write=write,
    labels=True,
    orders=True,
)
