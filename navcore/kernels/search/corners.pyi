from typing import Any

from navcore.kernels.raster.bitmap_scan import Lines

class Corners:
    def __init__(self, rows: Lines, columns: Lines, hull: Any) -> None: ...
