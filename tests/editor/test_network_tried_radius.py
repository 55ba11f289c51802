"""The slider of the radius greys edges that agents of that size can't take (S4-050, U-33)."""

from small_level import box

from editor.canvas.overlays.network import NetworkOverlay
from editor.shell.window import MainWindow
from navcore.level.edit import Edit
from navcore.level.model import Area, Edge, Level, Settings, Waypoint


def test_edges_turn_grey_while_a_radius_is_tried(window: MainWindow) -> None:
    """One has a path width of 0.6 m at its narrow end, the other has none."""
    level = Level(settings=Settings(cell_size=0.25, agent_radius=0.2, object_padding=0.0))
    given = [
        Area(id=1, name="yard", polygon=box(0.0, 0.0, 20.0, 20.0)),
        Waypoint(id=11, position=(4.0, 10.0), clear_radius=3.0),
        Waypoint(id=12, position=(10.0, 10.0), clear_radius=0.6),
        Waypoint(id=13, position=(16.0, 10.0)),
        Waypoint(id=14, position=(16.0, 4.0)),
        Edge(id=21, start=11, end=12),
        Edge(id=22, start=13, end=14),
    ]
    window.document.load(Edit.put(level, given).apply(level), None)
    overlay = next(one for one in window.canvas.overlays if isinstance(one, NetworkOverlay))

    def usable(radius: float | None) -> dict[int, bool]:
        if radius is None:
            window.bake.shown_floor.end_trial()
        else:
            window.bake.shown_floor.try_radius(radius)
        window.bake.wait()
        window.canvas.grab()
        network, shown = overlay.state(window.canvas.scene())
        return dict(zip(network.edge_ids.tolist(), shown.usable.tolist(), strict=True))

    assert usable(0.59) == {21: True, 22: True}
    assert usable(0.61) == {21: False, 22: True}
    assert usable(None) == {21: True, 22: True}
