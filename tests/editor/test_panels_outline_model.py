"""The outline's rows after every edit equal new rows."""

import pytest
from msgspec.structs import replace
from outline_rows import RING, area, level_of, names, rows
from PySide6.QtCore import QItemSelection, QModelIndex, Qt
from PySide6.QtTest import QAbstractItemModelTester

from editor.document import Arrival, Document
from editor.panels.outline.model import OutlineModel
from editor.panels.outline.tree import MANY, Tree
from navcore.level.edit import Edit
from navcore.level.model import Agent, Element, Obstacle
from navcore.level.operations import delete, lock


@pytest.fixture
def inn(qapp: object) -> Document:
    """Two rooms, two doors, a grouped table, an agent."""
    return Document(
        level_of(
            area(1, name="hall"),
            area(2, name="cellar", available=False),
            area(3, name="gate", door=True),
            area(4, name="hatch", door=True, available=False),
            Obstacle(id=5, name="bar", polygon=RING),
            Obstacle(id=6, name="table", polygon=RING, group="Furniture", tags=("oak",)),
            Obstacle(id=7, name="chair", polygon=RING, group="Furniture", enabled=False, order=1),
            Agent(id=8, position=(0.0, 0.0)),
        )
    )


def test_folders_first_then_kinds_with_counts(inn: Document) -> None:
    """Folders come first, then the kinds of elements without a group, with counts."""
    assert rows(OutlineModel(inn)) == [
        "Furniture  2", "  table", "  chair (off)",
        "Areas  2", "  hall", "  cellar (off)",
        "Doors  2", "  gate", "  hatch (shut)",
        "Obstacles  1", "  bar",
        "Agents  1", "  agent",
    ]  # fmt: skip


def test_groups_nest_and_sort_by_what_they_hold(qapp: object) -> None:
    """Floor before furniture, numbers as people count; kinds keep together in a folder."""
    document = Document(
        level_of(
            Obstacle(id=1, name="pot", polygon=RING, group="Inn/Kitchen", order=2),
            Obstacle(id=2, name="oven", polygon=RING, group="Inn / Kitchen/", order=1),
            area(3, name="kitchen", group="Inn/Kitchen"),
            area(4, name="hall", group="Inn"),
            Agent(id=5, name="cook", position=(0.0, 0.0), group="Inn"),
            Obstacle(id=6, name="a", polygon=RING, group="Group 10"),
            Obstacle(id=7, name="b", polygon=RING, group="Group 2"),
            Obstacle(id=8, name="c", polygon=RING, group="Inn/Store/Shelf"),
            Obstacle(id=9, name="d", polygon=RING, group="Obstacles"),
            Obstacle(id=10, name="e", polygon=RING),
        )
    )
    assert rows(OutlineModel(document)) == [
        "Inn  6",
        "  Kitchen  3", "    kitchen", "    oven", "    pot",
        "  Store  1", "    Shelf  1", "      c",
        "  hall", "  cook",
        "Group 2  1", "  b", "Group 10  1", "  a", "Obstacles  1", "  d",
        "Other obstacles  1", "  e",
    ]  # fmt: skip


def test_search_finds_names_kinds_groups_and_tags(inn: Document) -> None:
    """Search finds names kinds groups and tags."""
    model = OutlineModel(inn)
    for text, found in (
        ("HALL", ["hall"]),
        ("oak", ["table"]),
        ("furni", ["table", "chair (off)"]),
        ("door", ["gate", "hatch (shut)"]),
        ("obstacle cha", ["chair (off)"]),
        ("dragon", []),
    ):
        model.search(text)
        assert names(model) == found
    model.search("")
    assert model.rowCount() == 5


def test_what_is_renamed_out_of_the_search_goes(inn: Document) -> None:
    """Its row disappears."""
    model = OutlineModel(inn)
    QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    model.search("a")
    bar = inn.level.obstacles[5]
    inn.commit(Edit.put(inn.level, [replace(bar, name="desk", tags=("x",))]))
    assert "desk" in names(model)
    model.search("bar")
    inn.stack.undo()
    assert names(model) == ["bar"]


def test_renaming_in_place(inn: Document) -> None:
    """Renaming in place."""
    model = OutlineModel(inn)
    refused: list[object] = []
    model.refused.connect(refused.append)
    assert model.setData(model.index_of(1), " great_hall ")
    assert inn.level.areas[1].name == "great_hall"
    assert inn.stack.undoText() == "Rename hall to great_hall"
    assert not model.setData(model.index_of(1), "cellar")
    assert refused == ["Another area is named cellar. Names of areas must differ."]
    assert not model.setData(model.index_of(1), "")
    assert inn.level.areas[1].name == "great_hall"
    assert model.setData(model.index_of(6), "bar")
    assert model.setData(model.index_of(8), "cook")


