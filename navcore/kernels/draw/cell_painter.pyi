from typing import Any

def cells(
    walkable: Any,
    floor: Any,
    columns: Any,
    rows: Any,
    colours: Any,
    thick: int,
    hatch: int,
    hatch_width: int,
    phase: int,
    picture: Any,
) -> None: ...
