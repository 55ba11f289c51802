from typing import Any

def flood(
    cells: Any,
    row_length: int,
    steps: Any,
    start: int,
    goal_column: int,
    goal_row: int,
    nodes: Any,
    generation: int,
    found: Any,
    limit: int,
) -> None: ...
def nearest_free(
    cells: Any,
    row_length: int,
    x: float,
    z: float,
    column: int,
    row: int,
    first_ring: int,
    last_ring: int,
) -> int: ...
def stamp(
    cells: Any, source: Any, row_length: int, frame: Any, circles: Any, restore: bool
) -> None: ...
