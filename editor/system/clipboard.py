"""Elements on the system's clipboard: as text, which other editors, chats and files take too."""

from collections.abc import Iterable
from typing import Final

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QGuiApplication

from editor.tools.keys import pressing
from navcore.errors import FormatError, NavcoreError
from navcore.formats.elements import read_elements, write_elements
from navcore.i18n import tr
from navcore.level.model import Element

KIND: Final = "application/x-waywright-elements+json"
"""MIME type of the text, next to plain text."""


def put(elements: Iterable[Element]) -> None:
    """Put these elements on the clipboard, and replace its content.

    Raises:
        NavcoreError: if one holds something that has no form as text.
    """
    text = write_elements(elements)
    data = QMimeData()
    data.setText(text)
    data.setData(KIND, text.encode("utf-8"))
    QGuiApplication.clipboard().setMimeData(data)


def take() -> tuple[Element, ...]:
    """Return the elements on the clipboard, which stay there.

    Raises:
        NavcoreError: if there are none; the text says why.
    """
    return read(held())


def held() -> str:
    """Return the text of the elements on the clipboard, or else any text on it.

    Raises:
        NavcoreError: if there is none; the text says why.
    """
    data = QGuiApplication.clipboard().mimeData()
    text = ""
    if data is not None:
        own = bytes(data.data(KIND).data()).decode("utf-8", "replace")
        text = own or data.text()
    if not text.strip():
        message = pressing(
            "copy",
            tr("Nothing is copied yet. Select something and press {0}."),
            tr("Nothing is copied yet. Select something and choose {0}."),
        )
        raise NavcoreError(message)
    return text


def read(text: str) -> tuple[Element, ...]:
    """Return the elements in a text; may run on any thread.

    Raises:
        NavcoreError: if there are none; the text says why.
    """
    try:
        return read_elements(text)
    except FormatError as error:
        raise NavcoreError(tr("Nothing pasted: {0}.").format(error)) from error
