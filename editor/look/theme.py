"""Dark or light, and how much moves: put on the whole program, as the user or the system wants."""

import atexit
import configparser
import ctypes
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Final

from PySide6.QtCore import QEvent, QStandardPaths, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QMainWindow

from editor.look import pens, style
from editor.look.icons import svg
from editor.look.sheet import sheet

ASKED_FOR: Final = 0.5
"""Seconds that the system has to say how much it wants to move."""

_EFFECTS: Final = (
    Qt.UIEffect.UI_AnimateMenu,
    Qt.UIEffect.UI_FadeMenu,
    Qt.UIEffect.UI_AnimateCombo,
    Qt.UIEffect.UI_AnimateTooltip,
    Qt.UIEffect.UI_FadeTooltip,
    Qt.UIEffect.UI_AnimateToolBox,
)
_OFF: Final = ("false", "0", "no")


class _State:
    """Theme, colours and motion that were applied last."""

    theme = "system"
    colours = "clear"
    motion = "system"
    reduced = False
    told: bool | None = None
    """The system's last report about reduced motion, if it has sent one."""
    blink = 0
    effects: tuple[bool, ...] = ()


def theme_for(choice: str) -> style.Theme:
    """Return the theme for `system`, `dark` or `light`."""
    scheme = QGuiApplication.styleHints().colorScheme()
    light = choice == "light" or (choice == "system" and scheme == Qt.ColorScheme.Light)
    if _State.colours == "classic":
        return style.LIGHT_CLASSIC if light else style.DARK_CLASSIC
    return style.LIGHT if light else style.DARK


def apply_colours(choice: str) -> None:
    """Draw floor and paths `clear` or `classic`; widgets receive a palette event."""
    if choice == _State.colours:
        return
    _State.colours = choice
    apply_theme(_State.theme)
    # The palette of widgets stays the same, so that Qt sends no event.
    for widget in QApplication.allWidgets():
        QApplication.sendEvent(widget, QEvent(QEvent.Type.PaletteChange))
        widget.update()


def apply_theme(choice: str) -> None:
    """Apply a theme; widgets receive `QEvent.PaletteChange` and repaint."""
    app = QApplication.instance()
    if not isinstance(app, QApplication):
        return
    _State.theme = choice
    _frame_windows(choice)
    theme = theme_for(choice)
    style.use(theme)
    text = sheet(
        theme,
        fade=0 if _State.reduced else style.FADE_MS,
        check=_tinted("check", theme.text),
        arrow=_tinted("chevron_down", theme.text2),
        more=_tinted("chevron_right", theme.text2),
    )
    if app.styleSheet() == text:
        return
    # From sheet to sheet Qt polishes the 1,100 widgets of a window in 0.46 s, from none in 0.15.
    app.setStyleSheet("")
    app.setPalette(pens.palette(theme))
    app.setFont(pens.font())
    app.setStyleSheet(text)


@contextmanager
def undressed() -> Iterator[None]:
    """Remove the style sheet while many widgets are created, and restore it afterwards.

    Qt polishes a widget whenever it gets a parent: a window took 0.37 s, and takes 0.21.
    """
    app = QApplication.instance()
    if not isinstance(app, QApplication):
        yield
        return
    text = app.styleSheet()
    app.setStyleSheet("")
    try:
        yield
    finally:
        app.setStyleSheet(text)


def follow_system() -> None:
    """The system became dark or light: so does the program, if it follows."""
    if _State.theme == "system":
        apply_theme("system")


def _frame_windows(choice: str) -> None:
    """Let title bars and system dialogs be as dark as the program."""
    hints = QGuiApplication.styleHints()
    if choice == "system":
        hints.unsetColorScheme()
    else:
        schemes = Qt.ColorScheme
        hints.setColorScheme(schemes.Light if choice == "light" else schemes.Dark)


def motion_reduced() -> bool:
    """Return whether animations are off now."""
    return _State.reduced


