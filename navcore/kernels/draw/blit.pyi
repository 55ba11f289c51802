from typing import Any

def sprites(
    colours: Any,
    spots: Any,
    starts: Any,
    kinds: Any,
    places: Any,
    count: int,
    picture: Any,
) -> None: ...
def clear(picture: Any, across: int, width: int, height: int) -> None: ...
def blocks(
    classes: Any,
    columns: Any,
    rows: Any,
    colours: Any,
    hatch: int,
    hatch_width: int,
    phase: int,
    picture: Any,
) -> None: ...
def lines(
    points: Any,
    joined: Any,
    colour: int,
    thick: int,
    picture: Any,
    width: int,
    height: int,
) -> None: ...
