from typing import Any

from navcore.kernels.crowd.agents import Bodies
from navcore.kernels.crowd.walkability import Ground

class Separation:
    def __init__(
        self,
        ground: Ground,
        bodies: Bodies,
        pushed: Any,
        blockers: Any,
        nudgers: Any,
        settled: Any,
    ) -> None: ...
    def run(self, pairs: Any, first: bool) -> int: ...
