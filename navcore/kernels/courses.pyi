from typing import Any

from navcore.kernels.bodies import Ways
from navcore.kernels.ground import Ground
from navcore.kernels.neighbours import Neighbours

class Courses:
    def __init__(self, ground: Ground, ways: Ways, positions: Any) -> None: ...
    def keep(self, rows: Any, steers: Any, off_path: Any, lost: Any, may_skip: bool) -> None: ...
    def blocked(
        self, min_x: float, min_z: float, max_x: float, max_z: float, found: Any
    ) -> None: ...
    def pass_near(self, changed: Any, reach: float, may: Any, found: Any) -> None: ...
    def pass_movers(
        self, near: Neighbours, rows: Any, moved: Any, reach: float, may: Any, found: Any
    ) -> int: ...

def beside(
    positions: Any,
    stands: Any,
    own: int,
    ax: float,
    az: float,
    bx: float,
    bz: float,
    reach: float,
    found: Any,
) -> int: ...
