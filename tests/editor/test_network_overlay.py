"""Waypoints and edges on the canvas: by type, storey and agent type."""

import numpy as np
import pytest
import shapely
from colour_sight import contrast
from msgspec.structs import replace
from PySide6.QtGui import QColor, QImage, QPainter
from small_level import GATE, small_level

from editor.canvas.camera import Camera
from editor.canvas.overlays.corridors import corridor_ring
from editor.canvas.overlays.network import NetworkOverlay
from editor.canvas.overlays.off_floor import OffFloorOverlay
from editor.canvas.overlays.selection import _paint_waypoint_rings
from editor.canvas.painting.network import colour_of, dashed, paint_waypoint, waypoint_radius
from editor.canvas.painting.network_arrays import TYPES, NetworkArrays
from editor.look import style
from editor.look.style import CANVAS, WAYPOINTS
from editor.look.theme import apply_colours
from navcore.level.edit import Edit
from navcore.level.model import Edge, Obstacle, Profile, Waypoint
from navcore.level.operations.storeys import add_storey

ONE, TWO, THREE, ABOVE = 51, 52, 53, 54
FIRST, SECOND = 61, 62


@pytest.fixture
def canvas(window, canvas):
    """The small level with three waypoints in a row, one above, and two edges."""
    level = add_storey(small_level(), "upper").apply(small_level())
    items = {
        ONE: Waypoint(id=ONE, name="one", position=(2.0, 6.0), clear_radius=0.5),
        TWO: Waypoint(id=TWO, name="two", position=(5.0, 6.0), type="guardPost"),
        THREE: Waypoint(id=THREE, name="three", position=(8.0, 7.0), type="patrol"),
        ABOVE: Waypoint(id=ABOVE, name="above", position=(2.0, 2.0), layer="upper"),
        FIRST: Edge(id=FIRST, start=ONE, end=TWO),
        SECOND: Edge(id=SECOND, start=TWO, end=THREE, one_way=True, needs=("key",)),
    }
    window.document.load(level.with_items(items), None)
    window.canvas.frame_all()
    return canvas


def overlay_of(canvas):
    """The overlay of networks."""
    return next(o for o in canvas.overlays if isinstance(o, NetworkOverlay))


def is_drawn(canvas, place, colour):
    """Return whether a pixel near a place is of a colour."""
    image = canvas.grab().toImage()
    x, y = (round(value * image.devicePixelRatio()) for value in camera(canvas).to_pixel(place))
    wanted = QColor(colour).getRgb()[:3]
    near = [image.pixelColor(x + i, y + j).getRgb()[:3] for i in range(-3, 4) for j in range(-3, 4)]
    return any(max(abs(a - b) for a, b in zip(one, wanted, strict=True)) <= 45 for one in near)


def camera(canvas):
    """Where the canvas looks from."""
    return canvas.viewport.camera


def test_waypoints_have_the_colour_of_their_type(window, canvas):
    """Edges are between them."""
    assert is_drawn(canvas, (2.0, 6.0), "#66CCEE")
    assert is_drawn(canvas, (5.0, 6.0), "#EE6677")
    assert is_drawn(canvas, (3.5, 6.0), "#CCBB44")
    assert not is_drawn(canvas, (2.0, 2.0), "#66CCEE")
    window.document.storey.show("upper")
    assert is_drawn(canvas, (2.0, 2.0), "#66CCEE")
    assert not is_drawn(canvas, (2.0, 6.0), "#66CCEE")


def test_what_is_hidden_is_not_drawn(window, canvas):
    """Edges go with their waypoints."""
    window.document.hide({TWO})
    assert not is_drawn(canvas, (5.0, 6.0), "#EE6677")
    assert not is_drawn(canvas, (3.5, 6.0), "#CCBB44")
    window.document.hide({FIRST})
    assert is_drawn(canvas, (5.0, 6.0), "#EE6677")
    assert not is_drawn(canvas, (3.5, 6.0), "#CCBB44")


