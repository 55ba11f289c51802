"""Costs of cells in a grid's `.json`: a list of numbers for each row, 0 where blocked."""

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from navcore.formats.checks import Fault, FaultError, is_number

KEY: Final = "cost"


def cost_text(cost: npt.NDArray[np.float32]) -> str:
    """Return the key and its (depth + 2, width + 2) costs without their ring, a row a line.

    Numbers have as many digits as float32 needs.
    """
    values, places = np.unique(cost[1:-1, 1:-1], return_inverse=True)
    words = [np.format_float_positional(value, trim="-") for value in values]
    inner = places.reshape(cost.shape[0] - 2, -1)
    rows = ("[" + ", ".join([words[place] for place in row]) + "]" for row in inner.tolist())
    return f'"{KEY}": [\n    ' + ",\n    ".join(rows) + "\n  ]"


def cost_of(data: dict[str, Any], padded: npt.NDArray[np.uint8]) -> npt.NDArray[np.float32] | None:
    """Return the costs in parsed JSON as a padded array; None when there are none.

    Raises:
        FaultError: for a list of another size, a value that is not a number over 0 in a walkable
            cell, or a value other than 0 in a blocked one.
    """
    if KEY not in data:
        return None
    depth, width = padded.shape[0] - 2, padded.shape[1] - 2
    rows = data[KEY]
    if not isinstance(rows, list) or len(rows) != depth:
        raise FaultError(Fault((KEY,), f"a list of {depth} rows (gridDepth)"))
    cost = np.zeros(padded.shape, np.float32)
    for z, row in enumerate(rows):
        if not isinstance(row, list) or len(row) != width:
            raise FaultError(Fault((KEY, z), f"a list of {width} numbers (gridWidth)"))
        wrong = next((x for x, value in enumerate(row) if not is_number(value)), None)
        if wrong is not None:
            raise FaultError(Fault((KEY, z, wrong), "a number"))
        with np.errstate(over="ignore"):
            cost[z + 1, 1:-1] = row
        free = padded[z + 1, 1:-1] != 0
        fits = np.where(free, (cost[z + 1, 1:-1] > 0) & np.isfinite(cost[z + 1, 1:-1]), False)
        fits |= ~free & (np.asarray(row, np.float64) == 0)
        if not fits.all():
            x = int(np.argmin(fits))
            allowed = "a number over 0, as the cell is walkable" if free[x] else "0: it is blocked"
            raise FaultError(Fault((KEY, z, x), allowed))
    return cost
