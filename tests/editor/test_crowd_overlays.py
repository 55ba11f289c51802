"""Heat maps, dynamic obstacles, and paths and targets of all agents."""

import gc
import math
import weakref
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
from painted_run import CAMERA, Run, differing
from play_stage import Stage
from PySide6.QtGui import QColor
from pytestqt.qtbot import QtBot
from sim_levels import agent, level_of, room

from editor.canvas.camera import Camera
from editor.canvas.overlays import agent_paths, agents, dynamic_obstacles, goals, traffic
from editor.canvas.overlays.dynamic_obstacles import blocked_cells
from editor.canvas.overlays.heat import BETWEEN, classes_of
from editor.look import style
from editor.run.traffic import RunTraffic
from editor.tools.messages.traffic import at_place
from navcore.sim.obstacles import circles_for
from navcore.sim.traffic import Traffic


@pytest.fixture
def run(qtbot: QtBot) -> Run:
    """Return a run after 8 s: one agent walks, two stand, and one can't pass a wall."""
    stage = Stage(
        level_of(
            room(20, 10, (12, -1, 12.5, 11)),
            agent(1, (2, 2), goals=((8, 2), (2, 8)), loop=True),
            agent(2, (5, 6)),
            agent(3, (9, 8), goals=((18, 8),)),
            agent(4, (5, 8)),
        )
    )
    for _ in range(80):
        stage.run.clock.step_once()
    return Run(stage, RunTraffic(stage.run))


@pytest.fixture(params=[style.DARK, style.LIGHT], ids=["dark", "light"])
def theme(request: pytest.FixtureRequest) -> Iterator[style.Theme]:
    """Each theme in use."""
    before = style.current()
    style.use(request.param)
    yield request.param
    style.use(before)


def counted(run: Run) -> Traffic:
    """Return all counts."""
    for _ in range(10):
        found = run.traffic.now()
    return found


def test_traffic_is_counted_only_when_somebody_looks(run: Run) -> None:
    """A long run is counted in parts; a recorded moment shows the traffic up to it."""
    first = run.traffic.now().ticks
    assert first == 20
    found = counted(run)
    assert found.ticks == 80
    assert found.walked.sum() > 5.0
    assert found.waited.sum() > 1.0
    run.stage.run.timeline.seek(3.0)
    assert counted(run).ticks == 30
    run.stage.run.clock.stop_to_start()
    assert not counted(run).walked.any()


def test_traffic_lets_a_run_go_that_is_over(run: Run) -> None:
    """Recordings may be large.

    After the return to the start no reference to the last one is kept.
    """
    counted(run)
    recording = weakref.ref(run.stage.run.record.recording)
    run.stage.run.clock.stop_to_start()
    gc.collect()
    assert recording() is None


def test_heat_is_drawn_where_agents_were(run: Run, theme: style.Theme) -> None:
    """Walking where one walked, waiting where one waits, hatched; bare floor elsewhere."""
    counted(run)
    walked = run.paint(traffic.TrafficOverlay())
    place = CAMERA.to_pixel((5.0, 2.1))
    assert walked.pixelColor(*map(round, place)) != QColor(theme.walkable)
    assert walked.pixelColor(*map(round, CAMERA.to_pixel((16.0, 5.0)))) == QColor(theme.walkable)
    waited = run.paint(traffic.WaitingOverlay())
    assert 0 < differing(waited) < differing(walked)
    stuck = run.stage.run.record.simulation.agents.positions[2]
    x, y = map(round, CAMERA.to_pixel((float(stuck[0]), float(stuck[1]))))
    around = {
        waited.pixelColor(x + dx, y + dy).name() for dx in range(-3, 4) for dy in range(-3, 4)
    }
    assert len(around) == 2
    assert differing(run.paint(traffic.TrafficOverlay(), ratio=2.0)) > 3 * differing(walked)


