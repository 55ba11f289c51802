"""Dark or light: puts a theme on the whole program, and follows the system."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from editor import style
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
    if app.styleSheet() == sheet(theme):
        return
    app.setPalette(style.palette(theme))
    app.setFont(style.font())
    app.setStyleSheet(sheet(theme))
