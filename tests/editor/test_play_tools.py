"""Tools over the agents of a run, without a window."""

import math

import numpy as np
from small_level import COOK, GUARD, TABLE, small_level
from tool_bench import ALT, CTRL, SHIFT, Bench

from editor.tools.agent import AgentTool
from editor.tools.run_view import RunView
from editor.tools.select import SelectTool
from editor.tools.tool import Tool
from navcore.level.model import Agent, Level
from navcore.sim.inputs import Remove, Spawn, Teleport

EXTRA = 50


def bench(tool: Tool) -> Bench:
    """The guard has walked to (8, 6.5), the cook stands, and one more is in the run."""
    made = Bench(tool, small_level())
    elements = [*made.level.agents.values(), Agent(id=EXTRA, name="agent_1", position=(0.0, 0.0))]
    places = np.array([(8.0, 6.5), (18.0, 2.0), (13.0, 6.5)])
    radii = np.array([element.radius for element in elements])
    made.run = RunView(elements, places, np.array([0.5, 0.0, 1.0]), radii)
    return made


def requests(made: Bench) -> list[object]:
    """Return all requests to the run."""
    return [request for effect in made.inputs for request in effect.requests]


def test_a_run_knows_who_stands_where() -> None:
    """Agents are found by disc and reach, the nearest first; boxes contain or touch discs."""
    run = bench(SelectTool()).run
    assert run.at((8.0, 6.5), 0.0) == [GUARD]
    assert run.at((8.5, 6.5), 0.0) == []
    assert run.at((8.5, 6.5), 0.06) == [GUARD]
    assert run.at((10.0, 6.5), 3.0) == [GUARD, EXTRA]
    assert run.at((10.0, 6.5), 3.0, {GUARD}) == [EXTRA]
    assert run.in_box((12.6, 6.0), (9.0, 7.0)) == []
    assert run.in_box((12.6, 6.0), (9.0, 7.0), touched=True) == [EXTRA]
    assert run.in_box((0.0, 0.0), (20.0, 8.0), {COOK}) == [GUARD, EXTRA]
    (guard,) = run.agents({GUARD, TABLE})
    assert (guard.position, guard.facing) == ((8.0, 6.5), 0.5)


def test_a_click_takes_an_agent_where_it_stands() -> None:
    """Its start doesn't count; Shift and Ctrl add and remove."""
    made = bench(SelectTool())
    made.click(8.0, 6.5)
    assert made.selection == {GUARD}
    made.click(13.0, 6.5, keys=SHIFT)
    assert made.selection == {GUARD, EXTRA}
    made.click(8.0, 6.5, keys=CTRL)
    assert made.selection == {EXTRA}
    made.click(2.0, 2.0)
    assert GUARD not in made.selection
    assert made.inputs == []


def test_hover_tells_what_a_click_and_a_drag_do() -> None:
    """The outline goes around the agent where it stands."""
    made = bench(SelectTool())
    made.hover(8.0, 6.5)
    assert (
        made.hint
        == "**Click selects guard, drag moves it in this run.** Shift+F5 goes back to the start"
    )
    (ring,) = made.strokes("hover")
    assert max(abs(x - 8.0) for x, _ in ring) < 0.46
    made.select(GUARD, EXTRA)
    assert made.hint.startswith("**Drag moves 2 agents in this run.** Right-click")
    assert made.strokes("hover") == []
    made.hover(2.0, 2.0)
    assert "guard" not in made.hint


def test_a_drag_moves_it_in_the_run() -> None:
    """It snaps, is one input at the release, and is selected then."""
    made = bench(SelectTool())
    level = made.level
    made.press(8.1, 6.5)
    made.move(6.0, 1.4)
    assert made.inputs == []
    assert made.hint.startswith("**Moving guard by −2.00, −5.00 m in this run.**")
    made.release(6.0, 1.4)
    assert requests(made) == [Teleport(((GUARD, (6.0, 1.5)),))]
    assert made.selection == {GUARD}
    assert made.level is level
    assert made.steps == []


def test_a_drag_of_several_and_of_one() -> None:
    """The selection changes only if the dragged agent is not selected."""
    made = bench(SelectTool())
    made.select(GUARD, EXTRA)
    made.drag((13.0, 6.5), (13.0, 4.5))
    assert requests(made) == [Teleport(((GUARD, (8.0, 4.5)), (EXTRA, (13.0, 4.5))))]
    made.drag((18.0, 2.0), (18.0, 3.0))
    assert requests(made)[-1] == Teleport(((COOK, (18.0, 3.0)),))
    assert made.steps == []


def test_agents_and_the_rest_of_the_selection_move_together() -> None:
    """Taken by either: the agents in the run, the table in the level, as an undo step."""
    for number, start in enumerate([(13.0, 6.5), (4.5, 4.0)]):
        made = bench(SelectTool())
        made.select(GUARD, EXTRA, TABLE)
        made.press(*start)
        made.move(start[0], start[1] + 1.0)
        assert made.hint.startswith("**Moving 3 elements by 0.00, 1.00 m in this run.**"), number
        made.release(start[0], start[1] + 1.0)
        assert requests(made) == [Teleport(((GUARD, (8.0, 7.5)), (EXTRA, (13.0, 7.5))))]
        assert made.level.obstacles[TABLE].polygon[0] == (3.0, 4.0)
        assert made.selection == {GUARD, EXTRA, TABLE}
        assert len(made.steps) == 1
        made.click(4.5, 4.5)
        assert made.selection == {TABLE}


