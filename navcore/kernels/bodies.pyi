from typing import Any

WALKS: int
IS_PLAYER: int
STEPS_ASIDE: int
IS_THERE: int
LAST_LEG: int

class Bodies:
    def __init__(
        self,
        positions: Any,
        radii: Any,
        ids: Any,
        flags: Any,
        aims: Any,
        targets: Any,
    ) -> None: ...

class Ways:
    def __init__(self, points: Any, start: Any, current: Any, end: Any) -> None: ...
    def aims(self, positions: Any, found: Any) -> None: ...
