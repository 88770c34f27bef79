"""Read a machine file and return the machine's policy, for every kind of machine."""

from pathlib import Path

from netfloor.research.partitions.bounds.cut_curve import cut_curve
from netfloor.research.partitions.box_policy import policy_rows
from netfloor.research.partitions.machine_file import (
    DragonflyFile,
    GraphFile,
    box_machine,
    permitted_geometries,
    read_machine,
)
from netfloor.research.partitions.network_policy import dragonfly_rows, graph_rows, network_curve
from netfloor.research.partitions.policy import MachinePolicy


def machine_policy(path: Path, *, expansion: bool = False, seed: int = 0) -> MachinePolicy:
    """Return the policy of the machine in a file, for every allocation size.

    Parameters
    ----------
    expansion
        Also bound the links around the machine's sets of every size up to half.
    seed
        Seed of METIS, for machines that are not products.

    Raises
    ------
    InputError
        If the file is wrong or the machine too large.
    """
    file = read_machine(path)
    if isinstance(file, DragonflyFile):
        network, rows, scale = dragonfly_rows(file, path, seed)
        curve = network_curve(network) if expansion else None
        return MachinePolicy(file.name, file.kind, "group", rows, scale, curve)
    if isinstance(file, GraphFile):
        network, rows = graph_rows(file, path, seed)
        curve = network_curve(network) if expansion else None
        return MachinePolicy(file.name, file.kind, "router", rows, 1, curve)
    machine = box_machine(file, path)
    rows = policy_rows(machine, permitted_geometries(file, machine, path))
    dimensions = machine.network()
    curve = cut_curve(dimensions) if expansion and dimensions else None
    return MachinePolicy(file.name, file.kind, machine.unit, rows, machine.capacity_scale, curve)
