"""Elements that need no conversion are recognised quickly, without false positives."""

import math
import random

import networks
import numpy as np
import pytest
from msgspec.structs import replace

from navcore.errors import NavcoreError
from navcore.level import canonical as room
from navcore.level.canonical import canonical
from navcore.level.model import Edge, Element, Waypoint
from navcore.level.plain import are_plain

EDGE = Edge(id=1, start=2, end=3)


def test_plain_elements_come_back_as_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    """The slow way gives the same."""
    monkeypatch.setattr(room, "are_plain", lambda *_: False)
    for seed in range(20):
        for element in networks.elements_of(networks.random_level(random.Random(seed))):
            assert are_plain([element], type(element))
            assert canonical(element) is element


@pytest.mark.parametrize(
    "element",
    [
        Waypoint(id=1, position=(1, 2)),
        Waypoint(id=1, position=(np.float64(1), 2.0)),
        Waypoint(id=1, position=[1.0, 2.0]),
        Waypoint(id=1, position=(1.0, 2.0, 3.0)),
        Waypoint(id=1, position=(1e12, 2.0)),
        Waypoint(id=1, position=(math.nan, 2.0)),
        Waypoint(id=0, position=(1.0, 2.0)),
        Waypoint(id=np.int64(1), position=(1.0, 2.0)),
        Waypoint(id=1, position=(1.0, 2.0), reach=-1.0),
        Waypoint(id=1, position=(1.0, 2.0), reach=2),
        Waypoint(id=1, position=(1.0, 2.0), name=7),
        Edge(id=1, start=2, end=2),
        Edge(id=1, start=2.0, end=3),
        Edge(id=1, start=2, end=3, factor=math.inf),
    ],
)
def test_all_else_is_converted_or_refused(element: Element) -> None:
    """The results are the same as before."""
    kind = type(element)
    sound = [Waypoint(id=2, position=(0.0, 0.0))] if kind is Waypoint else [EDGE]
    assert are_plain(sound, kind)
    assert not are_plain([*sound, element, *sound], kind)
    try:
        found = canonical(element)
    except NavcoreError:
        return
    assert found == replace(element) or are_plain([found], kind)
