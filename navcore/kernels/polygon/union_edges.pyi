from typing import Any

from navcore.kernels.polygon.edge_tree import Forest

def cover(
    forest: Forest,
    polygons: Any,
    boxes: Any,
    pairs: Any,
    limits: Any,
    cuts: Any,
    welds: Any,
    states: Any,
    covers: Any,
) -> int: ...
def uncovered(
    edges: Any, states: Any, covers: Any, least: float, owners: Any, pieces: Any
) -> int: ...