def apply_motion(choice: str) -> None:
    """Let things move as the system wants, or (`reduced`) as little as can be.

    Then menus and tool tips are there at once, docks don't glide and text cursors don't blink.
    """
    hints = QGuiApplication.styleHints()
    if not _State.effects:
        _State.blink = hints.cursorFlashTime()
        _State.effects = tuple(QApplication.isEffectEnabled(effect) for effect in _EFFECTS)
    _State.motion = choice
    _State.reduced = reduced = choice == "reduced" or system_wants_less()
    hints.setCursorFlashTime(0 if reduced else _State.blink)
    for effect, usual in zip(_EFFECTS, _State.effects, strict=True):
        QApplication.setEffectEnabled(effect, usual and not reduced)
    for window in QApplication.topLevelWidgets():
        if isinstance(window, QMainWindow):
            window.setAnimated(not reduced)
    apply_theme(_State.theme)


def hear_motion(*, less: bool) -> None:
    """The system said whether it wants less to move: follow it if that is new."""
    if less != system_wants_less():
        _State.told = less
        system_wants_less.cache_clear()
        apply_motion(_State.motion)


@cache
def system_wants_less() -> bool:
    """Return whether the system asks for reduced motion; queried once, later as last reported."""
    return wants_less_now() if _State.told is None else _State.told


def forget_answers() -> None:
    """Query the system again next time."""
    _State.told = None
    system_wants_less.cache_clear()


def wants_less_now() -> bool:
    """Query the system for reduced motion; this may take a while."""
    if sys.platform == "win32":
        return _windows_wants_less()
    if sys.platform == "darwin":
        return _answer("defaults", "read", "com.apple.universalaccess", "reduceMotion") == "1"
    folder = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.GenericConfigLocation)
    return files_want_less(Path(folder)) or _gnome_wants_less()


def files_want_less(folder: Path) -> bool:
    """Return whether the settings of KDE or GTK in this folder ask for reduced motion."""
    kde = _read(folder / "kdeglobals", "KDE", "AnimationDurationFactor")
    gtk = (
        _read(folder / name / "settings.ini", "Settings", "gtk-enable-animations")
        for name in ("gtk-4.0", "gtk-3.0")
    )
    return kde in _OFF or any(value in _OFF for value in gtk)


def _gnome_wants_less() -> bool:
    return _answer("gsettings", "get", "org.gnome.desktop.interface", "enable-animations") in _OFF


def _windows_wants_less() -> bool:
    if sys.platform != "win32":
        return False
    animated = ctypes.c_int(1)
    get_client_area_animation = 0x1042
    found = ctypes.windll.user32.SystemParametersInfoW(
        get_client_area_animation, 0, ctypes.byref(animated), 0
    )
    return bool(found) and not animated.value


def _answer(program: str, *arguments: str) -> str:
    """Return the output of a program; empty if there is none or it takes too long."""
    found = shutil.which(program)
    if found is None:
        return ""
    try:
        done = subprocess.run(
            [found, *arguments], capture_output=True, text=True, timeout=ASKED_FOR, check=False
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout.strip()


def _read(file: Path, section: str, key: str) -> str:
    parser = configparser.ConfigParser(strict=False, interpolation=None)
    try:
        parser.read(file, encoding="utf-8")
        return parser.get(section, key, fallback="").strip().lower()
    except (OSError, ValueError, configparser.Error):
        return ""


@cache
def _folder() -> Path:
    """Return a folder that goes with the program."""
    folder = tempfile.mkdtemp(prefix="waywright-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return Path(folder)


@cache
def _tinted(name: str, colour: str) -> str:
    """Return a file with the icon in this colour: style sheets take pictures from files only."""
    file = _folder() / f"{name}_{colour.removeprefix('#')}.svg"
    file.write_text(svg(name, colour), encoding="utf-8")
    return file.as_posix()
