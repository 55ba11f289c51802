from typing import Any

from navcore.kernels.crowd.agents import Bodies
from navcore.kernels.crowd.neighbours import Neighbours
from navcore.kernels.crowd.walkability import Ground

class Steering:
    def __init__(
        self,
        ground: Ground,
        near: Neighbours,
        bodies: Bodies,
        velocities: Any,
        speeds: Any,
        hindered: Any,
        steers: Any,
        paces: Any,
        off_path: Any,
        calm: Any,
    ) -> None: ...
    def run(self, turns: Any, fan: Any, seen: Any, found: Any, widest: float, now: int) -> None: ...
