from typing import Any

from navcore.kernels.bodies import Bodies
from navcore.kernels.ground import Ground

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
