"""Edges switched off by the menu: grey on the canvas, and said so in the properties."""

from msgspec.structs import replace
from small_level import small_level

from editor.canvas.canvas import Canvas
from editor.canvas.overlays.network import NetworkOverlay
from editor.shell.window import MainWindow
from navcore.level.edit import Edit
from navcore.level.model import Edge, State, Waypoint

ONE, TWO, THREE, FIRST, SECOND = 51, 52, 53, 61, 62


def shown(canvas: Canvas) -> dict[int, tuple[bool, bool]]:
    """Return which edges agents can take, and which are told as free of walls, by id."""
    overlay = next(one for one in canvas.overlays if isinstance(one, NetworkOverlay))
    canvas.grab()
    network, state = overlay.state(canvas.scene())
    rows = zip(state.usable.tolist(), state.on_floor.tolist(), strict=True)
    return dict(zip(network.edge_ids.tolist(), rows, strict=True))


def test_edges_are_switched_off_and_on_in_one_step(window: MainWindow, canvas: Canvas) -> None:
    """With waypoints; what is off is grey, not in the colour of what a wall blocks."""
    places = {ONE: (2.0, 6.0), TWO: (5.0, 6.0), THREE: (8.0, 6.0)}
    items = {key: Waypoint(id=key, name=f"w{key}", position=at) for key, at in places.items()}
    edges = {
        FIRST: Edge(id=FIRST, start=ONE, end=TWO),
        SECOND: Edge(id=SECOND, start=TWO, end=THREE),
    }
    window.document.load(small_level().with_items({**items, **edges}), None)
    document = window.document
    assert window.commands.reason_of("network_off") == "No waypoint or edge is selected."
    window.bake.wait()
    open_, grey = (True, True), (False, True)
    assert shown(canvas) == {FIRST: open_, SECOND: open_}
    document.select(frozenset({FIRST, THREE}))
    for is_on, look in ((False, grey), (True, open_)):
        action = window.commands.table["network_off"]
        assert action.isEnabled()
        assert action.isChecked() is is_on, "checked while all are off"
        action.trigger()
        assert document.level.of(Edge)[FIRST].enabled is is_on
        assert document.level.of(Waypoint)[THREE].enabled is is_on
        for wait in (False, True):
            if wait:
                window.bake.wait()
            assert shown(canvas) == {FIRST: look, SECOND: look}
    document.stack.undo()
    assert not document.level.of(Edge)[FIRST].enabled
    document.stack.undo()
    assert document.level.of(Edge)[FIRST] == edges[FIRST]


def test_the_picture_of_an_edge_that_is_switched_off_is_that_of_all(
    window: MainWindow, canvas: Canvas
) -> None:
    """The edge alone is painted anew."""
    items = [Waypoint(id=ONE, position=(2.0, 6.0)), Waypoint(id=TWO, position=(5.0, 6.0))]
    edge = Edge(id=FIRST, start=ONE, end=TWO)
    window.document.load(small_level().with_items({one.id: one for one in (*items, edge)}), None)
    before = canvas.grab().toImage()
    window.document.commit(Edit.put(window.document.level, [replace(edge, enabled=False)], "Off"))
    by_parts = canvas.grab().toImage()
    canvas.layers.paint_anew()
    assert canvas.grab().toImage() == by_parts
    assert by_parts != before


def test_a_state_switches_edges(window: MainWindow, canvas: Canvas) -> None:
    """In a state the action writes to the state, and the drawing stays as it is."""
    items = [Waypoint(id=ONE, position=(2.0, 6.0)), Waypoint(id=TWO, position=(5.0, 6.0))]
    edge = Edge(id=FIRST, start=ONE, end=TWO)
    level = small_level().with_items({one.id: one for one in (*items, edge)})
    settings = replace(level.settings, states=(State("night"),))
    window.document.load(level.with_settings(settings), None)
    document = window.document
    document.state.show("night")
    document.select(frozenset({FIRST}))
    window.commands.table["network_off"].trigger()
    assert not document.level.of(Edge)[FIRST].enabled
    assert document.drawing.of(Edge)[FIRST] == edge
    assert [state.disabled for state in document.drawing.states] == [(FIRST,)]
    window.bake.wait()
    assert shown(canvas) == {FIRST: (False, True)}
    document.state.show("")
    window.bake.wait()
    assert shown(canvas) == {FIRST: (True, True)}
