from typing import Any

def fold(
    frame: Any,
    rect: Any,
    edges: Any,
    spans: Any,
    chosen: Any,
    reach: float,
    steps: float,
    field: Any,
    job: Any,
) -> None: ...
def block_cells(
    frame: Any,
    places: Any,
    edges: Any,
    spans: Any,
    boxes: Any,
    chosen: Any,
    reach: float,
    strict: bool,
    words: Any,
) -> None: ...
