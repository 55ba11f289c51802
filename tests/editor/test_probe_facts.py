"""Facts of the probe about a path: terrains, links, and time."""

import math

import pytest
from lofts import LADDER, house
from msgspec.structs import replace
from play_stage import Stage
from pytestqt.qtbot import QtBot

from editor.services.probe import ProbeService
from editor.tools.messages.probe import result_of
from editor.tools.probe_facts import NO_FACTS, Stretch
from navcore.level.edit import Edit
from navcore.level.model import Terrain, Zone

MUD = Zone(id=50, name="mire", polygon=((4.0, 0.0), (6.0, 0.0), (6.0, 6.0), (4.0, 6.0)),
           terrain="mud")  # fmt: skip


@pytest.fixture
def stage(qtbot: QtBot) -> Stage:
    """A hall with a strip of mud across it, and a ladder to the loft."""
    return Stage(house(LADDER, MUD))


def test_mud_is_told_with_what_it_costs(stage: Stage) -> None:
    """The seconds include it: agents walk there at two thirds of their speed."""
    probe = ProbeService(stage.bake)
    probe.set((1.0, 3.0), (9.0, 3.0))
    (mud,) = probe.facts.terrains
    assert mud.name == "mud"
    assert (mud.metres, mud.cost) == (pytest.approx(2.0, abs=0.3), pytest.approx(3.0, abs=0.5))
    assert probe.facts.seconds == pytest.approx((8 + mud.cost - mud.metres) / 1.4, abs=0.1)
    assert probe.result is not None
    said = result_of(probe.result, probe.facts)
    assert said == f"8.0 m, 6 s, {mud.metres:.1f} m of mud cost {mud.cost:.1f}"


def test_grazed_terrain_is_not_told(stage: Stage) -> None:
    """A corner that is cut by a centimetre would read as 0.0 m of mud."""
    probe = ProbeService(stage.bake)
    probe.set((1.0, 3.0), (9.0, 3.0))
    assert probe.result is not None
    grazed = Stretch("bog", 0.01, 9.0), Stretch("mire", 0.02, 8.0), Stretch("mud", 2.0, 3.0)
    said = result_of(probe.result, probe.facts._replace(terrains=grazed))
    assert said == "8.0 m, 6 s, 2.0 m of mud cost 3.0"


def test_ground_that_does_not_slow_takes_no_more_time(stage: Stage) -> None:
    """Its cost still counts."""
    level = stage.document.level
    rows = [replace(row, slows=row.name != "mud") for row in level.settings.all_terrains]
    stage.document.commit(Edit.put(level, [replace(level.settings, terrains=tuple(rows))]))
    stage.bake.wait()
    probe = ProbeService(stage.bake)
    probe.set((1.0, 3.0), (9.0, 3.0))
    assert probe.facts.terrains
    assert probe.facts.seconds == pytest.approx(8 / 1.4, abs=0.05)


def test_links_are_told_by_their_type(stage: Stage) -> None:
    """They have the time for climbing."""
    probe = ProbeService(stage.bake)
    probe.set((8.0, 3.0), (9.0, 3.0), ("ground", "loft"))
    facts = probe.facts
    assert facts.links == ("ladder",)
    assert facts.seconds == pytest.approx((3.5 + math.hypot(0.5, 2.8) / 0.4) / 1.4, abs=0.1)
    assert probe.result is not None
    assert result_of(probe.result, facts).endswith(", by ladder")


def test_plain_ground_has_nothing_to_tell(stage: Stage) -> None:
    """A path that leads nowhere has no facts either."""
    probe = ProbeService(stage.bake)
    assert probe.facts == NO_FACTS
    probe.set((1.0, 3.0), (3.0, 3.0))
    assert probe.facts == NO_FACTS
    probe.set((1.0, 3.0), (15.0, 3.0))
    assert probe.facts == NO_FACTS


def test_a_terrain_of_cost_one_is_not_told(stage: Stage) -> None:
    """It is as good as ground."""
    level = stage.document.level
    rows = (Terrain(name="ground"), Terrain(name="mud", cost=1.0))
    stage.document.commit(Edit.put(level, [replace(level.settings, terrains=rows)]))
    stage.bake.wait()
    probe = ProbeService(stage.bake)
    probe.set((1.0, 3.0), (9.0, 3.0))
    assert probe.facts == NO_FACTS
