"""Routes of agents at rest: the paths of their legs, and how they are drawn."""

import math
from collections.abc import Iterator
from threading import current_thread, main_thread
from typing import Any

import pytest
from hand import Hand
from msgspec.structs import replace
from play_stage import Stage
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from sim_levels import agent, level_of, room
from small_level import COOK, GATE, GUARD

from editor.canvas.camera import Camera
from editor.canvas.overlays import goals, routes
from editor.canvas.painting.label_room import LabelRoom
from editor.canvas.painting.line_pictures import LinePicture
from editor.canvas.painting.routes import label_stops
from editor.look import style
from editor.services.route_legs import MOST_KNOWN, RouteLegs, is_found_alike
from editor.shell.window import MainWindow
from editor.tools.handles import MOST_WALKED
from editor.tools.legs import Leg, RouteSight, find_leg, legs_of
from navcore.level import operations as op
from navcore.level.edit import Edit
from navcore.level.model import Level, Obstacle, Profile, Settings
from navcore.path.result import PathResult
from navcore.world import World

WALL = 200


def hall() -> Level:
    """Return a hall with a wall across most of it, and a patrol around its end."""
    level = room(20, 10, (0, 4.5, 16, 5.5))
    return level_of(level, agent(1, (4, 2), goals=((4, 8), (18, 8)), loop=True))


@pytest.fixture
def stage(qapp: QApplication) -> Stage:
    """The hall, at the start of a run."""
    return Stage(hall())


@pytest.fixture
def legs(stage: Stage) -> Iterator[RouteLegs]:
    """The paths in the world of the run."""
    made = RouteLegs(stage.run.switches)
    yield made
    made.shutdown()


def guard_legs(stage: Stage) -> list[Leg]:
    """Return the legs of the patrol."""
    level = stage.document.level
    return legs_of(level.agents[1], level.settings)


def test_a_loop_has_a_leg_back_to_its_first_stop(stage: Stage) -> None:
    """And one from the agent to it; stops in one place have none between them."""
    ends = [(leg.start, leg.goal) for leg in guard_legs(stage)]
    assert ends == [((4, 2), (4, 8)), ((4, 8), (18, 8)), ((18, 8), (4, 8))]
    plain = Settings()
    assert legs_of(agent(2, (1, 1), goals=((1, 1), (2, 2))), plain) == [Leg((1, 1), (2, 2))]
    assert legs_of(agent(2, (1, 1)), plain) == []


def test_legs_are_walked_on_the_floor_of_the_agents_type(stage: Stage, legs: RouteLegs) -> None:
    """For an unknown type it is the floor of all others."""
    level = stage.document.level
    cart = Profile(name="cart", radius=1.9, layer="sky")
    stage.document.commit(op.set_settings(level, profiles=(cart,)))
    settings = stage.document.level.settings
    carter = agent(2, (1.0, 5.0), goals=((4.0, 5.0),), profile="cart")
    (leg,) = legs_of(carter, settings)
    assert leg.profile == replace(cart, layer="ground")
    (path,) = legs.of([leg])
    assert path is not None
    world = stage.run.switches.world
    expected = world.find_path_to_nearest(leg.start, leg.goal, profile=Profile(radius=1.9))
    assert (path.length, path.status) == (expected.length, expected.status)
    assert path.length != world.find_path_to_nearest(leg.start, leg.goal).length
    (plain,) = legs_of(replace(carter, profile="gone"), settings)
    assert plain.profile is None


def test_paths_are_known_at_once_where_that_is_quick(stage: Stage, legs: RouteLegs) -> None:
    """Round the wall, as an agent would walk."""
    first, second, third = legs.of(guard_legs(stage))
    assert first is not None
    assert first.length > 20
    assert second is not None
    assert third is not None
    assert second.length == pytest.approx(14)
    assert not legs.busy