def test_dragging_a_corner_disturbs_no_row(inn: Document) -> None:
    """Dragging a corner disturbs no row."""
    model = OutlineModel(inn)
    told: list[object] = []
    for signal in (model.dataChanged, model.modelReset, model.rowsInserted):
        signal.connect(lambda *_: told.append(1))
    hall = inn.level.areas[1]
    inn.preview(Edit.put(inn.level, [replace(hall, polygon=(*RING, (2.0, 2.0)))]))
    assert told == []


def test_few_rows_come_and_go_without_a_reset(inn: Document) -> None:
    """Few rows come and go without a reset."""
    model = OutlineModel(inn)
    told: list[str] = []
    model.modelReset.connect(lambda: told.append("reset"))
    model.rowsInserted.connect(lambda *_: told.append("in"))
    model.rowsRemoved.connect(lambda *_: told.append("out"))
    inn.commit(Edit.put(inn.level, [area(20), area(21)]))
    inn.commit(Edit.remove(inn.level, [20]))
    assert told == ["in", "out"]
    inn.commit(Edit.put(inn.level, [area(100 + n) for n in range(MANY + 10)]))
    assert told[2:] == ["reset"]


def test_rows_that_come_and_go_are_told_in_runs(inn: Document) -> None:
    """Of a network of thousands, an edit only touches its own rows."""
    inn.load(level_of(*(area(n) for n in range(1, 3001))), None)
    model = OutlineModel(inn)
    told: list[tuple[str, int, int]] = []
    model.modelReset.connect(lambda: told.append(("reset", 0, 0)))
    model.rowsInserted.connect(lambda _, first, last: told.append(("in", first, last)))
    model.rowsRemoved.connect(lambda _, first, last: told.append(("out", first, last)))
    inn.commit(Edit.remove(inn.level, [*range(101, 401), *range(1001, 1201)]))
    assert told == [("out", 1000, 1199), ("out", 100, 399)]
    inn.stack.undo()
    assert told[2:] == [("in", 700, 899), ("in", 100, 399)]
    # Many runs are one, with what lies between.
    inn.commit(Edit.remove(inn.level, [*range(501, 701, 2)]))
    assert told[4:] == [("out", 500, 698), ("in", 500, 598)]
    fresh = OutlineModel(inn)
    assert rows(model) == rows(fresh)


