"""`navcore bake`: levels to the grids that games load, for build machines."""

import argparse
import os
from collections.abc import Sequence
from pathlib import Path, PurePosixPath
from typing import Final

import msgspec
import numpy as np

from navcore.cli.answer import Answer
from navcore.cli.commands import profile_from, world_of
from navcore.cli.progress import progress
from navcore.errors import NavcoreError
from navcore.export import (
    ExportFault,
    Written,
    default_target,
    differing,
    faults,
    format_of,
    resolved,
    write_exports,
)
from navcore.formats import check_grid_target, open_file
from navcore.formats.atomic import make_folder
from navcore.level.model import DoorStates, ExportTarget, Level

HELP: Final = """\
A level names the grids that it writes, in the folder of its file; Ctrl+Shift+E in the editor
chooses them. -o writes another one instead, --out-dir all of them into one folder, LEVEL.grid.txt
for a level that names none. Levels are baked one after the other, also when one of them fails.
A file that is not a grid is never replaced, and one that would not change is left alone.

GRID.txt holds a header and rows of 1 and 0, the lowest z first: walkable cells and nothing else.
GRID.json holds the same and
  doors    [{"name", "open", "cells": [[z, x0, x1], ...]}]: the cells of row z from column x0 up to,
           but not including, x1 that fall when this door alone is shut
and, only where there is something to say:
  profile, layer
           agent type and storey; without them the unnamed type, and the ground
  cost     [[number, ...], ...] a row of cells each, the lowest z first: what a metre costs, 0 where
           a cell is blocked; without it 1 everywhere
  links    [{"id", "name", "type", "from", "to", "toLayer", "cells", "cost", "seconds", "oneWay",
           "width", "needs"}]: those that lead from this storey and that these agents can take.
           from, to: one or two points [x, z]; cells: [[column, row, to column, to row], ...], what
           it joins, the second on the storey toLayer, or on this one if there is no such key;
           cost: metres of plain ground; seconds: null where the level leaves it to type and length

"""

_REMEDIES: Final = {
    "no_folder": "Make it first, or add --out-dir DIR.",
    "outside": "Add --outside if that is intended.",
    "failed": "",
}


def bake(options: argparse.Namespace) -> Answer:
    """Writes the grids of levels, or says which would differ."""
    if options.output is not None and len(options.files) > 1:
        message = "-o takes one level; add --out-dir DIR to write those of several"
        raise NavcoreError(message)
    work = _Work(options)
    work.take_collisions()
    with progress("bake", len(options.files)) as advance:
        for file in options.files:
            work.attempt(file)
            advance()
    return work.answer()


