from typing import Any

from navcore.kernels.crowd.agents import Ways
from navcore.kernels.crowd.walkability import Ground

class Walkers:
    def __init__(
        self,
        ground: Ground,
        ways: Ways,
        positions: Any,
        facings: Any,
        walk_speeds: Any,
        rotation_speeds: Any,
        steers: Any,
        paces: Any,
        off_path: Any,
    ) -> None: ...
    def follow(self, dt: float, threshold: float, slows: bool) -> None: ...
