"""Preferences of the user, typed, kept by QSettings.

Nothing of a level stands here, and nothing of the user stands in a level.
"""

import json
import math
import os
import stat
from collections.abc import Mapping
from pathlib import Path
from tempfile import gettempdir

from PySide6.QtCore import QByteArray, QSettings, QStandardPaths

from editor.settings.recent import RecentFiles

THEMES = ("system", "dark", "light")
MOTIONS = ("system", "reduced")
"""How much moves: what the system asks for, or always as little as can be."""

SNAPS = ("grid", "vertex", "midpoint", "edge", "crossing")
"""What places can snap to."""

MOST_RECENT_ACTIONS = 6

_COARSEST = 10.0
_FINEST = 0.05
WHEELS = ("device", "zoom", "pan")
"""What turning the wheel does: what the device suggests, or always the same."""


class Settings:
    """Preferences; each property reads and writes its key at once."""

    def __init__(self, path: Path | None = None) -> None:
        """Preferences in this ini file; without one, where the system keeps them.

        What is there but no file, a pipe or a device, is not opened: Qt would wait for it. Then
        preferences last as long as the program.
        """
        if _is_no_file(path or _proposed_path()):
            name = f"waywright-{os.getpid()}.ini"
            self._store = QSettings(str(Path(gettempdir()) / name), QSettings.Format.IniFormat)
        elif path is None:
            self._store = QSettings(
                QSettings.Format.IniFormat, QSettings.Scope.UserScope, "Waywright", "waywright"
            )
        else:
            self._store = QSettings(str(path), QSettings.Format.IniFormat)
        self.recent = RecentFiles(self._store)
        """The files that were opened or saved last."""

    def write(self) -> None:
        """Write down now what was changed; otherwise that is done now and then."""
        self._store.sync()

    @property
    def theme(self) -> str:
        """`system`, `dark` or `light`."""
        value = self._store.value("theme", "system")
        return value if isinstance(value, str) and value in THEMES else "system"

    @theme.setter
    def theme(self, value: str) -> None:
        self._store.setValue("theme", value)

    @property
    def language(self) -> str:
        """The code of the language that the program speaks; empty: what the system asks for."""
        value = self._store.value("language", "")
        return value if isinstance(value, str) else ""

    @language.setter
    def language(self, value: str) -> None:
        self._store.setValue("language", value)

    @property
    def motion(self) -> str:
        """`system` or `reduced`."""
        value = self._store.value("motion", "system")
        return value if isinstance(value, str) and value in MOTIONS else "system"

    @motion.setter
    def motion(self, value: str) -> None:
        self._store.setValue("motion", value)

    def keys(self) -> dict[str, tuple[str, ...]]:
        """The keys of those actions whose keys the user changed, by the action's id."""
        try:
            read = json.loads(str(self._store.value("keys", "{}")))
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
        """Remember these, and none of those before."""
        self._store.setValue("keys", json.dumps(keys, sort_keys=True))

    @property
    def recent_actions(self) -> tuple[str, ...]:
        """Ids of the actions that were run from the list of all actions, the last one first."""
        value = self._store.value("recentActions", "")
        return tuple(filter(None, value.split(" "))) if isinstance(value, str) else ()

    def note_action(self, name: str) -> None:
        """This action was run from the list of all actions."""
        others = [other for other in self.recent_actions if other != name]
        self._store.setValue("recentActions", " ".join([name, *others][:MOST_RECENT_ACTIONS]))

    @property
    def hints_hidden(self) -> bool:
        """Whether the hints of the first steps were hidden, or are done."""
        return self._flag("hintsHidden", default=False)

    @hints_hidden.setter
    def hints_hidden(self, value: bool) -> None:
        self._store.setValue("hintsHidden", value)

    @property
    def started_before(self) -> bool:
        """Whether anything was ever opened or begun with these preferences."""
        return self._flag("startedBefore", default=False)

    @started_before.setter
    def started_before(self, value: bool) -> None:
        self._store.setValue("startedBefore", value)

    @property
    def panels_told(self) -> bool:
        """Whether it was said once how hidden panels come back."""
        return self._flag("panelsTold", default=False)

    @panels_told.setter
    def panels_told(self, value: bool) -> None:
        self._store.setValue("panelsTold", value)

    @property
    def wheel(self) -> str:
        """`device` (a wheel zooms, two fingers pan), `zoom` or `pan`."""
        value = self._store.value("wheel", "device")
        return value if isinstance(value, str) and value in WHEELS else "device"

    @wheel.setter
    def wheel(self, value: str) -> None:
        self._store.setValue("wheel", value)

    @property
    def wheel_told(self) -> bool:
        """Whether it was said once that two fingers pan, and where to change that."""
        return self._flag("wheelTold", default=False)

    @wheel_told.setter
    def wheel_told(self, value: bool) -> None:
        self._store.setValue("wheelTold", value)

    @property
    def folder(self) -> Path | None:
        """The folder that file dialogs begin in."""
        value = self._store.value("folder", "")
        return Path(value) if isinstance(value, str) and value else None

    @folder.setter
    def folder(self, value: Path) -> None:
        self._store.setValue("folder", str(value))

    @property
    def snap(self) -> bool:
        """Whether drawing and moving snap."""
        return self._flag("snap", default=True)

    @snap.setter
    def snap(self, value: bool) -> None:
        self._store.setValue("snap", value)

    @property
    def snap_step(self) -> float:
        """Grid step that places snap to and arrow keys move by, metres, 0.05 to 10."""
        value = self._number("snapStep", 0.5)
        return min(_COARSEST, max(_FINEST, value)) if math.isfinite(value) else 0.5

    @snap_step.setter
    def snap_step(self, value: float) -> None:
        self._store.setValue("snapStep", value)

    @property
    def snap_to(self) -> frozenset[str]:
        """What places snap to while snapping is on: some of `SNAPS`."""
        return frozenset(kind for kind in SNAPS if self._flag(f"snapTo/{kind}", default=True))

    def set_snap_to(self, kind: str, *, on: bool) -> None:
        """Snap to this kind of thing, or don't."""
        self._store.setValue(f"snapTo/{kind}", on)

    @property
    def grid(self) -> bool:
        """Whether grid lines are shown."""
        return self._flag("grid", default=True)

    @grid.setter
    def grid(self, value: bool) -> None:
        self._store.setValue("grid", value)

    def may_export(self, level: Path, target: Path) -> bool:
        """Whether this level may write to a file outside its folder: it was asked for once."""
        return self._flag(f"exportsOutside/{_key(level)}/{_key(target)}", default=False)

    def allow_export(self, level: Path, target: Path) -> None:
        """Let this level write to a file outside its folder from now on."""
        self._store.setValue(f"exportsOutside/{_key(level)}/{_key(target)}", True)

    @property
    def geometry(self) -> QByteArray:
        """Size and place of the window; empty at the first start."""
        return self._bytes("window/geometry")

    @geometry.setter
    def geometry(self, value: QByteArray) -> None:
        self._store.setValue("window/geometry", value)

    @property
    def layout(self) -> QByteArray:
        """Places of the docks; empty at the first start."""
        return self._bytes("window/layout")

    @layout.setter
    def layout(self, value: QByteArray) -> None:
        self._store.setValue("window/layout", value)

    def overlay_visible(self, name: str, *, default: bool) -> bool:
        """Whether the overlay of this name is shown."""
        return self._flag(f"overlays/{name}", default=default)

    def set_overlay_visible(self, name: str, *, visible: bool) -> None:
        """Remember whether the overlay of this name is shown."""
        self._store.setValue(f"overlays/{name}", visible)

    def _flag(self, key: str, *, default: bool) -> bool:
        value = self._store.value(key, default)
        return value if isinstance(value, bool) else str(value).lower() == "true"

    def _number(self, key: str, default: float) -> float:
        try:
            return float(str(self._store.value(key, default)))
        except ValueError:
            return default

    def _bytes(self, key: str) -> QByteArray:
        value = self._store.value(key)
        return value if isinstance(value, QByteArray) else QByteArray()


def _proposed_path() -> Path:
    """Where Qt keeps preferences: known without opening them where there are pipes."""
    config = QStandardPaths.StandardLocation.GenericConfigLocation
    return Path(QStandardPaths.writableLocation(config)) / "Waywright" / "waywright.ini"


def _is_no_file(path: Path) -> bool:
    """Whether something other than a file or a folder has this path."""
    try:
        mode = path.stat().st_mode
    except (OSError, ValueError):
        return False
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode))


def _key(path: Path) -> str:
    """A path as the name of a key, by whatever spelling: slashes would make folders."""
    return Path(os.path.realpath(path)).as_posix().replace("%", "%25").replace("/", "%2F")
