from typing import Any

def fill(
    frame: Any,
    rect: Any,
    edges: Any,
    spans: Any,
    chosen: Any,
    marks: Any,
    marked: Any,
    words: Any,
    value: bool,
    job: Any,
) -> None: ...
