from typing import Any

from navcore.kernels.polygon.edge_tree import Forest

def expose(
    forest: Forest,
    tree: int,
    beside: float,
    segments: Any,
    sides: Any,
    left: Any,
    right: Any,
    pieces: Any,
    piece_sides: Any,
    origins: Any,
) -> int: ...
def held(forest: Forest, trees: Any, places: Any, marks: Any) -> None: ...
