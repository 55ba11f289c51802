"""Target files of exported grids: paths relative to the level, and checks before writing."""

import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path, PurePath, PurePosixPath, PureWindowsPath
from typing import Final, Literal, NamedTuple, TypeAlias

from navcore.errors import NavcoreError
from navcore.formats import held_in
from navcore.i18n import tr
from navcore.level.model import ExportTarget, GridFormat

Reason: TypeAlias = Literal[
    "name", "level", "foreign", "twice", "outside", "unsaved", "no_folder", "is_folder",
    "read_only", "failed",
]  # fmt: skip
"""Why a grid can't be written, for code that offers a remedy."""

MayLeave: TypeAlias = Callable[[Path], bool]
"""Function that returns whether a grid may be written to a path outside the level's folder."""

SUFFIXES: Final[dict[GridFormat, str]] = {"txt": ".txt", "json": ".json"}


class ExportFault(NavcoreError):
    """A grid can't be written where its target says; the text begins with the path."""

    def __init__(self, message: str, reason: Reason, number: int, path: Path) -> None:
        """About the target of this number, counted from 0.

        `path` is the file, or the folder that is missing.
        """
        super().__init__(message)
        self.reason = reason
        self.number = number
        self.path = path


class Place(NamedTuple):
    """A target and the file that it means."""

    target: ExportTarget
    path: Path


def format_of(path: str | os.PathLike[str]) -> GridFormat:
    """Return the format of a grid by how its name ends: `json`, else `txt`."""
    return "json" if PurePath(path).suffix.lower() == ".json" else "txt"


def default_target(stem: str, folder: Path | None = None) -> ExportTarget:
    """Return `STEM.grid.txt` beside the level, or in a folder if the level has no file yet."""
    name = f"{stem}.grid.txt"
    return ExportTarget(path=name if folder is None else (folder / name).as_posix())


def resolved(path: str, level_path: Path | None) -> Path:
    """Return the file of a target's path, which is relative to the folder of the level's file.

    The working directory doesn't matter. Without a level file only absolute paths are valid, see
    `faults`.
    """
    if level_path is None:
        return Path(path)
    return level_path.absolute().parent / path


def named_from(path: Path, level_path: Path | None) -> str:
    """Return the stored path of a target file: with slashes, relative to the level if possible.

    It is absolute for a level without a file, and for a file on another drive. Symbolic links to
    folders are resolved first, because `..` leads out of the real folder.
    """
    target = Path(os.path.normpath(path.absolute()))
    if level_path is None:
        return target.as_posix()
    folder, own = (os.path.realpath(one.absolute().parent) for one in (path, level_path))
    try:
        return PurePath(os.path.relpath(Path(folder, path.name), own)).as_posix()
    except ValueError:
        return target.as_posix()


def faults(
    level_path: Path | None, targets: Sequence[ExportTarget], may_leave: MayLeave | None = None
) -> list[ExportFault | None]:
    """Return why each target can't be written, None where it can. Nothing is written.

    `may_leave` decides which paths outside the level's folder are allowed; None allows all.
    """
    found: list[ExportFault | None] = []
    seen: set[str] = set()
    for number, target in enumerate(targets):
        check = _Check(level_path, target, number)
        found.append(check.fault(may_leave) or check.twice(seen))
    return found


class _Check:
    """The checks of one target."""

    def __init__(self, level_path: Path | None, target: ExportTarget, number: int) -> None:
        self.level_path = level_path
        self.target = target
        self.number = number
        self.path = resolved(target.path, level_path)

    def fault(self, may_leave: MayLeave | None) -> ExportFault | None:
        """Return the first thing, or None."""
        try:
            return (
                self._name()
                or self._content()
                or (None if may_leave is None else self._outside(may_leave))
                or self._folder()
            )
        except OSError:
            return self._fault(tr("{0}: there can be no such file."), "name")

    def twice(self, seen: set[str]) -> ExportFault | None:
        """Return a fault if an earlier target, in `seen`, is the same file."""
        key = os.path.realpath(self.path).casefold()
        if key in seen:
            sentence = tr("{0}: two exports go to this file. Take another name for one of them.")
            return self._fault(sentence, "twice")
        seen.add(key)
        return None

    def _fault(self, text: str, reason: Reason, path: Path | None = None) -> ExportFault:
        message = text.format(self.target.path, *((path,) if path else ()))
        return ExportFault(message, reason, self.number, path or self.path)

    def _name(self) -> ExportFault | None:
        text = self.target.path
        if self.level_path is None and not self.path.is_absolute():
            sentence = tr("{0}: this path begins at the level's folder. Save the level first.")
            return self._fault(sentence, "unsaved")
        if sys.platform != "win32" and PureWindowsPath(text).drive:
            return self._fault(tr("{0}: this is a path of another system."), "name")
        if "\\" in text:
            sentence = tr("{0}: write / between folders, which every system understands.")
            return self._fault(sentence, "name")
        if text.startswith("~") and "/" in text:
            sentence = tr("{0}: ~ is another folder for everybody. Begin at the level's folder.")
            return self._fault(sentence, "name")
        wanted = SUFFIXES[self.target.format]
        if PurePosixPath(text).suffix.lower() != wanted or "\0" in text:
            sentence = (
                tr("{0}: the name of a text grid must end in .txt.")
                if self.target.format == "txt"
                else tr("{0}: the name of a JSON grid must end in .json.")
            )
            return self._fault(sentence, "name")
        return None

    def _content(self) -> ExportFault | None:
        """Return a fault for the level's own file, and for a file that is not a grid."""
        own = self.level_path
        sentence = tr("{0}: this file holds a level, a grid would overwrite it. Take another name.")
        if own is not None and _same_file(self.path, own):
            return self._fault(sentence, "level")
        try:
            held = held_in(self.path)
        except NavcoreError:
            return self._fault(tr("{0}: this file can't be read."), "read_only")
        if held == "level":
            return self._fault(sentence, "level")
        if held == "other":
            sentence = tr(
                "{0}: this file is not a grid and would be lost. Take another name, "
                "or remove it first."
            )
            return self._fault(sentence, "foreign")
        return None

    def _outside(self, may_leave: MayLeave) -> ExportFault | None:
        if self.level_path is None:
            return None
        folder = Path(os.path.realpath(self.level_path.absolute().parent))
        if Path(os.path.realpath(self.path)).is_relative_to(folder) or may_leave(self.path):
            return None
        return self._fault(tr("{0}: this file lies outside the level's folder."), "outside")

    def _folder(self) -> ExportFault | None:
        folder = self.path.parent
        if self.path.is_dir():
            return self._fault(tr("{0}: this is a folder. Give the file a name."), "is_folder")
        if not folder.is_dir():
            folder = Path(os.path.normpath(folder))
            return self._fault(tr("{0}: the folder {1} doesn't exist."), "no_folder", folder)
        # The new file takes the place of the old one, so both must let it.
        fits = os.access(folder, os.W_OK)
        if self.path.exists():
            fits = fits and self.path.is_file() and os.access(self.path, os.W_OK)
        if not fits:
            return self._fault(tr("{0}: nothing can be written there."), "read_only")
        return None


def _same_file(path: Path, other: Path) -> bool:
    """Return whether both paths lead to one file, through links, capitals or dots."""
    try:
        if path.samefile(other):
            return True
    except OSError:
        # One of them does not exist.
        pass
    return os.path.realpath(path).casefold() == os.path.realpath(other).casefold()
