from typing import Any

def nearest_free(
    cells: Any,
    stamped: Any,
    row_length: int,
    x: float,
    z: float,
    column: int,
    row: int,
    first_ring: int,
    last_ring: int,
) -> int: ...
def stamp(
    stamped: Any, rows: Any, columns: Any, frame: Any, circles: Any, kept: int, blocked: bool
) -> None: ...
def beside(
    circles: Any, own: int, ax: float, az: float, bx: float, bz: float, reach: float, out: Any
) -> int: ...