def test_paths_follow_a_wall_that_is_dragged(stage: Stage, legs: RouteLegs) -> None:
    """They follow in the frame after the bake, as long as they are quick."""
    before = stage.document.level
    for x in (14.0, 10.0, 6.0):
        moved = Obstacle(id=WALL, order=0.0, polygon=((0, 4.5), (x, 4.5), (x, 5.5), (0, 5.5)))
        stage.document.preview(Edit.put(before, [moved]))
        found = legs.of(guard_legs(stage))[0]
        assert found is not None
        assert found.length == pytest.approx(
            stage.run.world.find_path((4, 2), (4, 8)).length
        )  # fmt: skip
    stage.document.cancel_preview()
    assert stage.document.level == before


@pytest.mark.parametrize("at_once_ms", [float("inf"), 0.0])
def test_a_path_that_leads_over_the_same_points_stays_the_same_object(
    stage: Stage, legs: RouteLegs, at_once_ms: float
) -> None:
    """By its identity the painter sees, at every frame of a drag, that it need not repaint."""
    legs.at_once_ms = at_once_ms
    wanted = guard_legs(stage)
    legs.of(wanted)
    legs.wait()
    known = legs.of(wanted)
    told: list[object] = []
    legs.changed.connect(told.append)
    beside = Obstacle(id=77, order=1.0, polygon=((1, 1), (1.5, 1), (1.5, 1.5), (1, 1.5)))
    world = stage.run.world
    stage.document.commit(Edit.put(stage.document.level, [beside]))
    assert stage.run.world is not world
    legs.of(wanted)
    legs.wait()
    assert all(now is before for now, before in zip(legs.of(wanted), known, strict=True))
    assert not told
    assert legs.known(wanted) == legs.of(wanted)
    assert not legs.busy


@pytest.mark.parametrize("at_once_ms", [float("inf"), 0.0])
def test_a_path_that_took_another_time_stays_the_same_object(
    stage: Stage, at_once_ms: float
) -> None:
    """Views of the search's effort get another object only if the effort changed."""
    legs = RouteLegs(stage.run.switches, walked_only=False)
    legs.at_once_ms = at_once_ms
    wanted = guard_legs(stage)
    legs.of(wanted)
    legs.wait()
    known = legs.of(wanted)
    stage.document.commit(op.delete(stage.document.level, {WALL}))
    legs.of(wanted)
    legs.wait()
    found = legs.of(wanted)
    for now, before in zip(found, known, strict=True):
        assert now is not None
        assert before is not None
        assert (now is before) == is_found_alike(now, before)
    assert found != known
    aside = Obstacle(id=77, order=1.0, polygon=((1, 1), (1.5, 1), (1.5, 1.5), (1, 1.5)))
    stage.document.commit(Edit.put(stage.document.level, [aside]))
    legs.of(wanted)
    legs.wait()
    for leg, now, before in zip(wanted, legs.of(wanted), found, strict=True):
        anew = find_leg(leg, stage.run.world)
        assert now is not None
        assert before is not None
        assert is_found_alike(now, anew)
        assert (now is before) == is_found_alike(before, anew)
    legs.shutdown()


def test_slow_paths_are_found_beside_the_window(
    stage: Stage, legs: RouteLegs, qtbot: QtBot
) -> None:
    """Until then that of the world before is shown, or none; urgent ones come first."""
    legs.at_once_ms = 0.0
    wanted = guard_legs(stage)
    assert legs.of(wanted) == [None, None, None]
    assert legs.of(wanted[2:], urgent=True) == [None]
    with qtbot.waitSignal(legs.changed):
        pass
    legs.of(wanted)
    legs.wait()
    known = legs.of(wanted)
    assert all(path is not None and path.ok for path in known)
    stage.document.commit(op.delete(stage.document.level, {WALL}))
    assert legs.of(wanted) == known, "the paths of before stand in"
    legs.wait()
    first = legs.of(wanted)[0]
    assert first is not None
    assert first.length == pytest.approx(6.0)