@pytest.mark.parametrize("change", ["move", "turn off", "delete", "join"])
def test_the_picture_of_an_edit_is_that_of_all(window, canvas, change):
    """Edges are painted anew where they were and where they are, with their waypoints."""
    canvas.grab()
    document = window.document
    two = document.level.element(TWO)
    edits = {
        "move": Edit.put(document.level, [replace(two, position=(4.0, 1.0))], "Move"),
        "turn off": Edit.put(document.level, [replace(two, enabled=False)], "Off"),
        "delete": Edit.remove(document.level, [TWO], "Delete"),
        "join": Edit.put(document.level, [Edge(id=63, start=ONE, end=THREE)], "Join"),
    }
    for step in (lambda: document.commit(edits[change]), document.stack.undo):
        step()
        by_parts = canvas.grab().toImage()
        canvas.layers.paint_anew()
        assert canvas.grab().toImage() == by_parts


def test_edges_that_can_not_be_taken_are_grey(window, canvas):
    """Too narrow for the shown type, for something that it lacks, or switched off at an end."""

    def usable():
        canvas.grab()
        window.bake.wait()
        network, shown = overlay_of(canvas).state(canvas.scene())
        assert shown.on_floor.all(), "grey, not in the colour of what a wall blocks"
        return dict(zip(network.edge_ids.tolist(), shown.usable.tolist(), strict=True))

    document = window.document
    document.commit(Edit.put(document.level, [replace(document.level.settings, agent_radius=0.4)]))
    assert usable() == {FIRST: True, SECOND: True}
    profiles = (Profile(name="ogre", radius=0.51), Profile(name="thief", abilities=("key",)))
    document.commit(Edit.put(document.level, [replace(document.level.settings, profiles=profiles)]))
    window.bake.shown_floor.show_type("ogre")
    assert usable() == {FIRST: False, SECOND: False}
    window.bake.shown_floor.show_type("thief")
    assert usable() == {FIRST: True, SECOND: True}
    off = replace(document.level.element(THREE), enabled=False)
    document.commit(Edit.put(document.level, [off]))
    assert usable() == {FIRST: True, SECOND: False}


def test_grey_is_what_agents_do_not_take(window, canvas):
    """Also where a path width, in whole millimetres, is a hair less than the agent that fits."""
    document = window.document
    wide = tuple(Profile(name=f"of_{number}", radius=0.495 + number / 1000) for number in range(10))
    document.commit(Edit.put(document.level, [replace(document.level.settings, profiles=wide)]))
    found = []
    for profile in wide:
        window.bake.shown_floor.show_type(profile.name)
        window.bake.wait()
        canvas.grab()
        network, shown = overlay_of(canvas).state(canvas.scene())
        graph = canvas.scene().run.world.graph_for(profile)
        row = network.edge_ids.tolist().index(FIRST)
        found.append(bool(shown.usable[row]))
        assert shown.on_floor[row], "grey, not in the colour of what a wall blocks"
        assert found[-1] == bool(graph.open[graph.edge_ids.tolist().index(FIRST)]), profile
    assert found == [True] * 7 + [False] * 3


def test_the_legend_names_what_there_is(window, canvas):
    """It has a row for each type, and one for the lines."""
    rows = [row.text for row in overlay_of(canvas).legend(canvas.scene())]
    assert rows == ["Navigation", "Patrol", "Guard post", "edge", "requires an ability"]
    window.document.load(small_level(), None)
    assert overlay_of(canvas).legend(canvas.scene()) == ()


def test_classic_colours_are_those_of_the_documents(window):
    """S3-078, S3-079: cyan unless the type has a colour of its own; edges yellow."""
    try:
        apply_colours("classic")
        assert colour_of("navigation") == colour_of("rest") == "#00FFFF"
        assert [colour_of(t) for t in ("patrol", "guardPost", "harvest", "spawn")] == [
            "#0000FF", "#FF0000", "#00FF00", "#FF00FF",
        ]  # fmt: skip
        assert style.current().edge == "#FFFF00"
    finally:
        apply_colours("clear")


