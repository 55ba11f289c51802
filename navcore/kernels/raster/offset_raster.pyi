from typing import Any

def block_near(
    frame: Any,
    rect: Any,
    edges: Any,
    spans: Any,
    chosen: Any,
    reach: float,
    strict: bool,
    words: Any,
    job: Any,
) -> None: ...
