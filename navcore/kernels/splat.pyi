from typing import Any

def sprites(
    store: Any,
    spans: Any,
    starts: Any,
    kinds: Any,
    columns: Any,
    rows: Any,
    picture: Any,
    width: int,
    height: int,
) -> None: ...
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
