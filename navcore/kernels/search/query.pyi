from typing import Any

from navcore.kernels.raster.grid_transform import Frame
from navcore.kernels.search.jump import Jumper
from navcore.kernels.search.region_index import Index
from navcore.kernels.search.sight import Sight
from navcore.kernels.search.string_pull import Tightener

class Lane:
    def __init__(
        self, frame: Frame, jumper: Jumper, tightener: Tightener, sight: Sight
    ) -> None: ...

class Query:
    lane: int
    turns: int
    kept: int
    visited: int
    operations: int
    cost: float
    def __init__(self, index: Index, ahead: Lane, back: Lane) -> None: ...
    def find(
        self,
        start_x: float,
        start_z: float,
        goal_x: float,
        goal_z: float,
        generation: int,
        limit: int,
        taut: bool,
    ) -> int: ...
    def metres(self, goal_x: float, goal_z: float, out: Any) -> float: ...
