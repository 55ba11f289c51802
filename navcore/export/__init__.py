"""Export for games: grids, their target files, and the cells that each door covers."""

from navcore.export.doors import door_names, grid_for_export
from navcore.export.targets import (
    SUFFIXES,
    ExportFault,
    MayLeave,
    Place,
    default_target,
    faults,
    format_of,
    named_from,
    resolved,
)
from navcore.export.writing import (
    Written,
    bytes_of,
    checked,
    data_of,
    differing,
    profile_for,
    write_exports,
)
from navcore.open_doors import all_open

__all__ = [
    "SUFFIXES",
    "ExportFault",
    "MayLeave",
    "Place",
    "Written",
    "all_open",
    "bytes_of",
    "checked",
    "data_of",
    "default_target",
    "differing",
    "door_names",
    "faults",
    "format_of",
    "grid_for_export",
    "named_from",
    "profile_for",
    "resolved",
    "write_exports",
]
