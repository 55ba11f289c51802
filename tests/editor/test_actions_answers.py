"""Conditions of actions about the selection are computed once, and again when they may change."""

from types import SimpleNamespace

from msgspec.structs import replace

from editor.actions.network import chosen_edges, waypoints_in_order
from editor.actions.targets import free, of_selection
from editor.document import Document
from navcore.level.edit import Edit
from navcore.level.model import Edge, Level, Waypoint


def bench():
    """A document with three waypoints in a chain."""
    items = {i: Waypoint(id=i, position=(float(i), 0.0)) for i in (1, 2, 3)}
    edges = {i: Edge(id=i, start=i - 10, end=i - 9) for i in (11, 12)}
    return SimpleNamespace(document=Document(Level().with_items(items | edges)))


def test_a_question_is_asked_once_for_a_selection(qapp):
    """It is asked again for another selection, another level, and other hidden elements."""
    asked = []
    ask = of_selection(lambda bench: asked.append(1) or free(bench))
    desk = bench()
    document = desk.document
    document.select(frozenset({1, 2}))
    assert [ask(desk), ask(desk)] == 2 * [{1, 2}]
    assert len(asked) == 1
    document.select(frozenset({2, 3}))
    assert ask(desk) == {2, 3}
    document.hide({3})
    document.select(frozenset({2}))
    assert ask(desk) == {2}
    document.commit(Edit.put(document.level, [replace(document.level.element(2), locked=True)]))
    assert ask(desk) == set()


def test_edges_between_selected_waypoints_follow_the_level(qapp):
    """An edge that goes is not answered any more."""
    desk = bench()
    desk.document.select(frozenset({1, 2, 3}))
    assert waypoints_in_order(desk) == [1, 2, 3]
    assert chosen_edges(desk) == [11, 12]
    desk.document.commit(Edit.remove(desk.document.level, [11]))
    assert chosen_edges(desk) == [12]
    assert chosen_edges(bench()) == []
