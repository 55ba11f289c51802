"""Backgrounds: load pictures and grids, and reload them when their files change.

Each file is read once for all backgrounds that name it, on a thread of its own: a file on a hanging
network drive then blocks neither the window nor other files. The window waits a moment, so that
small files appear at once. Pictures are shrunk to fit in memory; while a file changes or is
missing, its last contents are kept as long as possible.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Final, Literal, TypeAlias

from PySide6.QtCore import (
    QCoreApplication,
    QEventLoop,
    QFileSystemWatcher,
    QObject,
    QTimer,
    Signal,
)

from editor.document import Document
from editor.services.backgrounds.earlier import EarlierLevel
from editor.services.backgrounds.picture import Picture, read_picture
from editor.services.bake.service import BakeService
from editor.services.worker import Task, Worker
from navcore.bake.grid import NavGrid
from navcore.bake.grid_differences import Differences
from navcore.errors import NavcoreError
from navcore.formats import open_file
from navcore.formats.regular import is_file, is_folder
from navcore.i18n import tr
from navcore.level.edit import Edit
from navcore.level.model import SETTINGS_ID, Background
from navcore.level.operations.backgrounds import file_name, found_path
from navcore.world import World

CALM_MS: Final = 200
"""A file that changes is read when nothing more happened to it for so long."""
PATIENCE: Final = 0.05
"""Seconds that the window waits for all files that are looked at together."""

State: TypeAlias = Literal["loading", "ready", "missing", "bad"]
_Stamp: TypeAlias = tuple[int, int]
_Key: TypeAlias = tuple[str, str]
"""Kind and stored path."""


@dataclass(frozen=True, slots=True)
class Source:
    """A file that a background names, and what came of it."""

    state: State
    path: Path | None = None
    content: Picture | NavGrid | None = None
    """Contents when the file was last read successfully."""
    fault: str = ""
    """Why it can't be read now, as a sentence."""
    stamp: _Stamp | None = None
    """Time and size of the file that was read."""
    watched: tuple[str, ...] = ()
    """The file and its folder, if they exist: files may be added and replaced."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """A file is gone, or can't be read."""

    index: int
    """Index of the background that names it, counted from the back."""
    background: Background
    path: Path | None
    sentence: str
    missing: bool


