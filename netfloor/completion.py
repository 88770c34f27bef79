"""Shell completion: names known to netfloor, and files."""

from collections.abc import Iterable
from pathlib import Path


def _beginning(begun: str, names: Iterable[str]) -> list[str]:
    return [name for name in names if name.startswith(begun)]


def _files(begun: str) -> list[str]:
    folder, cut, name = begun.rpartition("/")
    here = Path(f"{folder}{cut}")
    if not here.is_dir():
        return []
    results = sorted(item for item in here.iterdir() if item.name.startswith(name))
    return [f"{folder}{cut}{item.name}{'/' if item.is_dir() else ''}" for item in results]


def networks(begun: str) -> list[str]:
    """Complete families and files, since a plan is also accepted."""
    from netfloor.topologies.spec import FAMILIES  # noqa: PLC0415 - takes long to import

    return [*_beginning(begun, (f"{name}:" for name in FAMILIES)), *_files(begun)]


def catalogues(begun: str) -> list[str]:
    """Complete shipped cost sets and files."""
    from netfloor.costmodels import COST_SETS  # noqa: PLC0415

    return [*_beginning(begun, sorted(COST_SETS)), *_files(begun)]


def power_sets(begun: str) -> list[str]:
    """Complete shipped power sets and files."""
    from netfloor.costmodels import POWER_SETS  # noqa: PLC0415

    return [*_beginning(begun, sorted(POWER_SETS)), *_files(begun)]


def export_formats(begun: str) -> list[str]:
    """Complete export formats."""
    from netfloor.exchange.writers import EXPORTERS  # noqa: PLC0415 - takes long to import

    return _beginning(begun, EXPORTERS)


def import_formats(begun: str) -> list[str]:
    """Complete import formats."""
    from netfloor.exchange.readers import READERS  # noqa: PLC0415 - takes long to import

    return _beginning(begun, READERS)


def graph_formats(begun: str) -> list[str]:
    """Complete graph formats."""
    from netfloor.topologies.files import FORMATS  # noqa: PLC0415 - takes long to import

    return _beginning(begun, FORMATS)


def placers(begun: str) -> list[str]:
    """Complete placers."""
    from netfloor.layout.chains.portfolio import known_placers  # noqa: PLC0415 - takes long to import

    return _beginning(begun, known_placers())
