from typing import Any

class Neighbours:
    def __init__(
        self,
        positions: Any,
        min_x: float,
        min_z: float,
        size: float,
        columns: int,
        rows: int,
        heads: Any,
        order: Any,
        squares: Any,
        sorted_: Any,
    ) -> None: ...
    def farthest(self, places: Any) -> float: ...
    def pairs(self, radii: Any, slack: float, found: Any) -> int: ...
