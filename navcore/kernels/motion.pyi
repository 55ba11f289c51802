from typing import Any

def follow(
    dt: float,
    positions: Any,
    facings: Any,
    walk_speeds: Any,
    rotation_speeds: Any,
    points: Any,
    current: Any,
    end: Any,
) -> None: ...
