from typing import Any

from navcore.kernels.raster.grid_transform import Frame
from navcore.kernels.search.sight import Sight

class Ground:
    def __init__(self, frame: Frame, sight: Sight, costs: Any) -> None: ...
    def passes(self, ax: float, az: float, bx: float, bz: float) -> bool: ...