class BackgroundService(QObject):
    """Holds the contents of the level's backgrounds, and differences of old grids to the bake."""

    changed = Signal(object)
    """Emitted when something has to be repainted."""
    touched = Signal(object)
    """Emitted with a box of the world in which differing cells have changed."""
    troubled = Signal(object)
    """A `Trouble`, once for each."""
    patience: float = PATIENCE
    """Seconds that the window waits for files; infinite: until they are read."""

    def __init__(self, document: Document, bake: BakeService) -> None:
        """Follows this document and this bake."""
        super().__init__()
        self._document, self._bake = document, bake
        self._sources: dict[_Key, Source] = {}
        self._differences: dict[str, Differences] = {}
        self._told: set[tuple[str, str, State]] = set()
        self._running: dict[_Key, Task[Source]] = {}
        self._workers: dict[_Key, Worker] = {}
        """One worker for each file, so that a hanging drive doesn't block other files."""
        self._folder: Path | None = None
        self._last: tuple[Background, ...] = ()
        self._watcher = QFileSystemWatcher(self)
        self._calm = QTimer(self, singleShot=True, interval=CALM_MS)
        self._calm.timeout.connect(self.look)
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self._report_faults)
        self._watcher.fileChanged.connect(lambda _: self._calm.start())
        self._watcher.directoryChanged.connect(lambda _: self._calm.start())
        document.changed.connect(self._follow_edit)
        document.file_changed.connect(self._follow)
        document.loaded.connect(self._forget_told)
        bake.baked.connect(self._follow_world)
        self.earlier = EarlierLevel(document, bake)
        """An earlier level that the drawing is held against."""
        self.earlier.changed.connect(lambda _: self.changed.emit(None))
        self._follow()

    # Queries.

    @property
    def all(self) -> tuple[Background, ...]:
        """The level's backgrounds, back to front."""
        return self._document.level.settings.background

    def source(self, background: Background) -> Source:
        """Return what came of a background's file."""
        return self._sources.get(_key(background), Source("loading"))

    def picture(self, background: Background) -> Picture | None:
        """Return the picture of a background, if it has been read."""
        content = self.source(background).content
        return content if isinstance(content, Picture) else None

    def differences(self, background: Background) -> Differences | None:
        """Return the differences between a grid and the present bake; None while unknown."""
        return self._differences.get(background.path) if background.visible else None

    @property
    def folder(self) -> Path | None:
        """The folder to which paths are relative: the folder of the level's file."""
        path = self._document.path
        return None if path is None else path.parent

    def wait(self) -> None:
        """Return when everything is read; the window stays alive meanwhile."""
        while self._running:
            QCoreApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
        self._report_faults()

    def shutdown(self) -> None:
        """Stop reading and comparing."""
        self.earlier.shutdown()
        for worker in self._workers.values():
            worker.shutdown(0.0, drop=True)

    def look(self) -> None:
        """Reload the pictures that have changed on disk since they were read."""
        self._read({key: s.path for key, s in self._sources.items() if s.path is not None})
        self._watch()
        self._changed()

    # Following.

    def _follow_edit(self, edit: Edit) -> None:
        if SETTINGS_ID in edit.after and self.all != self._last:
            self._follow()

    def _follow(self, _: object = None) -> None:
        """Read newly named files, and forget files that are no longer named."""
        if not self.all and not self._last:
            return
        if self.folder != self._folder:
            self._folder = self.folder
            self._sources = {
                key: s
                for key, s in self._sources.items()
                if s.path == found_path(key[1], self._folder)
            }
        self._last = self.all
        named = {_key(background) for background in self.all}
        self._sources = {key: s for key, s in self._sources.items() if key in named}
        for key in self._workers.keys() - named:
            self._running.pop(key, None)
            self._workers.pop(key).shutdown(0.0, drop=True)
        wanted: dict[_Key, Path] = {}
        for key in named - self._sources.keys():
            path = found_path(key[1], self._folder)
            if path is None:
                self._sources[key] = Source("missing", fault=_missing(key[1]))
            else:
                self._sources[key] = Source("loading", path)
                wanted[key] = path
        self._read(wanted)
        self._watch()
        self._compare()
        self._changed()

    def _forget_told(self, _: object = None) -> None:
        self._told.clear()
        self._changed()

    def _watch(self) -> None:
        """Watch the files and folders that existed when they were last read."""
        wanted = {place for source in self._sources.values() for place in source.watched}
        watched = set(self._watcher.files()) | set(self._watcher.directories())
        if watched - wanted:
            self._watcher.removePaths(sorted(watched - wanted))
        if wanted - watched:
            self._watcher.addPaths(sorted(wanted - watched))

    # Reading.

    def _read(self, wanted: Mapping[_Key, Path]) -> None:
        """Read changed files; wait a moment for all of them."""
        asked: list[tuple[Worker, Task[Source]]] = []
        for key, path in wanted.items():
            worker = self._workers.setdefault(key, Worker("background"))
            if key in self._running:
                worker.abandon(self._running[key])
            known = self._sources[key]
            task = worker.submit(partial(_look, key[0], path, known), partial(self._take, key))
            self._running[key] = task
            asked.append((worker, task))
        until = monotonic() + self.patience
        for worker, task in asked:
            worker.finish(task, until - monotonic())

    def _take(self, key: _Key, task: Task[Source]) -> None:
        """Receive the result of a worker, on the window's thread."""
        del self._running[key]
        waiting, source = self._sources.get(key), task.result
        if waiting is None or waiting.path != source.path or waiting is source:
            return
        self._put(key, source)
        self._watch()
        self._compare()
        self._changed()

    def _put(self, key: _Key, source: Source) -> None:
        """Store the result; if a file can't be read any more, keep its last contents."""
        before = self._sources.get(key)
        if source.state == "bad" and before is not None and before.content is not None:
            source = replace(source, content=before.content)
        if source.state == "ready":
            self._told = {told for told in self._told if told[:2] != key}
        if before is None or source.content is not before.content:
            self._differences.pop(key[1], None)
        self._sources[key] = source

    # Comparing.

    def _compare(self) -> None:
        """Compare grids that are shown and were not compared yet."""
        shown = {b.path: b for b in self.all if b.kind == "grid" and b.visible}
        self._differences = {
            path: found for path, found in self._differences.items() if path in shown
        }
        for path in shown.keys() - self._differences.keys():
            key = ("grid", path)
            source = self._sources.get(key)
            if source is not None and isinstance(source.content, NavGrid):
                grid = source.content
                self._attempt(path, partial(Differences, grid, self._bake.world.grid))

    def _follow_world(self, world: World) -> None:
        for path, found in list(self._differences.items()):
            self._attempt(path, partial(_updated, found, world))
        if (self._differences or self.earlier.differences) and world.dirty:
            self._touch(world)

    def _touch(self, world: World) -> None:
        """Repaint cells; those of an old grid may extend half a cell beyond those of the bake."""
        lattice = world.grid.lattice
        for rect in world.dirty or ():
            low = lattice.centre_of(rect.column0 - 1, rect.row0 - 1)
            self.touched.emit((*low, *lattice.centre_of(rect.column1, rect.row1)))

    def _attempt(self, path: str, compare: Callable[[], Differences]) -> None:
        try:
            self._differences[path] = compare()
        except NavcoreError as fault:
            self._differences.pop(path, None)
            source = self._sources["grid", path]
            bad = replace(source, state="bad", content=None, fault=str(fault))
            self._sources["grid", path] = bad

    # Telling.

    def _changed(self) -> None:
        self.changed.emit(None)
        self._soon.start()

    def _report_faults(self) -> None:
        """Report each fault once; delayed, because a path may change twice in a row."""
        for index, background in enumerate(self.all):
            source, key = self.source(background), _key(background)
            if source.state in {"missing", "bad"} and (*key, source.state) not in self._told:
                self._told.add((*key, source.state))
                missing = source.state == "missing"
                trouble = Trouble(index, background, source.path, source.fault, missing)
                self.troubled.emit(trouble)


