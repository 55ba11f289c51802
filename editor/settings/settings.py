"""Typed preferences of the user, stored by QSettings.

They contain no data of levels, and levels contain no preferences.
"""

import json
import math
import os
import stat
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from tempfile import gettempdir
from typing import Generic, TypeVar

from PySide6.QtCore import QByteArray, QSettings, QStandardPaths

from editor.settings.recent import RecentFiles

THEMES = ("system", "dark", "light")
COLOURS = ("clear", "classic")
MOTIONS = ("system", "reduced")
"""Amount of animation: as the system asks, or as little as possible."""

PRESETS = ("draw", "play", "check")
"""Choices of overlays, each for one kind of work."""

SNAPS = ("grid", "vertex", "midpoint", "edge", "crossing")
"""Things that places can snap to."""

MOST_RECENT_ACTIONS = 6

_COARSEST = 10.0
_FINEST = 0.05
WHEELS = ("device", "zoom", "pan")
"""Effect of the mouse wheel: depending on the device, or always the same."""


Value = TypeVar("Value")


class Stored(Generic[Value]):
    """A property of `Settings` stored under a key; `read` converts any value found in the file."""

    def __init__(self, key: str, default: object, read: Callable[[object], Value]) -> None:
        """Kept under `key`; `read` gets `default` where nothing is stored."""
        self._key, self._default, self._read = key, default, read

    def __get__(self, settings: "Settings", owner: object) -> Value:
        """Return the stored value, or the default."""
        return self._read(settings.store.value(self._key, self._default))

    def __set__(self, settings: "Settings", value: Value) -> None:
        """Store this value at once."""
        settings.store.setValue(self._key, value)


def choice(key: str, allowed: Sequence[str]) -> Stored[str]:
    """Declare a property with one of these values; the first is the default."""
    default = allowed[0]

    def read(value: object) -> str:
        return value if isinstance(value, str) and value in allowed else default

    return Stored(key, default, read)


def flag(key: str, *, default: bool) -> Stored[bool]:
    """Declare a property that is True or False."""
    return Stored(key, default, _as_bool)


def _as_bool(value: object) -> bool:
    return value if isinstance(value, bool) else str(value).lower() == "true"


def _bytes(value: object) -> QByteArray:
    return value if isinstance(value, QByteArray) else QByteArray()


def _words(value: object) -> tuple[str, ...]:
    """Return words; the file has a single word as text, several as a list."""
    words = [value] if isinstance(value, str) else value
    return tuple(map(str, words)) if isinstance(words, list | tuple) else ()