def test_only_so_many_paths_are_kept(stage: Stage, legs: RouteLegs) -> None:
    """The last ones."""
    places = [(float(n % 19) + 0.5, 1.0 + n / 4000) for n in range(MOST_KNOWN + 100)]
    # Of another type, or the path of the leg beside it would stand in.
    first = Leg((4.0, 2.0), places[0], Profile(radius=0.2))
    legs.of([first, *(Leg((4.0, 2.0), place) for place in places[1:])])
    stage.document.commit(op.set_settings(stage.document.level, agent_radius=0.3))
    legs.at_once_ms = 0.0
    assert legs.of([first]) == [None]
    assert legs.of([Leg((4.0, 2.0), places[-1])]) != [None]
    legs.wait()


# On the canvas.


def overlay_of(window: MainWindow) -> routes.RoutesOverlay:
    """The overlay of the window."""
    found = next(one for one in window.canvas.overlays if one.name == "routes")
    assert isinstance(found, routes.RoutesOverlay)
    return found


def picture(window: MainWindow) -> QImage:
    """Return an image of the canvas, at one device pixel per pixel."""
    return window.canvas.grab().toImage()


def near(image: QImage, window: MainWindow, place: tuple[float, float], token: str) -> bool:
    """Return whether a colour of the theme is near a place of the level."""
    wanted = QColor(getattr(style.current(), token))
    x, y = window.canvas.viewport.camera.to_pixel(place)
    return any(
        max(abs(a - b) for a, b in zip(colour.getRgb()[:3], wanted.getRgb()[:3], strict=True)) < 40
        for dx in range(-4, 5)
        for dy in range(-4, 5)
        if (colour := image.pixelColor(round(x) + dx, round(y) + dy))
    )


def on_the_way(window: MainWindow) -> tuple[float, float]:
    """A place on the guard's path, away from the straight line."""
    guard = window.document.level.agents[GUARD]
    path = window.run.world.find_path(guard.position, guard.goals[0])
    points = [guard.position, *map(tuple, path.points.tolist())]
    (x, z), (to_x, to_z) = points[1], points[2]
    return ((x + to_x) / 2, (z + to_z) / 2)


def test_routes_are_shown_along_the_walking_path(window: MainWindow) -> None:
    """Faint at rest, strong while selected, and none when switched off."""
    canvas, overlay = window.canvas, overlay_of(window)
    canvas.frame_all()
    place = on_the_way(window)
    faint = picture(window)
    assert not near(faint, window, place, "agent")
    canvas.shown.toggle(overlay)
    without = picture(window)
    assert faint != without
    window.document.select(frozenset({GUARD}))
    strong = picture(window)
    assert near(strong, window, place, "agent"), "selected agents show theirs all the same"
    canvas.shown.toggle(overlay)
    window.run.clock.step_once()
    assert not overlay.legend(canvas.scene())


