"""The tokens as Qt wants them: colours, pens, brushes, fonts and the palette."""

from functools import cache

from PySide6.QtCore import Qt
from PySide6.QtGui import QBrush, QColor, QFont, QFontDatabase, QPalette, QPen

from editor.look.style import FONT, Theme


@cache
def colour(token: str, alpha: float = 1.0) -> QColor:
    """Return a colour from `#RRGGBB`, with an opacity from 0 to 1. Shared: never change it."""
    made = QColor(token)
    made.setAlphaF(alpha)
    return made


def mixed(below: str, above: str, alpha: float) -> str:
    """Return the blend of a `#RRGGBB` colour over another with an opacity from 0 to 1."""
    under, over = QColor(below), QColor(above)
    return QColor(
        round(under.red() + (over.red() - under.red()) * alpha),
        round(under.green() + (over.green() - under.green()) * alpha),
        round(under.blue() + (over.blue() - under.blue()) * alpha),
    ).name()


def pen(
    token: str, width: float = 1.0, dash: tuple[float, ...] = (), *, alpha: float = 1.0
) -> QPen:
    """Return a pen for a painter without transform; dash lengths are pixels, whatever the width."""
    # Copies share their data until they are changed, which is much faster than new pens.
    return QPen(_pen(token, width, dash, alpha))


@cache
def _pen(token: str, width: float, dash: tuple[float, ...], alpha: float) -> QPen:
    made = QPen(colour(token, alpha))
    made.setWidthF(width)
    made.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
    made.setCapStyle(Qt.PenCapStyle.FlatCap)
    if dash:
        made.setDashPattern([length / width for length in dash])
    return made


def premultiplied(token: str, alpha: float = 1.0) -> int:
    """Return a colour as pictures hold it, ARGB: its parts are multiplied by its opacity."""
    made = colour(token)
    parts = (255, made.red(), made.green(), made.blue())
    return int.from_bytes([round(part * alpha) for part in parts], "big")


def brush(token: str, alpha: float = 1.0) -> QBrush:
    """Return a flat fill."""
    return QBrush(colour(token, alpha))


def font(size: int = FONT.base, *, semibold: bool = False) -> QFont:
    """Return the system's font in this pixel size, with numbers of equal width."""
    made = QFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont))
    made.setPixelSize(size)
    made.setFeature(QFont.Tag("tnum"), 1)
    if semibold:
        made.setWeight(QFont.Weight.DemiBold)
    return made


def code_font() -> QFont:
    """Return the system's font for code, in the size of text."""
    made = QFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
    made.setPixelSize(FONT.base)
    return made


def palette(theme: Theme) -> QPalette:
    """Qt's palette from the tokens."""
    roles = QPalette.ColorRole
    made = QPalette()
    for role, token in {
        roles.Window: theme.panel,
        roles.WindowText: theme.text,
        roles.Base: theme.field,
        roles.AlternateBase: theme.panel,
        roles.Text: theme.text,
        roles.PlaceholderText: theme.text2,
        roles.Button: theme.raised,
        roles.ButtonText: theme.text,
        roles.BrightText: theme.error,
        roles.Highlight: theme.accent_fill,
        roles.HighlightedText: theme.text,
        roles.Accent: theme.accent,
        roles.Link: theme.accent,
        roles.LinkVisited: theme.accent,
        roles.ToolTipBase: theme.raised,
        roles.ToolTipText: theme.text,
        roles.Light: theme.raised,
        roles.Midlight: theme.hover,
        roles.Mid: theme.line,
        roles.Dark: theme.line,
        roles.Shadow: theme.window,
    }.items():
        made.setColor(role, colour(token))
    for role in (roles.WindowText, roles.Text, roles.ButtonText, roles.HighlightedText):
        made.setColor(QPalette.ColorGroup.Disabled, role, colour(theme.disabled))
    return made