def test_types_of_one_colour_differ_by_their_letter():
    """Colour never speaks alone."""
    assert set(WAYPOINTS) == set(TYPES)
    assert len({letter for _, _, letter in WAYPOINTS.values()}) == len(TYPES)


@pytest.mark.parametrize("off", [False, True])
@pytest.mark.parametrize("type_", TYPES)
def test_every_type_looks_different(canvas, type_, off):
    """Also switched off, which is hollow."""

    def picture(kind, *, hollow):
        image = QImage(24, 24, QImage.Format.Format_ARGB32)
        image.fill(0)
        painter = QPainter(image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_waypoint(painter, image.rect().toRectF().center(), 7.5, 0.0, kind, hollow)
        painter.end()
        return image

    own = picture(TYPES.index(type_), hollow=off)
    assert own != picture(TYPES.index(type_), hollow=not off)
    others = [number for number, other in enumerate(TYPES) if other != type_]
    assert all(own != picture(number, hollow=off) for number in others)


@pytest.mark.parametrize("theme", [style.DARK, style.LIGHT], ids=lambda theme: theme.name)
def test_edges_are_legible_on_every_floor(theme):
    """Their colour is legible and differs from the rim of routes: yellow on light drew black."""
    for floor in (theme.outside, theme.walkable, theme.band, theme.obstacle):
        assert contrast(theme.edge, floor) >= 3
    assert contrast(theme.edge, theme.edge_casing) >= 3


def test_arrays_that_are_carried_on_equal_new_ones():
    """This holds after changes of places, types and ends, and after adding and removing."""
    level = small_level().with_items(
        {i: Waypoint(id=i, position=(float(i), 0.0)) for i in range(1, 6)}
        | {i: Edge(id=i, start=i - 10, end=i - 9) for i in range(11, 15)}
    )
    known = NetworkArrays()
    for changes in (
        {},
        {2: Waypoint(id=2, position=(0.0, 9.0), type="rest", enabled=False, clear_radius=2.0)},
        {12: Edge(id=12, start=5, end=1, one_way=True, needs=("key",))},
        {3: None, 12: None, 13: None},
        {3: Waypoint(id=3, position=(3.0, 3.0)), 13: Edge(id=13, start=3, end=1)},
        {1: Waypoint(id=1, position=(7.0, 1.0)), 6: Waypoint(id=6, position=(1.0, 1.0))},
        {6: None, 5: None, 7: Waypoint(id=7, position=(2.0, 2.0)), 14: None, 15: None},
        {1: None, 7: Obstacle(id=7, polygon=((0.0, 0.0), (1.0, 0.0), (0.0, 1.0)))}
        | dict.fromkeys(range(11, 16)),
    ):
        level = level.with_items(changes)
        known.follow(level)
        anew = NetworkArrays()
        anew.follow(level)
        for name in (
            "ids",
            "places",
            "types",
            "off",
            "clear",
            "edge_ids",
            "ends",
            "one_way",
            "locked",
        ):
            assert np.array_equal(getattr(known, name), getattr(anew, name))
        for box in ((0.0, 0.0, 9.0, 9.0), (2.5, 0.5, 8.0, 2.0)):
            assert np.array_equal(known.edges_in(box), anew.edges_in(box))


def test_dashes_begin_and_end_with_their_line():
    """However long it is."""
    lines = np.array([[0.0, 0.0, 10.0, 0.0], [3.0, 3.0, 3.0, 3.5], [0.0, 0.0, 0.0, 100.0]])
    dashes = dashed(lines, 4.0, 3.0)
    assert dashes[0, :2].tolist() == [0.0, 0.0]
    assert dashes[1, 2:].tolist() == [10.0, 0.0]
    assert dashes[2].tolist() == [3.0, 3.0, 3.0, 3.5]
    assert dashes[-1, 2:].tolist() == pytest.approx([0.0, 100.0])


@pytest.mark.parametrize(
    ("ends", "radii"),
    [
        (((0.0, 0.0), (4.0, 0.0)), (1.0, 0.5)),
        (((0.0, 0.0), (1.0, 3.0)), (0.5, 2.0)),
        (((0.0, 0.0), (0.5, 0.0)), (2.0, 0.5)),
        (((1.0, 1.0), (1.0, 1.0)), (1.0, 1.0)),
    ],
)
def test_a_corridor_is_all_between_two_discs(ends, radii):
    """Its outline encloses both and all between, within a few per cent."""
    discs = [shapely.Point(end).buffer(radius) for end, radius in zip(ends, radii, strict=True)]
    expected = shapely.union_all(discs).convex_hull
    made = shapely.Polygon(corridor_ring(np.array(ends), np.array(radii)))
    assert made.is_valid
    assert made.symmetric_difference(expected).area <= 0.04 * expected.area


def test_corridors_follow_their_waypoints(window, canvas):
    """Painted anew where they were and where they are."""
    document = window.document
    wide = [replace(document.level.element(i), clear_radius=1.0) for i in (ONE, TWO)]
    canvas.grab()
    for changed in (wide, [replace(wide[1], position=(5.0, 2.0))]):
        document.commit(Edit.put(document.level, changed, "Change"))
        by_parts = canvas.grab().toImage()
        canvas.layers.paint_anew()
        assert canvas.grab().toImage() == by_parts


def test_rings_of_many_selected_waypoints_look_like_those_of_few(canvas):
    """Sprites replace single rings if there are many."""
    camera = Camera(x=0.0, z=0.0, scale=40.0, width=400, height=40)
    waypoints = [Waypoint(id=i, position=(i * 0.5 - 4.75, 0.0)) for i in range(1, 19)]

    def picture(*parts):
        image = QImage(400, 40, QImage.Format.Format_ARGB32_Premultiplied)
        image.fill(0)
        painter = QPainter(image)
        for part in parts:
            _paint_waypoint_rings(painter, part, camera, camera.box, 1.0)
        painter.end()
        shape = (40, 400, 4)
        return np.frombuffer(image.constBits(), np.uint8).reshape(shape).astype(float)

    by_sprites, one_by_one = picture(waypoints), picture(waypoints[:9], waypoints[9:])
    assert by_sprites.any()
    assert np.abs(by_sprites - one_by_one).mean() < 3.0


def test_waypoints_off_the_floor_are_marked(window, canvas):
    """Live, with a legend row and a tip; one in a doorway that is shut is not."""
    overlay = next(o for o in canvas.overlays if isinstance(o, OffFloorOverlay))
    document = window.document
    assert overlay.legend(canvas.scene()) == ()
    crate = Obstacle(id=900, name="crate", polygon=((4.8, 5), (6, 5), (6, 7), (4.8, 7)))
    document.commit(Edit.put(document.level, [crate]))
    (row,) = overlay.legend(canvas.scene())
    assert row.text == "waypoint that is not on floor"
    assert overlay.tip(canvas.scene(), (5.0, 6.0)).startswith("two stands where agents can't walk")
    scale = camera(canvas).scale
    size = max(CANVAS.off_floor_least, waypoint_radius(scale) + CANVAS.off_floor_around)
    radius = size / scale
    assert is_drawn(canvas, (5.0 + radius, 6.0), style.current().error)
    moved = replace(document.level.of(Waypoint)[TWO], position=(3.5, 6.0))
    document.commit(Edit.put(document.level, [moved]))
    assert overlay.legend(canvas.scene()) == ()
    gate = document.level.areas[GATE]
    x, z = np.mean(gate.polygon, axis=0).tolist()
    shut = replace(gate, available=False)
    document.commit(Edit.put(document.level, [shut, replace(moved, position=(x, z))]))
    assert overlay.legend(canvas.scene()) == ()
    window.canvas.shown.toggle(overlay_of(canvas))
    document.commit(Edit.put(document.level, [replace(moved, position=(5.0, 6.0))]))
    assert overlay.legend(canvas.scene()) == ()


def test_edges_that_something_is_in_the_way_of_are_told_apart(window, canvas):
    """They are while the wall is there, and as long as the floor is affected.

    The legend has a row.
    """
    shut = style.current().door_shut
    assert not is_drawn(canvas, (3.5, 6.0), shut)
    wall = Obstacle(id=900, name="wall", polygon=((3.2, 5), (3.8, 5), (3.8, 7), (3.2, 7)))
    window.document.commit(Edit.put(window.document.level, [wall]))
    canvas.grab()
    scene = canvas.scene()
    overlay = overlay_of(canvas)
    _, shown = overlay.state(scene)
    assert shown.on_floor.tolist() == [False, True]
    assert not shown.usable[0]
    assert "edge, blocked" in {row.text for row in overlay.legend(scene)}
    assert any(is_drawn(canvas, (x / 10, 6.0), shut) for x in range(24, 46))
    window.document.stack.undo()
    assert not any(is_drawn(canvas, (x / 10, 6.0), shut) for x in range(24, 46))
    texts = {row.text for row in overlay.legend(canvas.scene())}
    assert "edge, blocked" not in texts


def wide_network():
    """A hundred waypoints in rows, each joined to the next, on the small level."""
    places = [(1.0 + 0.8 * (n % 10), 1.0 + 0.6 * (n // 10)) for n in range(100)]
    items = {1000 + n: Waypoint(id=1000 + n, position=place) for n, place in enumerate(places)}
    joins = {
        2000 + n: Edge(id=2000 + n, start=1000 + n, end=1001 + n, one_way=True) for n in range(99)
    }
    return small_level().with_items({**items, **joins})


def test_moving_many_paints_what_they_leave_and_where_they_come(window, canvas):
    """As if everything was painted anew."""
    document = window.document
    document.load(wide_network(), None)
    window.canvas.frame_all()
    canvas.grab()
    level = document.level
    many = [replace(one, position=(one.position[0] + 0.5, one.position[1] + 0.3))
            for one in level.of(Waypoint).values() if one.id >= 1020]  # fmt: skip
    document.commit(Edit.put(level, many))
    in_parts = canvas.grab().toImage()
    assert canvas.layers.still_pixels < canvas.width() * canvas.height()
    canvas.layers.paint_anew()
    assert in_parts == canvas.grab().toImage()
    document.stack.undo()
    in_parts = canvas.grab().toImage()
    canvas.layers.paint_anew()
    assert in_parts == canvas.grab().toImage()
    document.commit(Edit.remove(level, [one.id for one in many[:40]]))
    in_parts = canvas.grab().toImage()
    canvas.layers.paint_anew()
    assert in_parts == canvas.grab().toImage()


def test_many_edges_that_are_blocked_at_once_are_painted_within_their_bounds(window, canvas):
    """The rest of the canvas is not repainted."""
    document = window.document
    document.load(wide_network(), None)
    window.canvas.frame_all()
    canvas.grab()
    wall = Obstacle(id=900, polygon=((1.0, 1.0), (4.0, 1.0), (4.0, 7.0), (1.0, 7.0)))
    document.commit(Edit.put(document.level, [wall]))
    window.bake.wait()
    in_parts = canvas.grab().toImage()
    assert canvas.layers.still_pixels < canvas.width() * canvas.height()
    assert not overlay_of(canvas).state(canvas.scene())[1].on_floor.all()
    canvas.layers.paint_anew()
    assert in_parts == canvas.grab().toImage()
