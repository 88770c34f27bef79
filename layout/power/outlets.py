"""Assignment of cords to the outlets of their PDU.

The nearest that fits, for all cords of a PDU jointly.
"""

from collections import defaultdict
from collections.abc import Sequence

import numpy as np

from netfloor.fabric.power_ports import PowerPort, fits
from netfloor.layout.power.problem import CordProblem

_NEVER = 1e6


def choose_outlets(problem: CordProblem, places: Sequence[int]) -> list[PowerPort]:
    """Choose the outlet of each cord, given its PDU, with the smallest sum of squared distances.

    The outlets of a PDU of height 0 are assumed evenly spaced over its cabinet as listed, from the bottom
    up; those of other PDUs are used in order.
    """
    from scipy.optimize import linear_sum_assignment  # noqa: PLC0415 - loads SciPy

    fabric = problem.fabric
    of_place = defaultdict[int, list[int]](list)
    for cord, number in enumerate(places):
        of_place[number].append(cord)
    result: dict[int, PowerPort] = {}
    for number, cords in of_place.items():
        place = problem.places[number]
        pdu = fabric.devices[place.pdu]
        cabinet = fabric.cabinet_of(place.pdu)
        units = (cabinet.units if cabinet is not None else None) or 1
        cost = np.zeros((len(cords), len(place.outlets)))
        for row, cord in enumerate(cords):
            asked = problem.cords[cord]
            unit = fabric.devices[asked.device].unit or 1
            for column, (index, port) in enumerate(place.outlets):
                level = (index + 0.5) / len(pdu.outlets) * units + 0.5
                far = (level - unit) ** 2 if not pdu.units else float(index)
                cost[row, column] = far if fits(asked.inlet.form, port.form) else _NEVER
        for row, column in zip(*linear_sum_assignment(cost), strict=True):
            result[cords[int(row)]] = place.outlets[int(column)][1]
    return [result[cord] for cord in range(len(places))]
