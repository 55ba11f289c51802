from typing import Any

def follow(
    positions: Any,
    facings: Any,
    walk_speeds: Any,
    rotation_speeds: Any,
    points: Any,
    current: Any,
    end: Any,
    dt: float,
) -> None: ...