class Settings:
    """Preferences; each property reads and writes its key at once."""

    theme = choice("theme", THEMES)
    """`system`, `dark` or `light`."""
    colours = choice("colours", COLOURS)
    """`clear`, safe for colour-blind eyes, or `classic`, by what terrain costs."""
    motion = choice("motion", MOTIONS)
    """`system` or `reduced`."""
    wheel = choice("wheel", WHEELS)
    """`device` (a wheel zooms, two fingers pan), `zoom` or `pan`."""
    language = Stored("language", "", lambda value: value if isinstance(value, str) else "")
    """Code of the program's language; empty: the system's language."""
    hints_hidden = flag("hintsHidden", default=False)
    """True if the hints of the first steps were hidden, or are done."""
    started_before = flag("startedBefore", default=False)
    """True if a level was ever opened or begun with these preferences."""
    panels_told = flag("panelsTold", default=False)
    """True if a message has said how hidden panels come back."""
    wheel_told = flag("wheelTold", default=False)
    """True if a message has said that two fingers pan, and where to change that."""
    preset = choice("preset", PRESETS)
    """Shown preset of overlays: `draw`, `play` or `check`."""
    snap = flag("snap", default=True)
    """True if drawing and moving snap."""
    take_along = flag("takeAlong", default=True)
    """True if elements in a room move along with it."""
    seeks_shorter = flag("seeksShorter", default=False)
    """True if all agents of a run look for a shorter path when ground opens or becomes cheaper."""
    grid = flag("grid", default=True)
    """True if grid lines are shown."""
    legend_folded = flag("legendFolded", default=False)
    """True if only the head of the legend is shown."""
    geometry = Stored("window/geometry", None, _bytes)
    """Size and place of the window; empty at the first start."""
    layout = Stored("window/layout", None, _bytes)
    """Places of the docks; empty at the first start."""
    tabs = Stored("window/tabs", (), _words)
    """Names of the panels that docks showed in front."""

    def __init__(self, path: Path | None = None) -> None:
        """Open preferences in this ini file, or at the system's location.

        A path that isn't a regular file, like a pipe or a device, is not opened, because Qt would
        wait for it. Then preferences last as long as the program.
        """
        if _is_no_file(path or _proposed_path()):
            name = f"waywright-{os.getpid()}.ini"
            self.store = QSettings(str(Path(gettempdir()) / name), QSettings.Format.IniFormat)
        elif path is None:
            self.store = QSettings(
                QSettings.Format.IniFormat, QSettings.Scope.UserScope, "Waywright", "waywright"
            )
        else:
            self.store = QSettings(str(path), QSettings.Format.IniFormat)
        """Storage of the values, used by the properties."""
        self.recent = RecentFiles(self.store)
        """The files that were opened or saved last."""

    def write(self) -> None:
        """Write changes now; otherwise that happens from time to time."""
        self.store.sync()

    def keys(self) -> dict[str, tuple[str, ...]]:
        """Return the shortcuts of actions that the user changed, by the action's id."""
        try:
            read = json.loads(str(self.store.value("keys", "{}")))
        except (ValueError, RecursionError):
            return {}
        if not isinstance(read, dict):
            return {}
        return {
            name: tuple(key for key in keys if isinstance(key, str))
            for name, keys in read.items()
            if isinstance(keys, list)
        }

    def set_keys(self, keys: Mapping[str, tuple[str, ...]]) -> None:
        """Store these shortcuts, and forget earlier ones."""
        self.store.setValue("keys", json.dumps(keys, sort_keys=True))

    def numbers(self, name: str) -> dict[str, float]:
        """The numbers that a dialog was left with, by their names; choices are numbers, too."""
        try:
            read = json.loads(str(self.store.value(f"numbers/{name}", "{}")))
        except (ValueError, RecursionError):
            return {}
        listed = read.items() if isinstance(read, dict) else ()
        return {
            key: float(number)
            for key, number in listed
            if isinstance(number, int | float) and math.isfinite(number)
        }

    def set_numbers(self, name: str, numbers: Mapping[str, float]) -> None:
        """Remember these for the next time."""
        self.store.setValue(f"numbers/{name}", json.dumps(numbers, sort_keys=True))

    @property
    def recent_actions(self) -> tuple[str, ...]:
        """Ids of the actions that were run from the list of all actions, the last one first."""
        value = self.store.value("recentActions", "")
        return tuple(filter(None, value.split(" "))) if isinstance(value, str) else ()

    def note_action(self, name: str) -> None:
        """This action was run from the list of all actions."""
        others = [other for other in self.recent_actions if other != name]
        self.store.setValue("recentActions", " ".join([name, *others][:MOST_RECENT_ACTIONS]))

    @property
    def folder(self) -> Path | None:
        """The folder that file dialogs begin in."""
        value = self.store.value("folder", "")
        return Path(value) if isinstance(value, str) and value else None

    @folder.setter
    def folder(self, value: Path) -> None:
        self.store.setValue("folder", str(value))

    @property
    def snap_step(self) -> float:
        """Grid step that places snap to and arrow keys move by, metres, 0.05 to 10."""
        value = self._number("snapStep", 0.5)
        return min(_COARSEST, max(_FINEST, value)) if math.isfinite(value) else 0.5

    @snap_step.setter
    def snap_step(self, value: float) -> None:
        self.store.setValue("snapStep", value)

    @property
    def snap_to(self) -> frozenset[str]:
        """Things that places snap to while snapping is on: some of `SNAPS`."""
        return frozenset(kind for kind in SNAPS if self._flag(f"snapTo/{kind}", default=True))

    def set_snap_to(self, kind: str, *, on: bool) -> None:
        """Snap to this kind of thing, or don't."""
        self.store.setValue(f"snapTo/{kind}", on)

    def may_export(self, level: Path, target: Path) -> bool:
        """Return whether the user has allowed this level to write to a file outside its folder."""
        return self._flag(f"exportsOutside/{_key(level)}/{_key(target)}", default=False)

    def allow_export(self, level: Path, target: Path) -> None:
        """Let this level write to a file outside its folder from now on."""
        self.store.setValue(f"exportsOutside/{_key(level)}/{_key(target)}", True)

    def overlay_shown(self, preset: str, name: str, *, default: bool) -> bool:
        """Return whether a preset shows the overlay with this name."""
        return self._flag(_overlay_key(preset, name), default=default)

    def set_overlay_shown(self, preset: str, name: str, *, shown: bool) -> None:
        """Remember whether a preset shows the overlay of this name."""
        self.store.setValue(_overlay_key(preset, name), shown)

    def forget_overlays(self, preset: str, names: Iterable[str]) -> None:
        """Reset a preset of overlays to its defaults."""
        for name in names:
            self.store.remove(_overlay_key(preset, name))

    def _flag(self, key: str, *, default: bool) -> bool:
        return _as_bool(self.store.value(key, default))

    def _number(self, key: str, default: float) -> float:
        try:
            return float(str(self.store.value(key, default)))
        except ValueError:
            return default


def _proposed_path() -> Path:
    """Return Qt's path of preferences; computed, because opening a pipe there would block."""
    config = QStandardPaths.StandardLocation.GenericConfigLocation
    return Path(QStandardPaths.writableLocation(config)) / "Waywright" / "waywright.ini"


def _is_no_file(path: Path) -> bool:
    """Return whether something other than a file or a folder has this path."""
    try:
        mode = path.stat().st_mode
    except (OSError, ValueError):
        return False
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode))


def _overlay_key(preset: str, name: str) -> str:
    """Return the key of an overlay; the first preset has none in it, as in older versions."""
    return "/".join(filter(None, ("overlays", preset, name)))


def _key(path: Path) -> str:
    """Return the key for a path, the same for all spellings; slashes would make folders."""
    return Path(os.path.realpath(path)).as_posix().replace("%", "%25").replace("/", "%2F")
