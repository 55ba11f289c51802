from typing import Any

def fill(
    frame: Any,
    rect: Any,
    edges: Any,
    starts: Any,
    marks: Any,
    spans: Any,
    cells: Any,
    value: int,
    job: Any,
) -> None: ...
def block_near(
    frame: Any,
    rect: Any,
    segments: Any,
    reach: float,
    strict: bool,
    cells: Any,
    job: Any,
) -> None: ...