def test_alt_copies_both() -> None:
    """Agents join the run, tables the level."""
    made = bench(SelectTool())
    made.select(GUARD, TABLE)
    made.drag((4.5, 4.0), (4.5, 6.0), then=ALT)
    (spawn,) = requests(made)
    assert spawn.agent.position == (8.0, 8.5)
    (copy,) = made.level.obstacles.keys() - small_level().obstacles.keys()
    assert made.selection == {copy, spawn.agent.id}


def test_who_is_hidden_stays_while_others_move() -> None:
    """They were selected in the outline."""
    made = bench(SelectTool())
    made.hidden = frozenset({GUARD})
    made.select(GUARD, EXTRA)
    made.drag((13.0, 6.5), (13.0, 4.5))
    assert requests(made) == [Teleport(((EXTRA, (13.0, 4.5)),))]


def test_escape_leaves_nothing_of_a_drag() -> None:
    """This holds for the run and the level."""
    made = bench(SelectTool())
    made.press(8.0, 6.5)
    made.move(6.0, 1.5)
    made.escape()
    assert made.inputs == []


def test_alt_adds_copies_to_the_run() -> None:
    """Under other names, and selected."""
    made = bench(SelectTool())
    made.select(GUARD)
    made.press(8.0, 6.5)
    made.move(8.0, 1.5, keys=ALT)
    assert made.hint.startswith("**Adding a copy of guard to this run, 0.00, −5.00 m away.**")
    assert len(made.strokes("agent_draft")) == 1
    made.release(8.0, 1.5, keys=ALT)
    (spawn,) = requests(made)
    assert spawn.agent.name == "guard_2"
    assert spawn.agent.position == (8.0, 1.5)
    assert made.selection == {spawn.agent.id}
    assert made.level.get(spawn.agent.id) is None


def test_a_box_takes_agents_where_they_stand() -> None:
    """It also selects elements of the level; the agents' starts don't count."""
    made = bench(SelectTool())
    made.press(2.5, 2.5)
    made.move(8.5, 7.5)
    assert made.hint.startswith("**Release selects 2 elements.**")
    assert len(made.strokes("hover")) == 2
    made.release(8.5, 7.5)
    assert made.selection == {TABLE, GUARD}


def test_arrows_move_the_selected_in_the_run() -> None:
    """Selected elements of the level move with them, as an undo step."""
    made = bench(SelectTool())
    made.select(GUARD, TABLE)
    assert made.key("Shift+Up")
    assert requests(made) == [Teleport(((GUARD, (8.0, 11.5)),))]
    assert made.level.obstacles[TABLE].polygon[0] == (3.0, 8.0)
    assert made.level.agents[GUARD].position == (2.0, 2.0)
    assert not made.key("Tab")


def test_delete_takes_the_level_its_agents_and_the_run_the_others() -> None:
    """Agents of the level are deleted there, as an undo step."""
    made = bench(SelectTool())
    made.select(COOK, EXTRA, TABLE)
    assert made.key("Delete")
    assert requests(made) == [Remove((EXTRA,))]
    assert made.level.get(COOK) is None
    assert made.level.get(TABLE) is None
    assert len(made.steps) == 1


def test_who_is_locked_or_hidden_is_left_alone() -> None:
    """This holds in a run as at the start."""
    made = bench(SelectTool())
    made.hidden = frozenset({GUARD})
    made.click(8.0, 6.5)
    assert GUARD not in made.selection
    made.drag((7.0, 5.5), (9.0, 7.5))
    assert GUARD not in made.selection


def test_the_agent_tool_adds_to_the_run() -> None:
    """Names count on over those of the run."""
    made = bench(AgentTool())
    made.hover(8.0, 1.5)
    assert made.hint == (
        "**Click adds an agent to this run.** Right-click > Keep puts it into the level"
    )
    made.drag((8.0, 1.5), (8.0, 3.5))
    (spawn,) = requests(made)
    assert isinstance(spawn, Spawn)
    assert spawn.agent.name == "agent_2"
    assert abs(spawn.agent.facing - np.pi / 2) < 1e-9
    assert made.selection == {spawn.agent.id}
    assert made.steps == []


def test_many_agents_at_a_click_join_the_run() -> None:
    """Each a newcomer under a name of its own."""
    made = bench(AgentTool())
    made.number("count").set(3)
    made.hover(14.5, 4.0)
    assert made.hint.startswith("**Click adds 3 agents to this run.**")
    made.click(14.5, 4.0)
    assert {spawn.agent.name for spawn in requests(made)} == {"agent_2", "agent_3", "agent_4"}
    assert len(made.selection) == 3
    assert made.steps == []


def test_at_the_start_tools_have_the_level_to_themselves() -> None:
    """No run, no inputs."""
    made = Bench(SelectTool(), small_level())
    made.drag((2.0, 2.0), (5.0, 1.0))
    assert made.level.agents[GUARD].position == (5.0, 1.0)
    empty = Bench(AgentTool(), Level())
    empty.click(1.0, 1.0)
    assert len(empty.level.agents) == 1


def test_a_block_keeps_clear_of_the_agents_of_the_run() -> None:
    """It avoids their present places, not those in the level."""
    made = bench(AgentTool())
    made.number("count").set(9)
    made.click(8.0, 6.5)
    new = [request.agent for request in requests(made)]
    assert len(new) == 9
    guard = made.run.agents({GUARD})[0]
    for agent in new:
        assert math.dist(agent.position, guard.position) >= agent.radius + guard.radius
