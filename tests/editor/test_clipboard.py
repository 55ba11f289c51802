"""The clipboard: elements as text for any program, and text from any program."""

import pytest
from PySide6.QtCore import QMimeData
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot
from small_level import small_level

from editor.system import clipboard
from navcore.errors import NavcoreError
from navcore.formats import write_level
from navcore.formats.elements import write_elements
from navcore.level.model import Obstacle

pytestmark = pytest.mark.usefixtures("qtbot")


def test_what_is_put_there_can_be_taken(qtbot: QtBot) -> None:
    """It stays there, and is there as plain text, too."""
    elements = tuple(small_level().elements())
    clipboard.put(elements)
    assert clipboard.take() == elements
    assert clipboard.take() == elements
    assert QGuiApplication.clipboard().text() == write_elements(elements)


def test_plain_text_from_elsewhere_can_be_taken() -> None:
    """A chat only passes text on; a whole level counts as elements, too."""
    elements = tuple(small_level().elements())
    QGuiApplication.clipboard().setText(f"```\n{write_elements(elements)}```")
    assert clipboard.take() == elements
    QGuiApplication.clipboard().setText(write_level(small_level()))
    assert clipboard.take() == elements


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "Nothing is copied yet. Select something and press Ctrl+C."),
        ("6.00, 3.50", "Nothing pasted: the copied text is no part of a level."),
    ],
)
def test_what_is_no_elements_is_refused(text: str, sentence: str) -> None:
    """One clear sentence."""
    QGuiApplication.clipboard().setText(text)
    with pytest.raises(NavcoreError) as refusal:
        clipboard.take()
    assert str(refusal.value) == sentence


def test_a_picture_is_no_text() -> None:
    """Foreign kinds are nothing copied."""
    data = QMimeData()
    data.setData("image/png", b"\x89PNG")
    QGuiApplication.clipboard().setMimeData(data)
    with pytest.raises(NavcoreError, match="Nothing is copied yet"):
        clipboard.take()


def test_what_has_no_form_as_text_leaves_the_clipboard_alone() -> None:
    """The text before stays."""
    clipboard.put(small_level().obstacles.values())
    before = QGuiApplication.clipboard().text()
    with pytest.raises(NavcoreError):
        clipboard.put([Obstacle(id=1, polygon=((0, 0), (1, 0), (1, 1)), extra={"a": {1}})])
    assert QGuiApplication.clipboard().text() == before
