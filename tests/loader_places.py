"""Loaders as games import them, and places for comparing them with grids."""

from importlib.util import module_from_spec, spec_from_file_location
from types import ModuleType

import numpy as np

from editor import resources
from navcore.bake.grid import NavGrid

MOST_CELLS = 4000
"""Number of cells that are all compared; larger grids are sampled."""


def module(name: str) -> ModuleType:
    """A loader, as a game would import its copy."""
    spec = spec_from_file_location(f"game_{name}", resources.path(f"loaders/{name}.py"))
    assert spec is not None
    assert spec.loader is not None
    made = module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


def places_of(grid: NavGrid) -> np.ndarray:
    """Middles and corners of cells, a ring around the grid included, and places far outside."""
    random = np.random.default_rng(2)
    rows, columns = np.mgrid[-1 : grid.depth + 1, -1 : grid.width + 1].reshape(2, -1)
    if len(rows) > MOST_CELLS:
        taken = random.choice(len(rows), MOST_CELLS, replace=False)
        rows, columns = rows[taken], columns[taken]
    cells = np.column_stack((columns, rows)).astype(float)
    corner = np.array((grid.min_x, grid.min_z))
    within = cells[:1000] + random.random((len(cells[:1000]), 2))
    inner = corner + np.concatenate((cells + 0.5, cells[:1000], within)) * grid.cell_size
    far = [[-1e9, 0.0], [1e9, 0.0], [0.0, -1e9], [0.0, 1e9], [1e300, -1e300]]
    none = [[np.nan, 0.0], [0.0, np.nan], [np.inf, 0.0], [0.0, -np.inf]]
    return np.concatenate((inner, far, none))
