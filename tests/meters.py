"""Meters of a long run: memory, handles, threads, widgets and objects, and whether they grow."""

import ctypes
import gc
import os
import sys
import threading
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Final

from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication
from shiboken6 import getAllValidWrappers

from editor.canvas import thumbnails
from editor.safety import backups

_PAGE: Final = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 0
KEPT: Final = frozenset(
    {
        "navcore.level.model.Level",
        "navcore.world.World",
        "navcore.sim.simulation.Simulation",
        "navcore.sim.recording.recording.Recording",
    }
)
"""Types with few living objects at any time."""
CACHED: Final = frozenset(
    {"builtins.tuple", *(f"navcore.level.model.{kind}" for kind in ("Area", "Obstacle", "Agent"))}
)
"""Types that caches of elements fill with."""
WARM: Final = 0.25
"""Share of a run in which caches fill; its readings are ignored."""


@dataclass(frozen=True, slots=True)
class Reading:
    """Values of all meters at one step; -1 if this system lacks a meter."""

    step: int
    megabytes: float
    """Resident memory, after everything that is free was given back."""
    handles: int
    threads: int
    widgets: int
    windows: int
    """Top-level widgets, shown or not."""
    wrappers: int
    """Number of Qt objects that Python knows."""
    levels: int
    """Number of levels, worlds and runs, each of which keeps its parts alive."""
    objects: int
    """Objects that the garbage collector tracks, without elements of levels and tuples.

    Caches of bounded size hold those; `levels` and `megabytes` measure them.
    """
    files: int
    """Files in all folders of the run, without those that have their own limit."""
    snapshots: int
    """Snapshots among the backups."""
    snapshot_megabytes: float
    pictures: int
    """Pictures of levels, for the home page."""
    types: Counter[str] = field(repr=False)
    """Tracked objects by type."""


@dataclass(frozen=True, slots=True)
class Bound:
    """Largest growth of a meter between start and end of a run; more is a leak."""

    meter: str
    slack: float
    """Tolerance for noise, for any number of steps."""
    per_thousand: float = 0.0
    """Additional growth per thousand steps."""


LONG: Final = 20_000
"""Steps after which all caches are full: searches, pictures of text, memory of threads."""
FILLING: Final = 300.0
"""Megabytes by which they fill until then."""
WORKERS: Final = 12
"""Threads that begin with the first task of their worker."""
LAGGING: Final = 30
"""Levels and worlds of a dozen queries with answers of different steps, on a machine that is too
busy for them."""


_OPEN: Final = 3
"""Snapshots that no limit counts, a megabyte at most here: the session's journal needs them."""
LIMITS: Final = {
    "snapshots": backups.MOST + _OPEN,
    "snapshot_megabytes": backups.MOST_BYTES / 1e6 + _OPEN,
    "pictures": thumbnails.KEPT,
}
"""Upper limits of meters of files that the program itself limits."""


def bounds_of(steps: int) -> tuple[Bound, ...]:
    """Return the allowed growth in a run of this many steps.

    In a short run, parts are still created at first use: charts, tables, pages of properties. A day
    of 2,500 steps went from 78 to 115 windows in the first 190 of them, and stayed at 107 to 119.
    """
    is_long = steps >= LONG
    return (
        Bound("megabytes", 25.0 if is_long else FILLING, 0.25),
        Bound("handles", 4),
        Bound("threads", 3 if is_long else WORKERS),
        Bound("widgets", 60 if is_long else 700),
        Bound("windows", 4 if is_long else 45),
        Bound("wrappers", 600 if is_long else 2_500),
        Bound("levels", 10 if is_long else LAGGING),
        # A widget that is made late brings about 14 objects with it.
        Bound("objects", 4_000 if is_long else 8_000, 10.0),
        Bound("files", 100, 2.0),
    )


def read(step: int, folders: Sequence[Path] = ()) -> Reading:
    """Read all meters now, after a garbage collection."""
    for _ in range(2):
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        gc.collect()
    types = Counter(_type_name(one) for one in gc.get_objects())
    return Reading(
        step,
        resident_megabytes(),
        _handles(),
        threading.active_count(),
        len(QApplication.allWidgets()),
        len(QApplication.topLevelWidgets()),
        len(getAllValidWrappers()),
        sum(count for name, count in types.items() if name in KEPT),
        sum(count for name, count in types.items() if name not in CACHED),
        *_files(folders),
        types,
    )


def grown(readings: Sequence[Reading]) -> list[str]:
    """Return a sentence for each meter that grew beyond its bound.

    The medians of the first and the last third after warming up are compared: a single reading may
    be an outlier, and depends on the open level. Files that the program limits may grow up to their
    limit.
    """
    warm = readings[int(len(readings) * WARM) :]
    third = max(1, len(warm) // 3)
    first, last = warm[:third], warm[-third:]
    steps = median(one.step for one in last) - median(one.step for one in first)
    told = []
    for bound in bounds_of(readings[-1].step):
        before, after = (median(getattr(r, bound.meter) for r in part) for part in (first, last))
        allowed = bound.slack + bound.per_thousand * steps / 1000
        if after - before > allowed:
            told.append(
                f"{bound.meter} grew from {before:g} to {after:g} in {steps:g} steps; "
                f"{allowed:g} more are allowed"
            )
    for meter, limit in LIMITS.items():
        most = max(getattr(one, meter) for one in readings)
        if most > limit:
            told.append(f"{meter} reached {most:g}; the limit is {limit:g}")
    return told


def _files(folders: Sequence[Path]) -> tuple[int, int, float, int]:
    """Count files without a limit of their own, snapshots, their megabytes, and pictures."""
    files = [path for folder in folders for path in folder.rglob("*") if path.is_file()]
    pictures = [path for path in files if path.parent.name == "pictures"]
    snapshots = [p for p in files if p.suffix == backups.LEVEL and backups.number_of(p) >= 0]
    megabytes = sum(path.stat().st_size for path in snapshots) / 1e6
    rest = len(files) - len(pictures) - len(snapshots)
    return rest, len(snapshots), megabytes, len(pictures)


def growers(readings: Sequence[Reading], most: int = 20) -> list[tuple[str, int, int]]:
    """Return the types with more objects at the end than after warming up: name, before, after."""
    first, last = readings[int(len(readings) * WARM)].types, readings[-1].types
    more = sorted(last, key=lambda name: first.get(name, 0) - last[name])[:most]
    return [(n, first.get(n, 0), last[n]) for n in more if last[n] > first.get(n, 0)]


def _type_name(one: object) -> str:
    kind = type(one)
    return f"{kind.__module__}.{kind.__qualname__}"


def resident_megabytes() -> float:
    """Return resident memory after freeing unused memory; -1 if it can't be measured."""
    if sys.platform != "linux":
        return -1.0
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * _PAGE / 1e6


def _handles() -> int:
    for folder in ("/proc/self/fd", "/dev/fd"):
        try:
            return len(list(Path(folder).iterdir()))
        except OSError:
            continue
    return -1
