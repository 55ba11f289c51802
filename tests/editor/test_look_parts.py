"""Rows, columns, labels, buttons and views, as dialogs and panels make them."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractItemView, QLineEdit, QTableWidget, QWidget
from pytestqt.qtbot import QtBot

from editor.look.boxes import STRETCH, fill, grid, horizontal, vertical
from editor.look.fields.elided import ElidedPush
from editor.look.style import SIZE
from editor.look.views import head_group, plain_rows
from editor.look.widgets import make_button, make_choice, make_label, named


def test_fill_appends_parts_in_order(qtbot: QtBot) -> None:
    """Widgets, layouts, shares, pixels and stretches, in the order in which they are given."""
    owner = QWidget()
    qtbot.addWidget(owner)
    first, second = QWidget(), QWidget()
    row = fill(horizontal(), second)
    column = fill(vertical(owner, gap=3, margins=7), first, STRETCH, 5, (row, 2))
    assert owner.layout() is column
    assert [column.stretch(at) for at in range(4)] == [0, 1, 0, 2]
    assert column.itemAt(0).widget() is first
    assert column.itemAt(2).sizeHint().height() == 5
    assert column.itemAt(3).layout() is row
    assert column.spacing() == 3
    margins = column.contentsMargins()
    assert {margins.left(), margins.top(), margins.right(), margins.bottom()} == {7}


def test_grid_has_gaps_and_a_wide_column(qtbot: QtBot) -> None:
    """Across and down, with margins on each side."""
    owner = QWidget()
    qtbot.addWidget(owner)
    made = grid(owner, gaps=(4, 6), margins=(1, 2, 3, 4), wide=1)
    assert (made.horizontalSpacing(), made.verticalSpacing()) == (4, 6)
    assert (made.columnStretch(0), made.columnStretch(1)) == (0, 1)
    assert made.contentsMargins().bottom() == 4


def test_label_belongs_to_its_field(qtbot: QtBot) -> None:
    """Its name is its rule in the style sheet."""
    field = QLineEdit()
    label = make_label("Radius", "headline", wraps=True, plain=True, buddy=field)
    for widget in (field, label):
        qtbot.addWidget(widget)
    assert label.objectName() == "headline"
    assert label.wordWrap()
    assert label.textFormat() == Qt.TextFormat.PlainText
    assert label.buddy() is field


def test_button_acts_and_names_itself(qtbot: QtBot) -> None:
    """The default one is pressed by Enter."""
    pressed: list[str] = []
    button = make_button(
        "Go", lambda: pressed.append("go"), tip="Go on", name="Go there", takes_enter=False
    )
    qtbot.addWidget(button)
    button.click()
    assert pressed == ["go"]
    assert (button.toolTip(), button.accessibleName()) == ("Go on", "Go there")
    assert not button.autoDefault()
    chosen = make_button("OK", pressed.clear, default=True)
    qtbot.addWidget(chosen)
    assert chosen.isDefault()


def test_choice_and_named(qtbot: QtBot) -> None:
    """They have a name for screen readers, and a tool tip."""
    box = make_choice("Doors", ["open", "shut"])
    field = named(QLineEdit(), "Name", "Of the level")
    for widget in (box, field):
        qtbot.addWidget(widget)
    assert [box.itemText(at) for at in range(box.count())] == ["open", "shut"]
    assert box.accessibleName() == "Doors"
    assert (field.accessibleName(), field.toolTip()) == ("Name", "Of the level")


def test_plain_rows_have_headings_that_cannot_be_selected(qtbot: QtBot) -> None:
    """A heading spans all columns."""
    table = QTableWidget(2, 3)
    qtbot.addWidget(table)
    plain_rows(table)
    head_group(table, 1, "File")
    assert table.editTriggers() == QAbstractItemView.EditTrigger.NoEditTriggers
    assert table.verticalHeader().defaultSectionSize() == SIZE.row
    assert table.columnSpan(1, 0) == 3
    item = table.item(1, 0)
    assert item is not None
    assert item.text() == "File"
    assert item.flags() == Qt.ItemFlag.ItemIsEnabled


def test_button_with_room_for_its_text_shows_all_of_it(qtbot: QtBot) -> None:
    """Texts are seldom a whole number of pixels wide, and sizes are."""
    button = ElidedPush(lambda: None)
    qtbot.addWidget(button)
    for number in range(100):
        text = f"Cut keep_door_{number} out of bailey"
        button.setText(text)
        button.resize(button.sizeHint())
        assert button.shown == text
        button.resize(button.sizeHint().width() - 20, button.height())
        assert button.is_short
        assert button.shown.endswith("\N{HORIZONTAL ELLIPSIS}")
