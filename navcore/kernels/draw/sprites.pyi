from typing import Any

def between(
    places_before: Any,
    places: Any,
    facings_before: Any,
    facings: Any,
    fraction: float,
    shown_places: Any,
    shown_facings: Any,
) -> None: ...
def look(states: Any, statuses: Any, table: Any, looks: Any) -> None: ...
def choose(
    places: Any,
    facings: Any,
    sizes: Any,
    kinds: Any,
    players: Any,
    view: Any,
    tables: Any,
    radix: Any,
    known: Any,
    figures: Any,
) -> int: ...
def bounds(figures: Any, count: int, halves: Any, found: Any) -> None: ...
def stack(
    figures: Any,
    count: int,
    halves: Any,
    layers: Any,
    frame: Any,
    firsts: Any,
    kinds: Any,
    places: Any,
) -> None: ...
