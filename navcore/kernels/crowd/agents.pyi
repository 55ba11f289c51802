from typing import Any

class Ways:
    def __init__(self, points: Any, start: Any, current: Any, end: Any) -> None: ...
    def aims(self, positions: Any, found: Any) -> None: ...

class Errands:
    def __init__(self, targets: Any, asked: Any, statuses: Any, unreachable: Any) -> None: ...

class Bodies:
    def __init__(
        self,
        ways: Ways,
        errands: Errands,
        order: Any,
        places: Any,
        walks: Any,
        radii: Any,
        positions: Any,
        ids: Any,
        players: Any,
        aside: Any,
    ) -> None: ...
    def gather(self) -> None: ...
    def put_back(self) -> None: ...
