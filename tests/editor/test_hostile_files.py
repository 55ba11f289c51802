"""Pipes, devices and endless drawings, used as backgrounds and other files."""

import os
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QSettings

from editor.canvas.thumbnails import Pictures
from editor.files.watch import digest_of
from editor.panels.outline.edits import MIME, carried
from editor.services.backgrounds.picture import picture_size, read_picture
from editor.services.backgrounds.svg_limits import check_svg
from editor.settings.settings import Settings
from navcore.errors import NavcoreError

_SVG = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
_SVG += 'width="20" height="10">{0}</svg>'

DOUBLED = "".join(
    f'<g id="a{n}"><use xlink:href="#a{n - 1}"/><use xlink:href="#a{n - 1}"/></g>'
    for n in range(1, 40)
)


@pytest.mark.skipif(sys.platform == "win32", reason="pipes have other names")
def test_pipes_and_devices(qtbot: object, tmp_path: Path) -> None:
    """None is opened, even with the suffix of a picture."""
    pipe = tmp_path / "plan.png"
    os.mkfifo(pipe)
    link = tmp_path / "noise.svg"
    link.symlink_to("/dev/zero")
    for path in (pipe, link):
        assert digest_of(path) == ""
        for read in (picture_size, read_picture):
            with pytest.raises(NavcoreError, match="only files are read"):
                read(path)


@pytest.mark.skipif(sys.platform == "win32", reason="pipes have other names")
def test_preferences_that_are_no_file(tmp_path: Path) -> None:
    """They are not waited for; a level in a loop of links may be asked about, too."""
    pipe, loop = tmp_path / "x.ini", tmp_path / "loop.json"
    os.mkfifo(pipe)
    loop.symlink_to(loop)
    settings = Settings(pipe)
    settings.theme = "dark"
    assert settings.theme == "dark"
    assert not settings.may_export(loop, loop)
    del settings
    Settings(pipe).theme = "system"


@pytest.mark.parametrize(
    "body",
    [
        '<image xlink:href="/dev/zero" width="9" height="9"/>',
        '<image href="file:///etc/passwd"/>',
        f'<defs><rect id="a0"/>{DOUBLED}</defs><use xlink:href="#a39"/>',
        '<g id="a"><use xlink:href="#a"/></g>',
        "<g>" * 300 + "</g>" * 300,
        "<rect",
    ],
)
def test_drawing_is_refused(body: str) -> None:
    """It names other files, uses itself, or is nested too deep."""
    with pytest.raises(NavcoreError, match=r"plan\.svg is not drawn"):
        check_svg(_SVG.format(body).encode(), "plan.svg")


@pytest.mark.parametrize(
    "head",
    [
        '<?xml-stylesheet href="/dev/zero" type="text/css"?>',
        '<!DOCTYPE svg [<!ENTITY a SYSTEM "/etc/passwd">]>',
        '<!DOCTYPE svg [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]>',
    ],
)
def test_head_of_drawing_is_refused(head: str) -> None:
    """Style sheets and entities in other files, and entities of entities."""
    with pytest.raises(NavcoreError, match=r"plan\.svg is not drawn"):
        check_svg((head + _SVG.format("")).encode(), "plan.svg")


def test_drawing_is_drawn() -> None:
    """Programs write such files: namespaces as entities, symbols, embedded pictures."""
    head = '<!DOCTYPE svg [<!ENTITY ns_svg "http://www.w3.org/2000/svg">]>'
    body = '<g id="a"><rect/></g><use xlink:href="#a"/><image href="data:image/png;base64,AA=="/>'
    check_svg((head + _SVG.format(body)).encode(), "plan.svg")


def test_picture_of_no_file(qtbot: object, tmp_path: Path) -> None:
    """A path without a file has no picture."""
    with pytest.raises(NavcoreError, match="it is a folder"):
        Pictures(tmp_path).of_file(tmp_path, *(None, None, 1.0))  # type: ignore[arg-type]


@pytest.mark.parametrize("data", [b"", b"[", b"{}", b'["a", 1]', b"[1, []]", b'["a", ["b"]]'])
def test_strange_things_are_dropped(data: bytes) -> None:
    """Another program may claim to send rows of an outline."""
    mime = QMimeData()
    mime.setData(MIME, data)
    assert carried(mime) is None


@pytest.mark.parametrize("value", ["[" * 100_000, '{"a": 1}', "[1, null]", "no", '["\\u0000"]'])
def test_preferences_that_are_strange(value: str, tmp_path: Path) -> None:
    """Keys and recent files are none where they can't be read."""
    path = tmp_path / "x.ini"
    store = QSettings(str(path), QSettings.Format.IniFormat)
    store.setValue("keys", value)
    store.setValue("recentFiles", value)
    store.sync()
    settings = Settings(path)
    assert settings.keys() == {}
    assert not any(file.is_file() for file in settings.recent.files)
