"""Agent tool and spawn brush: agents of the type chosen in the strip."""

import math

import pytest
from msgspec.structs import replace
from small_level import GATE
from tool_bench import Bench, drawn, rectangle

from editor.tools.agent import AgentTool
from editor.tools.messages.agent_types import requires
from editor.tools.spawn import SpawnTool
from navcore.level import operations as op
from navcore.level.operations import profiles as types


@pytest.fixture
def level():
    """A hall, a vault that requires a key, a cart and a thief with the key."""
    level = drawn(
        lambda lv, n: op.add_area(lv, rectangle(0, 0, 20, 10), n, name="hall"),
        lambda lv, n: op.add_obstacle(lv, rectangle(15, 4, 17, 6), n, name="table"),
        lambda lv, n: op.add_area(lv, rectangle(20, 0, 30, 10), n, name="vault", needs=("key",)),
    )
    level = types.add_profile(level, "cart", radius=1.5).apply(level)
    return types.add_profile(level, "thief", radius=0.3, abilities=("key",)).apply(level)


def bench_of(tool, level, name):
    """The tool over the level, with a type chosen as the strip does it."""
    bench = Bench(tool, level)
    tool.kind.choice.follow(level)
    tool.kind.choice.set(name)
    return bench


def test_an_agent_is_of_the_chosen_type_and_as_wide(level):
    """The last choice is kept."""
    bench = bench_of(AgentTool(), level, "cart")
    bench.click(5, 5)
    (agent,) = bench.level.agents.values()
    assert (agent.profile, agent.radius) == ("cart", 1.5)
    bench.tool.activate()
    bench.click(10, 5)
    assert {agent.profile for agent in bench.level.agents.values()} == {"cart"}
    bench.tool.kind.choice.set("")
    bench.click(5, 8)
    assert sorted(a.profile for a in bench.level.agents.values()) == ["", "cart", "cart"]


def test_the_hint_is_about_the_floor_of_the_type(level):
    """A place too near for a cart may be fine for others; the hint names a required key."""
    bench = bench_of(AgentTool(), level, "cart")
    bench.hover(14.0, 5.0)
    assert "too close to a wall" in bench.hint
    bench.tool.kind.choice.set("")
    assert bench.hint.startswith("**Click places an agent")
    bench.hover(25.0, 5.0)
    assert bench.hint.startswith("**An agent can't walk from here: vault requires key.**")
    bench.tool.kind.choice.set("thief")
    assert bench.hint.startswith("**Click places an agent")


def test_a_block_of_a_type_keeps_its_distance(level):
    """The type's radius counts."""
    bench = bench_of(AgentTool(), level, "cart")
    bench.tool.options[0].set(4)
    bench.click(6, 5)
    places = [agent.position for agent in bench.level.agents.values()]
    apart = [math.dist(a, b) for n, a in enumerate(places) for b in places[:n]]
    assert min(apart) >= 3.0


def test_a_type_that_is_gone_gives_way(level):
    """Undone, deleted, or of another level."""
    bench = bench_of(AgentTool(), types.delete_profile(level, "cart").apply(level), "thief")
    bench.tool.kind.choice.value = "cart"
    bench.click(5, 5)
    (agent,) = bench.level.agents.values()
    assert (agent.profile, agent.radius) == ("", 0.45)
    bench.tool.kind.choice.follow(bench.level)
    assert bench.tool.kind.choice.value == ""


def test_the_brush_lays_agents_of_its_type(level):
    """They are placed where they can walk: in a vault only with the key."""
    brush = SpawnTool()
    bench = bench_of(brush, level, "")
    bench.click(25, 5)
    assert not bench.level.agents
    brush.kind.choice.set("thief")
    bench.click(25, 5)
    agents = bench.level.agents.values()
    assert len(agents) == brush.count.now
    assert {(agent.profile, agent.radius) for agent in agents} == {("thief", 0.3)}


def test_the_strip_offers_the_types_of_the_level(window):
    """Nothing where there is nothing to choose; it follows the level."""
    document = window.document
    window.commands.table["tool_agent"].trigger()
    box = window.options.choices["type"]
    assert not box.isVisible()
    document.commit(types.add_profile(document.level, "cart"))
    assert box.isVisible()
    assert [box.itemText(n) for n in range(box.count())] == ["Standard", "cart"]
    box.setCurrentIndex(1)
    box.activated.emit(1)
    assert window.canvas.gestures.tool.kind.choice.value == "cart"
    document.commit(types.rename_profile(document.level, "cart", "wagon"))
    assert [box.itemText(n) for n in range(box.count())] == ["Standard", "wagon"]
    assert box.currentText() == "wagon"
    document.stack.undo()
    assert box.currentText() == "cart"
    document.commit(types.delete_profile(document.level, "cart"))
    assert window.canvas.gestures.tool.kind.choice.value == ""
    document.stack.undo()
    assert box.currentText() == "Standard"
    document.stack.undo()
    assert not box.isVisible()


def test_what_is_required_is_one_clause(window):
    """Shortened where it is long."""
    gate = replace(window.document.level.areas[GATE], needs=("silver_key", "badge_of_the_guild"))
    assert requires(()) == ""
    assert requires(("key",)) == "requires key"
    assert len(requires(gate.needs)) < 40
