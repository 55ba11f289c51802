"""How agents are drawn: from the level at the start, from the run later."""

from types import SimpleNamespace

import numpy as np
import pytest
from play_stage import Stage
from PySide6.QtGui import QColor, QImage, QPainter
from pytestqt.qtbot import QtBot
from sim_levels import agent, level_of, room

from editor.canvas.camera import Camera
from editor.canvas.overlays.agents import AgentsOverlay
from editor.look import style
from editor.run.agent_drawing import Crowds, Look
from editor.tools.legs import RouteSight
from navcore.level.edit import Edit

CAMERA = Camera(x=10, z=5, scale=40, width=800, height=400)
THEMES = pytest.mark.parametrize("theme", [style.DARK, style.LIGHT], ids=["dark", "light"])


@pytest.fixture
def stage(qtbot: QtBot) -> Stage:
    """Return an agent that walks, one that stands, one behind a wall, and a player."""
    return Stage(
        level_of(
            room(20, 10, (12, -1, 12.5, 11)),
            agent(1, (2, 2), goals=((8, 2), (8, 8)), wait=30.0),
            agent(2, (2, 6), facing=1.0),
            agent(3, (11, 4), goals=((18, 4),)),
            agent(4, (6, 8), player=True),
        )
    )


def looks(stage: Stage) -> list[Look]:
    """Return the look of each agent."""
    crowd = Crowds().of(stage.document.level, stage.run.record.simulation, 1.0)
    return [Look(look) for look in crowd.looks]


def picture(stage: Stage, theme: style.Theme, camera: Camera = CAMERA) -> QImage:
    """Return the overlay's picture on an empty canvas."""
    before = style.current()
    style.use(theme)
    image = QImage(camera.width, camera.height, QImage.Format.Format_RGB32)
    image.fill(QColor(theme.walkable))
    painter = QPainter(image)
    scene = SimpleNamespace(
        document=stage.document,
        run=stage.run,
        device_ratio=1.0,
        for_file=False,
        box=camera.box,
        route_sight=RouteSight(stage.document.level.settings, None),
    )
    AgentsOverlay().paint(painter, scene, camera)
    painter.end()
    style.use(before)
    return image


def colour_at(image: QImage, x: float, z: float, camera: Camera = CAMERA) -> str:
    """The colour of a place of the world."""
    px, py = camera.to_pixel((x, z))
    return image.pixelColor(round(px), round(py)).name().upper()


def test_at_the_start_everybody_is_where_the_level_says(stage: Stage) -> None:
    """Also while one is dragged, before any bake."""
    assert looks(stage) == [Look.PLACED] * 4
    stage.document.preview(Edit.put(stage.document.level, [agent(2, (3, 3), facing=2.0)]))
    crowd = Crowds().of(stage.document.level, stage.run.record.simulation, 1.0)
    assert crowd.positions.tolist() == [[2, 2], [3, 3], [11, 4], [6, 8]]
    assert crowd.facings[1] == 2.0


def test_in_a_run(stage: Stage) -> None:
    """It shows walking, standing and stuck agents, at places between the steps."""
    stage.run.clock.step_once()
    assert looks(stage) == [Look.WALKS, Look.STANDS, Look.WALKS, Look.STANDS]
    run = stage.run.record.simulation
    between = Crowds().of(stage.document.level, run, 0.5).positions
    assert np.array_equal(between, run.agents.positions_at(0.5))
    for _ in range(60):
        stage.run.clock.step_once()
    assert looks(stage) == [Look.STANDS, Look.STANDS, Look.STUCK, Look.STANDS]


def test_what_the_run_has_not_taken_in_yet(stage: Stage) -> None:
    """Paused: a new agent shows at its start, a removed one is gone, a name is the new one."""
    stage.run.clock.step_once()
    level = stage.document.level
    changes = {3: None, 9: agent(9, (5, 5)), 2: agent(2, (2, 6), name="cook")}
    stage.document.commit(Edit.change(level, changes))
    crowd = Crowds().of(stage.document.level, stage.run.record.simulation, 1.0)
    assert [element.id for element in crowd.elements] == [1, 2, 4, 9]
    assert crowd.elements[1].name == "cook"
    assert crowd.positions[3].tolist() == [5, 5]
    assert crowd.looks[3] == Look.PLACED