def test_routes_of_several_selected_agents_are_painted_once(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As strong as that of one, and not again at every frame: smooth lines of many are slow."""
    times: list[None] = []
    paint = LinePicture.paint
    monkeypatch.setattr(LinePicture, "paint", lambda *args: (times.append(None), paint(*args)))
    document, canvas = window.document, window.canvas
    canvas.shown.toggle(overlay_of(window))
    guard = document.level.agents[GUARD]
    others = [
        agent(1000 + n, (guard.position[0], guard.position[1] + n / 100), goals=guard.goals)
        for n in range(goals.MOST_SMOOTH)
    ]
    document.commit(Edit.put(document.level, others, "Patrol"))
    canvas.frame_all()
    document.select(frozenset({GUARD, *(one.id for one in others[1:])}))
    picture(window)
    assert not times, "a few are drawn smoothly"
    document.select(frozenset({GUARD, *(one.id for one in others)}))
    window.workspace.legs.wait()
    assert near(picture(window), window, on_the_way(window), "agent")
    painted = len(times)
    assert painted
    picture(window)
    assert len(times) == painted


def test_a_leg_without_a_path_is_cut(window: MainWindow) -> None:
    """It is dotted in the colour of blocked ways, with a cross at the stop."""
    window.canvas.frame_all()
    window.document.select(frozenset({GUARD}))
    window.document.commit(op.set_fields(window.document.level, {GATE}, available=False))
    guard = window.document.level.agents[GUARD]
    (leg,) = window.workspace.legs.of(legs_of(guard, window.document.level.settings))
    assert leg is not None
    assert not leg.ok
    x, z = guard.goals[0]
    image = picture(window)
    assert near(image, window, (x - 6 / window.canvas.viewport.camera.scale, z), "path_end") or any(
        near(image, window, (x + dx, z + dz), "path_end")
        for dx in (-0.2, 0.2)
        for dz in (-0.2, 0.2)
    )


def test_no_path_is_searched_for_the_mouse(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A box around many agents, and the mouse over their routes: the paths are those drawn."""
    document, legs = window.document, window.workspace.legs
    crowd = [
        agent(1000 + n, (0.5 + n / 2, 0.5), goals=((0.5 + n / 2, 7.5),), radius=0.2)
        for n in range(MOST_WALKED - 1)
    ]
    document.commit(Edit.put(document.level, crowd, "Crowd"))
    window.bake.wait()
    window.canvas.frame_all()
    searched: list[Any] = []
    find = World.find_path_to_nearest

    def counted(world: World, *args: Any, **keys: Any) -> PathResult:
        if current_thread() is main_thread():
            searched.append(args)
        return find(world, *args, **keys)

    monkeypatch.setattr(World, "find_path_to_nearest", counted)
    picture(window)
    assert searched, "what is drawn is found at once in tests"
    searched.clear()
    legs.at_once_ms = 0
    hand = Hand(window.canvas)
    hand.drag((-0.6, -0.6), (5, 5), (12, 1))
    assert len(document.selection.ids & {one.id for one in crowd}) == len(crowd)
    for x, z in ((0.5, 4), (2, 5), (3, 6.1)):
        hand.move((x, z))
        picture(window)
    assert not searched


def test_of_too_many_routes_only_the_one_under_the_mouse_is_drawn(window: MainWindow) -> None:
    """Selected ones are drawn, too; the legend has the number of all."""
    document, overlay = window.document, overlay_of(window)
    crowd = [
        agent(1000 + n, (0.5 + n / 10, 0.5), goals=((0.5 + n / 10, 7.5),), radius=0.2)
        for n in range(routes.MOST)
    ]
    window.canvas.frame_all()
    scene = window.canvas.scene()
    assert [one.id for one in overlay.shown(scene)] == [GUARD]
    document.commit(Edit.put(document.level, crowd, "Crowd"))
    scene = window.canvas.scene()
    (row,) = overlay.legend(scene)
    assert f"{routes.MOST + 1} in view" in row.text
    assert overlay.shown(scene) == []


def test_pauses_and_numbers_stand_at_the_stops(window: MainWindow) -> None:
    """Selected agents show all; others only a stop's own values."""
    level = window.document.level
    level = op.append_stops(level, [GUARD, COOK], [(5, 7), (6, 7)]).apply(level)
    level = op.set_fields(level, {GUARD}, wait=2.0).apply(level)
    level = op.set_stops(level, {GUARD: {1}}, pause=4.5, facing=math.pi / 2).apply(level)

    def words(*, faint: bool, x: float = 10.0) -> list[str]:
        asked = LabelRoom()
        camera = Camera(x=x, z=4, scale=20, width=800, height=400)
        sight = RouteSight(level.settings, None)
        label_stops(asked, camera, level.agents[GUARD], sight, faint=faint)
        return [label.words for label, _ in asked.placed()]

    assert sorted(words(faint=False)) == ["1 · 2 s", "2 · 4.5 s", "3 · 2 s"]
    assert sorted(words(faint=True)) == ["1", "2 · 4.5 s", "3"]
    assert len(words(faint=False, x=-14.0)) == 3, "just out of sight: its text may not be"
    assert words(faint=False, x=-40.0) == [], "far out of sight"
