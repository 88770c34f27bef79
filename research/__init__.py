"""Studies beyond planning a room, as in papers on interconnects: one folder per subject.

``__all__`` is the public interface, described in docs/python-api.md. Its names are imported on first use.
"""

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Mapping

    from netfloor.research.failures.curve import FailureCurve
    from netfloor.research.failures.library import link_failures
    from netfloor.research.traffic.library import MotifRuns, SimulatedTraffic, motifs, simulate
    from netfloor.research.traffic.motifs.schedule import MotifSettings
    from netfloor.research.traffic.simulation.settings import SwitchOptions
    from netfloor.research.traffic.study.delays import Delays

#: The module of every public name.
_HOMES: "Mapping[str, str]" = {
    "Delays": "traffic.study.delays",
    "FailureCurve": "failures.curve",
    "MotifRuns": "traffic.library",
    "MotifSettings": "traffic.motifs.schedule",
    "SimulatedTraffic": "traffic.library",
    "SwitchOptions": "traffic.simulation.settings",
    "link_failures": "failures.library",
    "motifs": "traffic.library",
    "simulate": "traffic.library",
}

__all__ = [
    "Delays",
    "FailureCurve",
    "MotifRuns",
    "MotifSettings",
    "SimulatedTraffic",
    "SwitchOptions",
    "link_failures",
    "motifs",
    "simulate",
]


def __getattr__(name: str) -> object:
    """Import a public name on first use."""
    if name in _HOMES:
        from importlib import import_module  # noqa: PLC0415 - not needed by the command line

        return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return list(__all__)
