from typing import Any

class Weigher:
    visited: int
    operations: int
    best: float
    def __init__(
        self,
        cost: Any,
        stamped: Any,
        row_length: int,
        least: float,
        nodes: Any,
        costs: Any,
        heads: Any,
        levels: Any,
        entries: Any,
        turns: Any,
    ) -> None: ...
    def search(
        self, start: int, goal: int, generation: int, limit: int, mean: bool, four: bool
    ) -> int: ...
    def trace(self, goal: int) -> int: ...
