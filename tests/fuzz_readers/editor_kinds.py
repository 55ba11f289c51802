"""Files that only the editor reads: preferences, shortcut files, pictures, backups."""

import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from PySide6.QtCore import QBuffer, QIODevice, QSize, Qt
from PySide6.QtGui import QColor, QGuiApplication, QImage, QImageWriter
from PySide6.QtWidgets import QApplication, QDockWidget, QMainWindow

from editor.actions.keymap import KeyMap
from editor.canvas.thumbnails import Pictures
from editor.files.presence import presence_of
from editor.look import style
from editor.safety.recovery import Recovery
from editor.services.backgrounds.picture import picture_size, read_picture
from editor.settings.settings import Settings
from fuzz_readers.journals import damaged_journal
from fuzz_readers.judge import DAMAGES
from fuzz_readers.mutations import Damage, damaged_bytes, damaged_json, damaged_lines
from fuzz_readers.readers import READERS
from fuzz_readers.seeds import MADE, SUFFIXES
from fuzz_readers.seeds import seeds as library_seeds


class EditorKind(NamedTuple):
    """Files of one kind."""

    suffix: str
    seeds: Callable[[], tuple[bytes, ...]]
    damage: Damage
    use: Callable[[Path], None]


def make_app() -> None:
    """Have Qt ready, without a screen."""
    if QGuiApplication.instance() is None:
        _APPS.append(QApplication(["fuzz", "-platform", "offscreen"]))


_APPS: Final[list[QApplication]] = []


@cache
def _preferences() -> tuple[bytes, ...]:
    make_app()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "waywright.ini"
        settings = Settings(path)
        window = _window()
        settings.geometry, settings.layout = window.saveGeometry(), window.saveState()
        settings.recent.note(Path("/levels/a.json"))
        settings.recent.note(Path("/levels/\u00e4 b.json"))
        settings.set_keys({"save": ("Ctrl+S", "F2"), "open": ()})
        settings.theme, settings.snap_step, settings.folder = "dark", 0.25, Path("/levels")
        settings.snap = settings.grid = settings.started_before = True
        settings.note_action("save")
        settings.set_snap_to("vertex", on=False)
        settings.set_overlay_shown("play", "clearances", shown=True)
        settings.write()
        return (path.read_bytes(),)


def _window() -> QMainWindow:
    window = QMainWindow()
    for name in ("one", "two", "three"):
        dock = QDockWidget(name, window)
        dock.setObjectName(name)
        window.addDockWidget(_SIDES[len(name) % 2], dock)
    return window


def use_preferences(path: Path) -> None:
    """Read every preference, and put a window where they say."""
    make_app()
    settings = Settings(path)
    for name, found in vars(Settings).items():
        if isinstance(found, property):
            getattr(settings, name)
    presence_of(settings.recent.files)
    settings.may_export(Path("a"), Path("b"))
    settings.overlay_shown("play", "clearances", default=False)
    KeyMap(_PROPOSED, settings)
    window = _window()
    window.restoreGeometry(settings.geometry)
    window.restoreState(settings.layout)
    assert window.width() <= _MOST_SIDE, "a window wider than any screen"
    settings.recent.note(Path("/levels/new.json"))


def _keys() -> tuple[bytes, ...]:
    return (
        b'{"format": "waywright-keys", "version": 1, "keys": {"save": ["Ctrl+S"], "open": []}}',
    )


def use_keys(path: Path) -> None:
    """Take over a file of keys."""
    make_app()
    with tempfile.TemporaryDirectory() as folder:
        keymap = KeyMap(_PROPOSED, Settings(Path(folder) / "x.ini"))
        keymap.take_in(path.read_bytes().decode("utf-8", "replace"))


@cache
def _pictures() -> tuple[bytes, ...]:
    make_app()
    image = QImage(40, 30, QImage.Format.Format_ARGB32)
    image.fill(QColor("red"))
    made = [_SVG]
    for form in (b"png", b"jpg", b"bmp", b"webp"):
        buffer = QBuffer()
        buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        QImageWriter(buffer, form).write(image)
        made.append(bytes(buffer.data().data()))
    return tuple(made)


def _damaged_picture(data: bytes, random: Random) -> bytes:
    if data.lstrip().startswith(b"<"):
        return damaged_lines(data, random)
    made = bytearray(damaged_bytes(data, random))
    if len(made) > 40 and random.random() < 0.5:
        at = random.randrange(8, 40)
        made[at : at + 4] = random.choice((b"\0\0\0\0", b"\xff" * 4, b"\0\1\0\0", b"\x7f\xff\0\0"))
    return bytes(made)


def use_picture(path: Path) -> None:
    """Read a picture as a background."""
    make_app()
    picture_size(path)
    assert read_picture(path).for_scale(1.0).width() > 0


def use_backup(path: Path) -> None:
    """Find the work that a crashed session has left, and draw a picture of it."""
    make_app()
    data = path.read_bytes()
    with tempfile.TemporaryDirectory() as root:
        room = Path(root) / "house-1a2b3c4d"
        room.mkdir()
        head, _, tail = data.partition(_BETWEEN)
        (room / "00000003.json").write_bytes(head)
        (room / "00000003.journal").write_bytes(tail)
        recovery = Recovery(Path(root))
        for lost in recovery.find():
            str(lost.difference)
        recovery.let_go()
        for backup in recovery.backups():
            pictures = Pictures(Path(root) / "cache")
            pictures.of_file(backup.path, QSize(64, 48), style.current(), 1.0)


def _backups() -> tuple[bytes, ...]:
    return (library_seeds("level")[0] + _BETWEEN + library_seeds("journal")[0],)


def _damaged_backup(data: bytes, random: Random) -> bytes:
    head, _, tail = data.partition(_BETWEEN)
    if random.random() < 0.6:
        return head + _BETWEEN + damaged_journal(tail, random)
    return damaged_json(head, random) + _BETWEEN + tail


_SIDES: Final = (Qt.DockWidgetArea.LeftDockWidgetArea, Qt.DockWidgetArea.RightDockWidgetArea)
_MOST_SIDE: Final = 2**16
_PROPOSED: Final = {"save": ("Ctrl+S",), "open": ("Ctrl+O",)}
_BETWEEN: Final = b"\n--- journal ---\n"
_SVG: Final = b"""<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"
 width="200" height="100">
<defs> <g id="a"> <rect width="20" height="10" fill="red"/> </g> </defs>
<use xlink:href="#a" x="10" y="5" />
<path d="M 0 0 L 10 10 Z" stroke="black" stroke-width="2" transform="rotate( 30 )" />
</svg>
"""

EDITOR_KINDS: Final = {
    "preferences": EditorKind(".ini", _preferences, damaged_lines, use_preferences),
    "keys": EditorKind(".json", _keys, damaged_json, use_keys),
    "picture": EditorKind(".png", _pictures, _damaged_picture, use_picture),
    "backup": EditorKind(".backup", _backups, _damaged_backup, use_backup),
}
"""By name."""


def register() -> None:
    """Let the judge know these kinds, too."""
    for name, kind in EDITOR_KINDS.items():
        SUFFIXES[name], MADE[name] = kind.suffix, kind.seeds
        DAMAGES[name], READERS[name] = kind.damage, kind.use
