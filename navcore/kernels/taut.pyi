from typing import Any

class Lines:
    def __init__(self, words: Any, stamped: Any) -> None: ...

class Tightener:
    def __init__(
        self,
        rows: Lines,
        columns: Lines,
        left: Any,
        right: Any,
        hull: Any,
        turns: Any,
        places: Any,
    ) -> None: ...
    def tighten(
        self, count: int, start_x: float, start_z: float, goal_x: float, goal_z: float
    ) -> int: ...
