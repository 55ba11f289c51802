"""Dark or light: puts a theme on the whole program, and follows the system."""

import atexit
import shutil
import tempfile
from functools import cache
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from editor import pens, style
from editor.icons import svg
from editor.sheet import sheet


def theme_for(choice: str) -> style.Theme:
    """The theme that `system`, `dark` or `light` stands for now."""
    if choice == "light":
        return style.LIGHT
    if choice == "system" and (QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Light):
        return style.LIGHT
    return style.DARK


def apply_theme(choice: str) -> None:
    """Dress the program; widgets hear of it as `QEvent.PaletteChange` and paint anew."""
    theme = theme_for(choice)
    app = QApplication.instance()
    if not isinstance(app, QApplication):
        return
    style.use(theme)
    text = sheet(
        theme,
        check=_tinted("check", theme.text),
        arrow=_tinted("chevron_down", theme.text2),
        more=_tinted("chevron_right", theme.text2),
    )
    if app.styleSheet() == text:
        return
    app.setPalette(pens.palette(theme))
    app.setFont(pens.font())
    app.setStyleSheet(text)


@cache
def _folder() -> Path:
    """A folder that goes with the program."""
    folder = tempfile.mkdtemp(prefix="waywright-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return Path(folder)


@cache
def _tinted(name: str, colour: str) -> str:
    """A file with the icon in this colour: style sheets take pictures from files only."""
    file = _folder() / f"{name}_{colour.removeprefix('#')}.svg"
    file.write_text(svg(name, colour), encoding="utf-8")
    return file.as_posix()
