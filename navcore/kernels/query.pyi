from typing import Any

from navcore.kernels.frame import Frame
from navcore.kernels.jump import Jumper
from navcore.kernels.region_index import Index
from navcore.kernels.sight import Sight
from navcore.kernels.taut import Tightener

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