@THEMES
def test_standing_is_hollow_and_walking_is_not(stage: Stage, theme: style.Theme) -> None:
    """At the start it is a disc; later the floor is visible through standing agents."""
    before = picture(stage, theme)
    assert colour_at(before, 2 - 0.25, 6) == theme.agent
    assert colour_at(before, 2 - 0.20, 2) == theme.agent
    stage.run.clock.step_once()
    later = picture(stage, theme)
    assert colour_at(later, 2, 6) == theme.walkable
    x = stage.run.record.simulation.agents.positions[0, 0]
    assert colour_at(later, x - 0.25, 2) == theme.agent
    assert colour_at(later, 2 - 0.35, 6) == theme.agent


@THEMES
def test_the_wedge_shows_where_an_agent_looks(stage: Stage, theme: style.Theme) -> None:
    """In front it is dark, behind it is not."""
    image = picture(stage, theme)
    assert colour_at(image, 2 + 0.1, 2) == theme.agent_rim
    assert colour_at(image, 2 - 0.3, 2) == theme.agent


@THEMES
def test_the_player_has_a_second_ring(stage: Stage, theme: style.Theme) -> None:
    """Three pixels outside the disc."""
    reach = 0.45 + style.CANVAS.agent_ring_gap / CAMERA.scale
    image = picture(stage, theme)
    assert colour_at(image, 6 - reach, 8) == theme.agent
    assert colour_at(image, 2 - reach, 6) == theme.walkable


@THEMES
@pytest.mark.parametrize("scale", [3.0, 8.0, 40.0, 160.0])
def test_the_player_wears_a_crown(stage: Stage, theme: style.Theme, scale: float) -> None:
    """The crown has one size on its ring at every zoom; other agents have none."""
    size = max(style.CANVAS.agent_least, 0.45 * scale)
    crown = (size + style.CANVAS.agent_ring_gap + 2.0) / scale
    player = Camera(x=6, z=8, scale=scale, width=400, height=300)
    assert colour_at(picture(stage, theme, player), 6, 8 + crown, player) == theme.agent
    other = Camera(x=2, z=2, scale=scale, width=400, height=300)
    assert colour_at(picture(stage, theme, other), 2, 2 + crown, other) != theme.agent


@THEMES
def test_an_agent_is_never_too_small_to_be_seen(qtbot: QtBot, theme: style.Theme) -> None:
    """At 1 pixel a metre it is a dot of 3.5 pixels."""
    stage = Stage(level_of(room(20, 10), agent(1, (2, 6))))
    far = Camera(x=10, z=5, scale=1.0, width=200, height=200)
    assert colour_at(picture(stage, theme, far), 2, 6, far) == theme.agent


@THEMES
def test_the_selected_show_their_way_and_their_goals(stage: Stage, theme: style.Theme) -> None:
    """They have a line to the next goal, marks at all goals, and a ring; others have none."""
    for _ in range(5):
        stage.run.clock.step_once()
    bare = picture(stage, theme)
    assert colour_at(bare, 6, 2) == theme.walkable
    stage.document.select(frozenset({1}))
    image = picture(stage, theme)
    assert colour_at(image, 8, 2) == colour_at(image, 8, 8) == theme.agent
    place = stage.run.record.simulation.agents.positions[0]
    halfway = (float(place[0]) + 8) / 2
    assert colour_at(image, halfway, float(place[1])) != theme.walkable


@THEMES
def test_start_places_stay_in_sight(stage: Stage, theme: style.Theme) -> None:
    """There is a dashed ring where a walker began, and none under an agent that never left."""
    for _ in range(20):
        stage.run.clock.step_once()
    image = picture(stage, theme)
    ring = [
        colour_at(image, 2 + 0.45 * np.cos(angle), 2 + 0.45 * np.sin(angle))
        for angle in np.linspace(0, 2 * np.pi, 60)
    ]
    assert len(set(ring)) > 1
    assert theme.walkable in ring


@THEMES
def test_every_size_and_zoom_is_drawn(stage: Stage, theme: style.Theme) -> None:
    """Zooms are from a whole town to a hand.

    Nothing is selected, then everything, in every state.
    """
    for ids in (frozenset[int](), frozenset({1, 2, 3, 4})):
        stage.document.select(ids)
        for scale in (0.4, 8.0, 40.0, 2000.0):
            picture(stage, theme, Camera(x=2, z=6, scale=scale, width=300, height=200))
        for _ in range(40):
            stage.run.clock.step_once()
    stage.run.commands.send([2], (50, 50))
    stage.run.clock.step_once()
    picture(stage, theme)


def test_no_agents(qtbot: QtBot) -> None:
    """Nothing is drawn."""
    picture(Stage(room(10, 10)), style.DARK)
