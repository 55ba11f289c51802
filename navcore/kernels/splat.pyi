from typing import Any

def sprites(
    store: Any,
    starts: Any,
    sides: Any,
    kinds: Any,
    columns: Any,
    rows: Any,
    picture: Any,
    width: int,
    height: int,
) -> None: ...
