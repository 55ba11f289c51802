from typing import Any

from navcore.kernels.search.corners import Corners

class Tightener:
    def __init__(
        self, corners: Corners, left: Any, right: Any, turns: Any, places: Any
    ) -> None: ...
    def tighten(
        self, count: int, start_x: float, start_z: float, goal_x: float, goal_z: float
    ) -> int: ...