def _key(background: Background) -> _Key:
    return (background.kind, background.path)


def _stamp(path: Path) -> _Stamp | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return (found.st_mtime_ns, found.st_size)


def _look(kind: str, path: Path, known: Source, _: object) -> Source:
    """Return the contents of the file, or `known` if unchanged; on the worker's thread."""
    stamp = _stamp(path)
    there = is_file(path)
    watched = tuple(
        str(place)
        for place, is_there in ((path, there), (path.parent, is_folder(path.parent)))
        if is_there
    )
    if not there:
        return Source("missing", path, fault=_missing(str(path)), watched=watched)
    if known.state not in {"loading", "missing"} and stamp == known.stamp:
        return known if watched == known.watched else replace(known, watched=watched)
    try:
        content = read_picture(path) if kind == "picture" else read_grid(path)
    except NavcoreError as fault:
        return Source("bad", path, None, str(fault), stamp, watched)
    return Source("ready", path, content, "", stamp, watched)


def read_grid(path: Path) -> NavGrid:
    """Return the grid in a file.

    Raises:
        NavcoreError: if it can't be read, or holds a level.
    """
    content = open_file(path).content
    if not isinstance(content, NavGrid):
        message = tr("{0} contains a level, not a grid: choose the file that the game loads.")
        raise NavcoreError(message.format(path.name))
    return content


def _updated(found: Differences, world: World) -> Differences:
    found.follow(world.grid, world.dirty)
    return found


def _missing(path: str) -> str:
    return tr("{0} is missing. It should be at {1}.").format(file_name(path), path)
