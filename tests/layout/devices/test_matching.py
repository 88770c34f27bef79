"""Like devices take each other's places where that is shortest, and nothing else moves."""

from itertools import permutations
from pathlib import Path

import numpy as np

from netfloor.layout.devices.matching import matched
from netfloor.layout.devices.problem import device_problem
from netfloor.layout.devices.rules import DeviceRule
from netfloor.layout.devices.search import place_devices
from tests.fixtures.lists import read_listed

DEVICES = """\
name,kind,rack,unit,height,watts
sw1,switch,A01,10,1,100
sw2,switch,A03,10,1,100
s1,server,,,2,50
s2,server,,,2,50
s3,server,,,2,50
s4,server,,,2,50
"""
CABLES = "a,b,count\ns1,sw1,2\ns2,sw1,1\ns3,sw2,2\ns4,sw2,3\ns4,sw1,1\n"
#: Two places in A01 and two in A03.
PLACES = [(0, 1), (2, 1), (0, 5), (2, 7)]


def test_the_best_of_all_exchanges_is_found(tmp_path: Path) -> None:
    """As trying all 24 finds it; the places stay the same ones."""
    fabric, hall = read_listed(tmp_path, devices=DEVICES, cables=CABLES)
    problem = device_problem(fabric, hall)
    starts = []
    for order in permutations(PLACES):
        cabinet, unit = problem.cabinet.copy(), problem.unit.copy()
        cabinet[2:], unit[2:] = np.array(order).T
        starts.append((cabinet, unit))
    least = min(problem.total_mm(*start) for start in starts)
    for start in starts:
        cabinet, unit = matched(problem, *start)
        assert sorted(zip(cabinet[2:].tolist(), unit[2:].tolist(), strict=True)) == sorted(PLACES)
        assert problem.total_mm(cabinet, unit) == least


def test_devices_under_a_rule_keep_their_places(tmp_path: Path) -> None:
    """An exchange could break the rule."""
    fabric, hall = read_listed(tmp_path, devices=DEVICES, cables=CABLES)
    rules = [DeviceRule(("s1", "s2"), "cabinet"), DeviceRule(("s3", "s4"), "cabinet")]
    problem = device_problem(fabric, hall, rules)
    found = place_devices(problem)
    again = matched(problem, found.cabinet, found.unit)
    assert again[0].tolist() == found.cabinet.tolist()
    assert again[1].tolist() == found.unit.tolist()
