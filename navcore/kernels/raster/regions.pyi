from typing import Any

def find_pieces(
    words: Any,
    touched: Any,
    old_starts: Any,
    old_sizes: Any,
    borders: Any,
    starts: Any,
    sizes: Any,
) -> None: ...
def find_pairs(
    words: Any,
    touched: Any,
    old_starts: Any,
    old_pairs: Any,
    borders: Any,
    starts: Any,
    pairs: Any,
) -> None: ...
def join(wide: int, starts: Any, pair_starts: Any, pairs: Any, regions: Any) -> int: ...
