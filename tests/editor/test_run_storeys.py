"""Agents of a run on storeys: visibility, requests and keeping."""

from types import SimpleNamespace

import pytest
from lofts import LADDER, house, walker
from play_stage import Stage
from pytestqt.qtbot import QtBot

from editor.canvas.camera import Camera
from editor.canvas.follow import Follower
from editor.canvas.overlays.start_places import StartPlaces
from editor.canvas.viewport import Viewport
from editor.services.probe import ProbeService
from navcore.level.edit import Edit
from navcore.level.model import Agent
from navcore.sim.inputs import Spawn, Teleport

CLIMBER, STANDER = 100, 101


@pytest.fixture
def stage(qtbot: QtBot) -> Stage:
    """Return an agent by the ladder and one in the loft, 0.1 s into a run."""
    level = house(LADDER, walker(CLIMBER, 9, 3), walker(STANDER, 3, 5, layer="loft"))
    stage = Stage(level)
    stage.run.clock.step_once()
    return stage


def seen(stage: Stage) -> set[int]:
    """Return the agents that the canvas shows."""
    crowd = stage.run.agents.seen(stage.document.unseen)
    return {element.id for element in crowd.elements}


def walk(stage: Stage, ticks: int) -> None:
    """Let the run go on."""
    for _ in range(ticks):
        stage.run.clock.step_once()


def test_who_climbs_is_seen_below_and_then_above(stage: Stage) -> None:
    """It stays selected."""
    assert stage.document.storey.name == "ground"
    assert seen(stage) == {CLIMBER}
    stage.document.select(frozenset({CLIMBER}))
    stage.document.storey.show("loft")
    assert seen(stage) == {STANDER}
    stage.run.commands.send([CLIMBER], (3.0, 3.0))
    walk(stage, 120)
    assert seen(stage) == {STANDER, CLIMBER}
    stage.document.storey.show("ground")
    assert seen(stage) == set()
    stage.document.storey.show(None)
    assert seen(stage) == {STANDER, CLIMBER}


def test_looking_back_shows_who_was_where(stage: Stage) -> None:
    """Pictures of the run show the same."""
    stage.document.storey.show("loft")
    stage.run.commands.send([CLIMBER], (3.0, 3.0))
    walk(stage, 120)
    stage.run.timeline.seek(1.0)
    assert seen(stage) == {STANDER}
    stage.run.timeline.seek(12.0)
    assert seen(stage) == {STANDER, CLIMBER}
    stage.run.clock.stop_to_start()
    assert seen(stage) == {STANDER}


def test_selecting_who_climbed_brings_its_storey(stage: Stage) -> None:
    """The storey on which it started doesn't matter."""
    stage.run.commands.carry_out([Teleport(((CLIMBER, (8.0, 3.0)),))])
    stage.document.storey.show("loft")
    stage.run.commands.send([CLIMBER], (3.0, 3.0))
    walk(stage, 130)
    stage.document.storey.show("ground")
    stage.document.select(frozenset({CLIMBER}))
    assert stage.document.storey.name == "loft"


def test_what_is_kept_names_the_storey(stage: Stage) -> None:
    """They are the storeys of the goal and of the place."""
    stage.document.storey.show("loft")
    stage.run.commands.send([CLIMBER], (3.0, 3.0))
    stage.run.commands.keep({CLIMBER})
    kept = stage.document.level.agents[CLIMBER]
    assert kept.goals == ((3.0, 3.0),)
    assert kept.stop(0).layer == "loft"
    assert kept.layer == "ground"
    assert stage.document.storey.name == "ground"
    stage.document.storey.show("loft")
    walk(stage, 130)
    stage.run.commands.carry_out([Teleport(((CLIMBER, (5.0, 5.0)),))])
    stage.run.commands.keep({CLIMBER})
    kept = stage.document.level.agents[CLIMBER]
    assert (kept.position, kept.layer) == ((5.0, 5.0), "loft")


def test_who_is_sent_out_of_reach_is_told_of(stage: Stage) -> None:
    """By storeys: right below is not there."""
    said: list[str] = []
    stage.run.playhead.signals.said.connect(said.append)
    stage.document.commit(Edit.remove(stage.document.level, [LADDER.id]))
    stage.document.storey.show("loft")
    stage.run.commands.send([CLIMBER], (3.0, 3.0))
    assert said
    stage.run.commands.send([STANDER], (3.0, 3.0))
    assert len(said) == 1


def test_spawned_agents_are_on_the_storey_in_hand(stage: Stage) -> None:
    """Their elements have that storey."""
    new = Agent(id=300, name="new", position=(2.0, 2.0), radius=0.4, layer="loft")
    stage.document.storey.show("loft")
    stage.run.commands.carry_out([Spawn(new)])
    walk(stage, 1)
    assert seen(stage) == {STANDER, 300}
    stage.document.storey.show("ground")
    walk(stage, 1)
    assert seen(stage) == {CLIMBER}


def test_following_a_climber_brings_its_storey_in_hand(stage: Stage) -> None:
    """Choosing another storey ends following."""
    follower = Follower(Viewport(), stage.document, stage.run)
    storey = stage.document.storey
    storey.show("loft")
    stage.run.commands.send([CLIMBER], (3.0, 3.0))
    follower.begin(CLIMBER)
    assert storey.name == "ground"
    walk(stage, 120)
    assert follower.agent == CLIMBER
    assert storey.name == "loft"
    storey.show("ground")
    assert follower.agent is None
    follower.begin(STANDER)
    assert storey.name == "loft"


def test_probe_leads_to_another_storey_over_its_links(stage: Stage) -> None:
    """Its ends keep their storeys, whichever is active."""
    probe = ProbeService(stage.run.switches)
    probe.follow(stage.bake.shown_floor)
    probe.set((3.0, 3.0), (3.0, 4.0), ("ground", "loft"))
    assert probe.result is not None
    assert probe.result.ok
    assert set(probe.result.layers) == {"ground", "loft"}
    assert probe.facts.narrowest is None
    before = probe.result.length
    stage.document.storey.show("loft")
    stage.bake.shown_floor.latest.wait()
    assert probe.result.length == before
    probe.set((3.0, 3.0), (3.0, 4.0), ("loft", "loft"))
    assert probe.result.layers == ()
    assert probe.result.length < 2.0


def test_start_places_are_seen_on_their_own_storey(stage: Stage) -> None:
    """So is the start of an agent that climbed to another; with all storeys, all are shown."""

    def rings() -> list[tuple[float, float]]:
        camera = Camera(x=6, z=3, scale=40.0, width=600, height=400)
        scene = SimpleNamespace(document=stage.document, run=stage.run)
        found = StartPlaces().figures(scene, camera, (), 3.5, 4)
        return [(x, z) for x, z in found.places.tolist()]

    assert rings() == []
    stage.document.storey.show("loft")
    stage.run.commands.send([CLIMBER], (3.0, 3.0))
    stage.run.commands.send([STANDER], (5.0, 5.0))
    walk(stage, 120)
    assert rings() == [(3.0, 5.0)]
    stage.document.storey.show("ground")
    assert rings() == [(9.0, 3.0)]
    stage.document.storey.show(None)
    assert rings() == [(9.0, 3.0), (3.0, 5.0)]
    stage.document.hide({CLIMBER})
    assert rings() == [(3.0, 5.0)]
