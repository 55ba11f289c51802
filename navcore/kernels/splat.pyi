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
