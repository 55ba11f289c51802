from typing import Any

from navcore.kernels.raster.bitmap_scan import Lines

class Successors:
    count: int
    used: int
    serial: int
    def __init__(
        self,
        rows: Lines,
        columns: Lines,
        row_length: int,
        numbers: Any,
        cells: Any,
        lists: Any,
        found: Any,
    ) -> None: ...
    def move(self, rows: Lines, columns: Lines) -> None: ...
    def fill(self, most: int) -> None: ...
    def forget(self, x0: int, z0: int, x1: int, z1: int) -> None: ...

def least_room(rows: int, columns: int) -> int: ...
