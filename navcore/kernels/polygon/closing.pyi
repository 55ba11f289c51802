from typing import Any

from navcore.kernels.polygon.edge_tree import Forest

def closing(pieces: Any, forest: Forest, ranks: Any, limits: Any, ends: Any, hard: Any) -> None: ...