class _Work:
    """One call of the command: files written so far, and errors."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.lines: list[str] = []
        self.notes: list[str] = []
        self.failed = False
        self.differs = False

    def answer(self) -> Answer:
        """Return all of it."""
        text = "".join(f"{line}\n" for line in self.lines)
        return Answer(text, not self.differs, tuple(self.notes), self.failed)

    def attempt(self, file: Path) -> None:
        """Bake one level; an error is reported, and the next level follows."""
        try:
            self._bake(file)
        except ExportFault as fault:
            remedy = _REMEDIES.get(fault.reason, "")
            self._fail(" ".join(filter(None, (_with_level_name(file, fault), remedy))))
        except NavcoreError as error:
            self._fail(str(error))

    def take_collisions(self) -> None:
        """Refuse levels whose grids would overwrite each other.

        Raises:
            NavcoreError: if they would; the text names both levels.
        """
        if len(self.options.files) == 1:
            return
        taken: dict[str, Path] = {}
        for file in self.options.files:
            for target in self._targets_in(file):
                key = os.path.realpath(resolved(target.path, file)).casefold()
                other = taken.setdefault(key, file)
                if other is not file:
                    shown = _shown(file, target, self.options)
                    message = f"{shown}: {other} and {file} would both write this file"
                    raise NavcoreError(message)

    def _targets_in(self, file: Path) -> tuple[ExportTarget, ...]:
        """Return the targets of a level; none if the file can't be read, which fails later."""
        try:
            return self._targets(file, _level_in(file)[0])
        except NavcoreError:
            return ()

    def _bake(self, file: Path) -> None:
        level, notes = _level_in(file)
        self.notes += notes
        options, targets = self.options, self._targets(file, level)
        if options.output is not None:
            check_grid_target(options.output)
        # Exports named by the level stay in its folder; the call may name any path.
        given = options.output is not None or options.out_dir is not None
        may_leave = None if given or options.outside else _never
        for fault in faults(file, targets, may_leave):
            missing = fault is not None and fault.reason == "no_folder"
            if fault is not None and not (missing and (options.out_dir or options.check)):
                raise fault
        world = world_of(level, file, options)
        # Without these options each export uses the profile that it names.
        is_given = options.profile or options.radius is not None
        profile = profile_from(options, level) if is_given else None
        if options.check:
            found = differing(world, file, targets, may_leave=may_leave, profile=profile)
            self.differs |= bool(found)
            self.lines += [f"{_shown(file, p.target, options)}: differs" for p in found]
            return
        if options.out_dir is not None:
            make_folder(options.out_dir)
        done = write_exports(world, file, targets, may_leave=may_leave, profile=profile)
        self.lines += [_line(_shown(file, one.place.target, options), one) for one in done]

    def _targets(self, file: Path, level: Level) -> tuple[ExportTarget, ...]:
        """Return the exports of a level, with absolute paths if the call names them.

        Raises:
            NavcoreError: if neither the level nor the call names any.
        """
        options = self.options
        if options.output is not None:
            path = options.output.absolute()
            doors: DoorStates = options.doors or "drawn"
            target = ExportTarget(path=path.as_posix(), format=format_of(path), doors=doors)
            return (msgspec.structs.replace(target, layer=options.layer, state=options.state),)
        targets = level.settings.exports
        if options.out_dir is not None:
            folder = options.out_dir.absolute()
            targets = tuple(
                msgspec.structs.replace(
                    target, path=(folder / PurePosixPath(target.path).name).as_posix()
                )
                for target in targets or (default_target(file.stem),)
            )
        if not targets:
            message = (
                f"{file}: this level names no grids to write; add -o GRID or --out-dir DIR, "
                "or choose them in the editor with Ctrl+Shift+E"
            )
            raise NavcoreError(message)
        given = {"doors": options.doors, "layer": options.layer, "state": options.state}
        given = {name: value for name, value in given.items() if value}
        return tuple(msgspec.structs.replace(target, **given) for target in targets)

    def _fail(self, sentence: str) -> None:
        self.failed = True
        self.notes.append(sentence)


def _level_in(file: Path) -> tuple[Level, Sequence[str]]:
    opened = open_file(file)
    if not isinstance(opened.content, Level):
        message = f"{file}: this is a baked grid already; bake takes a level"
        raise NavcoreError(message)
    return opened.content, opened.warnings


def _never(path: Path) -> bool:
    return False


def _with_level_name(file: Path, fault: ExportFault) -> str:
    """Return the fault, with the level where its text names only the grid."""
    named = str(fault).partition(": ")[0]
    return str(fault) if Path(named).is_absolute() else f"{file}: {fault}"


def _shown(file: Path, target: ExportTarget, options: argparse.Namespace) -> Path:
    """Return the path of a grid as the call would write it."""
    if options.output is not None:
        return Path(options.output)
    if options.out_dir is not None:
        return Path(options.out_dir / PurePosixPath(target.path).name)
    return file.parent / target.path


def _line(shown: Path, written: Written) -> str:
    grid = written.grid
    walkable = int(np.count_nonzero(grid.walkable)) * grid.cell_size**2
    doors = len(written.opened) + len(written.shut)
    return (
        f"{shown}: {grid.width} x {grid.depth} cells, {walkable:.1f} m2 walkable, "
        f"{doors} {'door' if doors == 1 else 'doors'} ({len(written.shut)} shut)"
    )
