from typing import Any

def astar(
    cells: Any,
    stamped: Any,
    row_length: int,
    steps: Any,
    start: int,
    goal: int,
    nodes: Any,
    keys: Any,
    ids: Any,
    state: Any,
) -> int: ...
def way_length(nodes: Any, goal: int) -> int: ...
def way(nodes: Any, goal: int, row_length: int, out: Any) -> None: ...
