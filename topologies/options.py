"""Names of options that are written with a hyphen or with an underscore."""

from dataclasses import replace

from foundation.errors import InputError
from topologies.family import Parameters
from topologies.parameters import shown


def underscored(parameters: Parameters) -> Parameters:
    """Return parameters whose names hold no hyphen: ``used-down-ports`` is ``used_down_ports``.

    Raises
    ------
    InputError
        If a name stands in both spellings.
    """
    named: dict[str, str] = {}
    for name, value in parameters.named.items():
        plain = name.replace("-", "_")
        if plain in named:
            raise InputError(shown(parameters.spec), f"parameter {shown(plain)} is given twice")
        named[plain] = value
    return replace(parameters, named=named)
