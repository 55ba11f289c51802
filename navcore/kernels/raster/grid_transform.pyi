from typing import Any

class Frame:
    def __init__(
        self,
        cells: Any,
        stamped: Any,
        row_length: int,
        numbers: Any,
        places: Any,
        kept: Any,
        turns: Any,
    ) -> None: ...
    def side(self) -> float: ...
    def free_cell_at(self, x: float, z: float) -> int: ...
    def in_cells(self, x: float, z: float) -> tuple[float, float]: ...
    def metres(self, goal_x: float, goal_z: float, out: Any, first: int) -> float: ...
    def fill(
        self, count: int, start_x: float, start_z: float, goal_x: float, goal_z: float
    ) -> int: ...
