from typing import Any

def fill(segments: Any, frame: Any, ends: Any, items: Any) -> None: ...
def beside(
    segments: Any,
    frame: Any,
    starts: Any,
    items: Any,
    most: float,
    stamps: Any,
    row: Any,
    found: Any,
) -> int: ...
def facing(
    segments: Any,
    corners: Any,
    frame: Any,
    starts: Any,
    items: Any,
    most: float,
    partners: Any,
    stamps: Any,
    row: Any,
    found: Any,
) -> int: ...
def ascend(
    segments: Any,
    frame: Any,
    starts: Any,
    items: Any,
    most: float,
    begun: Any,
    angles: Any,
    tops: Any,
) -> None: ...
