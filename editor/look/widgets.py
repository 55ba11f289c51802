"""Labels, buttons and the words of widgets, each by one call."""

from collections.abc import Callable, Iterable
from typing import TypeVar

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QComboBox, QLabel, QPushButton, QToolButton, QWidget

from editor.look.icons import icon
from editor.look.style import SIZE

Named = TypeVar("Named", bound=QWidget)


def make_label(
    text: str = "", name: str = "label", *, wraps: bool = False, plain: bool = False,
    buddy: QWidget | None = None,
) -> QLabel:  # fmt: skip
    """Make a label, of a field if it has a `buddy`.

    `name` is its rule in the style sheet; `plain` text is never read as HTML.
    """
    label = QLabel(text, wordWrap=wraps)
    label.setObjectName(name)
    if plain:
        label.setTextFormat(Qt.TextFormat.PlainText)
    if buddy is not None:
        label.setBuddy(buddy)
    return label


def make_button(
    text: str, act: Callable[..., object], *, tip: str = "", name: str = "",
    default: bool = False, takes_enter: bool = True,
) -> QPushButton:  # fmt: skip
    """Create a button that calls `act`.

    `tip` is its tool tip and `name` its name for screen readers, if that isn't its text. Enter
    presses the `default` button; Enter doesn't press a button without `takes_enter`, even with
    focus.
    """
    button = QPushButton(text)
    if default:
        button.setDefault(True)
    if not takes_enter:
        button.setAutoDefault(False)
    if name:
        button.setAccessibleName(name)
    button.setToolTip(tip)
    button.clicked.connect(act)
    return button


def make_tool(picture: str, text: str, act: Callable[[], object]) -> QToolButton:
    """Make a small button with an icon only that Tab reaches; `text` is its tool tip and name."""
    button = named(QToolButton(), text.rstrip("…"), text)
    button.setIcon(icon(picture))
    button.setIconSize(QSize(SIZE.icon_small, SIZE.icon_small))
    button.setFixedSize(SIZE.field, SIZE.field)
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    button.clicked.connect(lambda _: act())
    return button


def named(widget: Named, name: str, tip: str = "") -> Named:
    """Set the screen reader's name and the tool tip of a widget, and return it."""
    widget.setAccessibleName(name)
    if tip:
        widget.setToolTip(tip)
    return widget


def make_choice(name: str, texts: Iterable[str]) -> QComboBox:
    """Create a combo box of these texts; `name` is for screen readers."""
    box = named(QComboBox(), name)
    box.view().setAccessibleName(name)
    box.addItems(list(texts))
    return box