def test_hundreds_of_rows_are_found_without_going_through_thousands(
    inn: Document, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those that are selected are looked up one by one."""
    inn.load(level_of(*(area(n) for n in range(1, 3001))), None)
    model = OutlineModel(inn)
    looked: list[Element | None] = []
    place_of = Tree.place_of
    monkeypatch.setattr(
        Tree, "place_of", lambda tree, item: (looked.append(item), place_of(tree, item))[1]
    )
    ids = frozenset({5, 6, 7, 2000})
    runs = [(first.row(), last.row()) for first, last in model.section_runs(ids)]
    assert runs == [(4, 6), (1999, 1999)]
    assert {one.id for one in looked if one} == ids
    assert list(model.section_runs(frozenset({5000}))) == []


def test_runs_of_neighbours_are_selected_together(inn: Document) -> None:
    """Runs of neighbours are selected together."""
    model = OutlineModel(inn)
    inn.commit(Edit.put(inn.level, [area(30 + n) for n in range(10)]))
    ids = frozenset({1, 2, 30, 31, 35, 3})
    selection = QItemSelection()
    runs = list(model.section_runs(ids))
    for first, last in runs:
        selection.select(first, last)
    found = [model.element_at(index) for index in selection.indexes()]
    assert {element.id for element in found if element} == ids
    assert len(runs) == 3


def test_headings_hold_no_element(inn: Document) -> None:
    """Headings hold no element."""
    model = OutlineModel(inn)
    assert model.element_at(model.index(0, 0)) is None
    assert model.element_at(QModelIndex()) is None
    assert not model.flags(model.index(0, 0)) & Qt.ItemFlag.ItemIsSelectable


def test_the_model_itself_has_an_owner_or_none(inn: Document) -> None:
    """Asked without an index, `parent` means the object that owns the model."""
    model = OutlineModel(inn)
    assert model.parent() is None
    model.setParent(inn)
    assert model.parent() is inn
    model.setParent(None)


def drop(model: OutlineModel, what: list[QModelIndex], row: int, parent: QModelIndex) -> bool:
    """Drag rows and drop them before a row of a folder, or on it for -1."""
    data, action = model.mimeData(what), Qt.DropAction.MoveAction
    could = model.canDropMimeData(data, action, row, 0, parent)
    done = model.dropMimeData(data, action, row, 0, parent)
    assert could == done
    return done


def test_rows_dropped_on_a_folder_come_into_the_group(inn: Document) -> None:
    """It is one undo step; dropped on the section of a kind, they leave the group."""
    model = OutlineModel(inn)
    QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    folder = model.index_of_group("Furniture")
    assert drop(model, [model.index_of(5), model.index_of(8)], -1, folder)
    assert inn.stack.count() == 1
    assert inn.stack.undoText() == "Put 2 elements into Furniture"
    assert inn.level.obstacles[5].group == inn.level.agents[8].group == "Furniture"
    section = model.index(1, 0)
    assert section.data() == "Areas  2"
    assert drop(model, [model.index_of(5)], -1, section)
    assert inn.level.obstacles[5].group == ""
    assert not drop(model, [model.index_of(1)], -1, model.index(1, 0))
    assert inn.stack.count() == 2


def test_rows_dropped_between_siblings_are_drawn_between_them(inn: Document) -> None:
    """Order is drawing order; others of the same kind keep theirs."""
    model = OutlineModel(inn)
    folder = model.index_of_group("Furniture")
    assert drop(model, [model.index_of(7)], 0, folder)
    assert names(model)[:2] == ["chair (off)", "table"]
    assert drop(model, [model.index_of(5)], 2, model.index_of_group("Furniture"))
    assert names(model)[:3] == ["chair (off)", "table", "bar"]
    assert inn.stack.undoText() == "Put bar into Furniture"
    orders = [inn.level.obstacles[i].order for i in (7, 6, 5)]
    assert orders == sorted(orders)
    inn.stack.undo()
    inn.stack.undo()
    assert names(model)[:2] == ["table", "chair (off)"]


def test_a_folder_dropped_on_another_moves_inside(inn: Document) -> None:
    """Not into itself; a name that is taken there is refused."""
    model = OutlineModel(inn)
    for number, group in ((30, "Inn/Furniture"), (31, "Mill")):
        inn.commit(Edit.put(inn.level, [area(number, group=group)]))
    told: list[object] = []
    model.group_renamed.connect(told.append)
    furniture, mill = model.index_of_group("Furniture"), model.index_of_group("Mill")
    assert not drop(model, [furniture], -1, furniture)
    assert not drop(model, [furniture], -1, model.index_of_group("Inn"))
    assert drop(model, [furniture], -1, mill)
    assert told == [("Furniture", "Mill/Furniture")]
    assert inn.level.obstacles[6].group == "Mill/Furniture"
    assert drop(model, [model.index_of_group("Mill/Furniture")], -1, QModelIndex())
    assert inn.stack.undoText() == "Take group Furniture out of Mill"


def test_renaming_a_folder_in_place(inn: Document) -> None:
    """The whole folder is one step; a name without letters is refused."""
    model = OutlineModel(inn)
    refused: list[object] = []
    model.refused.connect(refused.append)
    assert model.setData(model.index_of_group("Furniture"), " Wood ")
    assert inn.level.obstacles[6].group == inn.level.obstacles[7].group == "Wood"
    assert inn.stack.undoText() == "Rename group Furniture to Wood"
    assert not model.setData(model.index_of_group("Wood"), " / ")
    assert refused == ["A group needs a name."]
    assert not model.setData(model.index(1, 0), "Floors")


def test_folders_are_hidden_or_locked_when_all_in_them_is(inn: Document) -> None:
    """Screen readers say so as well."""
    model = OutlineModel(inn)
    inn.hide({6})
    folder = model.index_of_group("Furniture")
    assert model.states(folder) == (False, False)
    assert model.states(model.index_of(6)) == (True, False)
    inn.hide({6, 7})
    assert model.states(folder) == (True, False)
    inn.commit(lock(inn.level, [6, 7]))
    assert model.states(folder) == (True, True)
    said = Qt.ItemDataRole.AccessibleTextRole
    assert folder.data(said) == "Furniture 2, hidden, locked"
    assert model.index_of(6).data(said) == "table, hidden, locked"


@pytest.mark.parametrize("search", ["", "box"])
def test_prepared_tree_shows_the_same_rows(inn: Document, search: str) -> None:
    """A tree prepared on a thread shows the same rows as any other, and keeps the search."""
    other = Document()
    model, fresh = OutlineModel(inn), OutlineModel(other)
    model.search(search)
    fresh.search(search)
    boxes = [
        Obstacle(id=i, order=-i, name=f"box_{i}", polygon=RING, group="Boxes/Old" if i % 2 else "")
        for i in range(10, 30)
    ]
    level = level_of(area(1), *boxes)
    inn.load(level, None, Arrival.of(level, inn.level, inn.preparations))
    other.load(level, None)
    assert rows(model) == rows(fresh)
    assert names(model)
    inn.commit(delete(level, [11]))
    assert not model.index_of(11).isValid()
    assert model.index_of(12).isValid()
