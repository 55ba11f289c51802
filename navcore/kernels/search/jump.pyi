from typing import Any

from navcore.kernels.raster.bitmap_scan import Lines
from navcore.kernels.search.jump_cache import Successors

class Jumper:
    visited: int
    operations: int
    best: float
    def __init__(
        self,
        rows: Lines,
        columns: Lines,
        known: Successors,
        row_length: int,
        nodes: Any,
        heads: Any,
        entries: Any,
        turns: Any,
    ) -> None: ...
    def search(self, start: int, goal: int, generation: int, limit: int) -> int: ...
    def trace(self, goal: int) -> int: ...