def test_while_time_goes_on_heat_is_shown_four_times_a_second(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One overlay updates after the other, no two at once; when paused, all counts are shown."""
    now, clock = [10.0], run.stage.run.clock
    monkeypatch.setattr(clock, "now", lambda: now[0])
    assert run.traffic.may_show("one")
    assert run.traffic.may_show("one")
    clock.play()
    now[0] = 10.2
    assert not run.traffic.may_show("one")
    assert run.traffic.may_show("other")
    now[0] = 10.26
    assert run.traffic.may_show("one")
    now[0] = 10.28
    assert not run.traffic.may_show("third")
    clock.pause()


def test_heat_legend_tells_numbers(run: Run, theme: style.Theme) -> None:
    """Only the colours that are there, the highest first, in round numbers."""
    counted(run)
    overlay = traffic.WaitingOverlay()
    rows = overlay.legend(run.scene(CAMERA))
    assert 1 <= len(rows) <= 4
    numbers = [float(row.text.split("from ")[1].split(" ")[0]) for row in rows]
    assert numbers == sorted(numbers, reverse=True)
    assert all(row.hatch for row in rows)
    run.stage.run.clock.stop_to_start()
    assert overlay.legend(run.scene(CAMERA)) == ()
    assert differing(run.paint(overlay)) == 0


def test_classes_follow_half_powers_of_ten() -> None:
    """The highest density is in the last colour; a hundred times less is not drawn."""
    density = np.array([0.0, 0.05, 0.9, 1.01, 3.2, 10.1, 31.7, 45.0], np.float32)
    classes, least = classes_of(density)
    assert least == pytest.approx(1.0)
    assert classes[:3].tolist() == [0, 0, 0]
    colours = [(int(number) - 1) // BETWEEN for number in classes[3:]]
    assert colours == [0, 1, 2, 3, 3]
    assert not classes_of(np.array([0.05, 0.0], np.float32))[0].any()


def test_stamps_are_what_plans_avoid(run: Run, theme: style.Theme) -> None:
    """They are the simulation's circles; without a selected agent, those of all standing agents."""
    image = run.paint(dynamic_obstacles.StampsOverlay())
    inside = CAMERA.to_pixel((5.0, 6.0))
    assert image.pixelColor(*map(round, inside)) != QColor(theme.walkable)
    simulation = run.stage.run.record.simulation
    run.stage.document.select(frozenset({1}))
    goal = simulation.agents.requested_targets[0].tolist()
    circles = circles_for(simulation.agents, 0, (goal[0], goal[1]), simulation.settings)
    assert circles is not None
    assert 0 < differing(run.paint(dynamic_obstacles.StampsOverlay())) <= differing(image)
    assert run.shapes(dynamic_obstacles.StampsOverlay()).count("<") > 10
    run.paint(dynamic_obstacles.StampsOverlay(), replace(CAMERA, scale=400.0, x=5.0, z=6.0))
    run.stage.run.clock.stop_to_start()
    assert differing(run.paint(dynamic_obstacles.StampsOverlay())) == 0


def test_a_stamp_blocks_the_cell_of_its_centre(run: Run) -> None:
    """It does at every position, and it blocks all cells with covered centres."""
    lattice = run.stage.run.world.grid.lattice
    for x, z in np.random.default_rng(2).uniform(2, 8, (50, 2)).tolist():
        for radius in (0.05, 0.27, 1.3):
            rows, columns = blocked_cells(np.array([[x, z, radius]]), lattice)
            column, row = lattice.cell_of(x, z)
            found = set(zip(rows.tolist(), columns.tolist(), strict=True))
            assert (row, column) in found
            expected = {
                (r, c)
                for r in range(lattice.depth)
                for c in range(lattice.width)
                if np.hypot(*np.subtract(lattice.centre_of(c, r), (x, z))) <= radius
            }
            assert expected <= found <= expected | {(row, column)}


def test_ways_and_targets_of_all(run: Run, theme: style.Theme) -> None:
    """They are those of walking agents in view; hidden ones have none (S3-121)."""
    assert differing(run.paint(agent_paths.WaysOverlay())) > 20
    assert differing(run.paint(agent_paths.TargetsOverlay())) > 20
    assert differing(run.paint(agent_paths.WaysOverlay(), replace(CAMERA, x=100.0))) == 0
    assert run.shapes(agent_paths.TargetsOverlay()).count("<polygon") == 2
    run.stage.document.hide({1, 3})
    assert differing(run.paint(agent_paths.WaysOverlay())) == 0
    assert differing(run.paint(agent_paths.TargetsOverlay())) == 0


def test_of_too_many_ways_some_are_drawn(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """The legend says so."""
    monkeypatch.setattr(agent_paths, "MOST", 0)
    overlay = agent_paths.WaysOverlay()
    assert overlay.legend(run.scene(CAMERA)) == ()
    assert differing(run.paint(overlay)) == 0
    assert "0 of 1" in overlay.legend(run.scene(CAMERA))[0].text


def test_many_selected_and_many_names(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """There are paths of the first ones, and rings around all."""
    run.stage.document.select(frozenset({1, 2, 3, 4}))
    overlay = agents.AgentsOverlay()
    everything = differing(run.paint(overlay))
    monkeypatch.setattr(goals, "MOST", 0)
    monkeypatch.setattr(agents, "MOST_NAMES", 0)
    assert 0 < differing(run.paint(overlay)) < everything


def test_a_picture_of_shapes_has_no_pixels(run: Run) -> None:
    """Agents and heat are shapes in it."""
    counted(run)
    for overlay in (agents.AgentsOverlay(), traffic.TrafficOverlay(), traffic.WaitingOverlay()):
        text = run.shapes(overlay)
        assert "<image" not in text
        assert text.count("<path") + text.count("<rect") + text.count("<circle") > 0


def test_agents_move_by_less_than_a_pixel(run: Run) -> None:
    """Small ones too: a quarter of a pixel makes another picture."""
    far = Camera(x=10, z=5, scale=4.0, width=80, height=40)
    overlay = agents.AgentsOverlay()
    places = [run.paint(overlay, replace(far, x=10 + part / 16)) for part in range(5)]
    assert len({bytes(place.constBits()) for place in places[:4]}) == 4
    assert run.paint(overlay, far) == places[0]


def test_a_crowd_leaves_the_floor_in_sight(run: Run) -> None:
    """A few are dots of 3.5 pixels at any zoom; many are smaller, with a lower limit."""
    lattice = run.stage.run.world.grid.lattice
    few, least = style.CANVAS.agent_least, style.CANVAS.agent_crowd_least
    assert agents.least_of(style.CANVAS.agent_crowd, lattice, 0.5) == few
    assert agents.least_of(100_000, lattice, 0.5) == least
    assert agents.least_of(100_000, lattice, 1000.0) == few
    area = lattice.width * lattice.depth * lattice.cell_size**2
    scale = 2.5 * math.sqrt(math.pi * 4500 / (style.CANVAS.agent_crowd_share * area))
    assert agents.least_of(5000, lattice, scale) == pytest.approx(2.5)


def test_what_is_said_of_a_place() -> None:
    """Waiting only where there was any."""
    assert "waited" not in at_place(3.0, 0.0)
    assert "12.0" in at_place(12.0, 450.2)
    assert "450 s" in at_place(12.0, 450.2)
