"""Pages of properties that are made before anything is selected."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget
from small_level import COOK, HALL, TABLE

from editor.panels.properties import form as form_room
from editor.panels.properties.form import PropertyForm
from editor.panels.properties.pages_ahead import FIRST_MS, PagesAhead


@pytest.fixture
def form(qtbot):
    """A form that has made no page yet."""
    form = PropertyForm(lambda *_: None, lambda _: ())
    qtbot.addWidget(form)
    form.show()
    return form


@pytest.fixture
def ahead(window, form):
    """What makes its pages."""
    return PagesAhead(window.document, form)


def load(window, ahead, qtbot):
    """Load the level anew, and wait until nothing more is to be made."""
    window.document.load(window.document.level, None)
    assert ahead.busy
    qtbot.waitUntil(lambda: not ahead.busy)


def test_a_page_that_is_ready_is_what_is_shown(window, form, ahead, qtbot):
    """Nothing is made when an element is selected, and its fields say what they should."""
    seen = [widget for widget in form.findChildren(QWidget) if widget.isVisible()]
    load(window, ahead, qtbot)
    assert not form.controls
    known = set(form.findChildren(QWidget))
    assert [widget for widget in known if widget.isVisible()] == seen
    for element in map(window.document.level.get, (HALL, TABLE, COOK)):
        form.show_elements([element])
        assert form.controls["name"].text() == element.name
        assert known.issuperset(form.controls.values())
        assert form.controls["name"].isVisible()
    assert set(form.findChildren(QWidget)) == known
    load(window, ahead, qtbot)
    assert set(form.findChildren(QWidget)) == known


def test_what_is_shown_meanwhile_stays(window, form, ahead, qtbot):
    """Of several elements too, of which fields of numbers take steps for each."""
    several = [window.document.level.get(key) for key in (HALL, TABLE)]
    form.show_elements(several)
    controls, notes = form.controls, form.notes
    load(window, ahead, qtbot)
    assert (form.controls, form.notes) == (controls, notes)
    form.show_elements(several)
    assert form.controls is controls
    assert controls
    assert all(control.isVisible() for control in controls.values())


def test_no_page_is_made_while_a_hand_works(window, form, ahead, qtbot, monkeypatch):
    """It waits until the button is let go."""
    bare = len(form.findChildren(QWidget))
    with monkeypatch.context() as held:
        held.setattr(QApplication, "mouseButtons", lambda: Qt.MouseButton.LeftButton)
        window.document.load(window.document.level, None)
        qtbot.wait(FIRST_MS + 100)
        assert ahead.busy
        assert len(form.findChildren(QWidget)) == bare
    qtbot.waitUntil(lambda: not ahead.busy)
    assert len(form.findChildren(QWidget)) > bare


def test_no_more_pages_are_made_than_are_kept(window, form, monkeypatch):
    """Those that were looked at stay."""
    monkeypatch.setattr(form_room, "MOST_PAGES", 1)
    hall, cook = map(window.document.level.get, (HALL, COOK))
    assert form.make_ready(hall)
    assert not form.make_ready(hall)
    assert not form.make_ready(cook)
    form.show_elements([cook])
    assert form.controls["name"].text() == cook.name
