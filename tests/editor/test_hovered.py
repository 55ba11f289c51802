"""Names under the mouse: of agents, at rest and in a run, and of elements with hidden names."""

import pytest
from hand import Hand
from small_level import CHEST, COOK, GATE, GUARD, HALL, TABLE

from editor.canvas.painting.label_room import LabelRoom, Rank
from navcore.level.operations import rename


def words(window):
    """Return the texts about the place under the mouse."""
    canvas = window.canvas
    canvas.grab()
    room, scene = LabelRoom(), canvas.scene()
    for overlay in canvas.overlays:
        if overlay.visible:
            overlay.label(room, scene, canvas.viewport.camera)
    return [label.words for label, _ in room.placed() if label.rank is Rank.POINTED]


@pytest.fixture
def hand(window):
    """A hand over the canvas, everything in view."""
    window.canvas.frame_all()
    return Hand(window.canvas)


def test_agents_have_their_names_under_the_mouse(window, hand):
    """Other agents have no names."""
    hand.move((18.0, 2.0))
    assert words(window) == ["cook"]
    hand.move((2.0, 2.0))
    assert words(window) == ["guard"]
    assert window.document.level.agents.keys() == {GUARD, COOK}


def test_a_name_is_written_once(window, hand):
    """Selected agents have theirs already."""
    window.document.select(frozenset({GUARD, COOK}))
    hand.move((2.0, 2.0))
    assert words(window) == []


def test_in_a_run_it_is_the_agent_that_is_there_now(window, hand):
    """The agent that began there doesn't count."""
    for _ in range(30):
        window.run.clock.step_once()
    crowd = window.run.agents.crowd()
    row = crowd.roster.rows[GUARD]
    place = tuple(crowd.positions[row].tolist())
    assert abs(place[0] - 2.0) > 0.5
    hand.move(place)
    assert words(window) == ["guard"]
    hand.move((2.0, 2.0))
    assert words(window) == []


def test_doors_and_obstacles_tell_their_names(window, hand):
    """The smallest thing there."""
    hand.move((10.5, 4.5))
    assert words(window) == ["gate"]
    hand.move((4.5, 4.0))
    assert words(window) == ["table"]
    assert {GATE, TABLE} <= {element.id for element in window.document.level.elements()}


def test_rooms_tell_their_names_only_where_these_have_no_room(window, hand):
    """Visible names are not repeated."""
    hand.move((8.0, 1.0))
    assert words(window) == []
    level = window.document.level
    window.document.commit(rename(level, HALL, "the longest name that ever a hall had " * 4))
    assert len(words(window)) == 1


def test_what_is_hidden_has_no_name(window, hand):
    """The floor beneath it counts."""
    window.document.hide({CHEST})
    hand.move((14.5, 1.5))
    assert "chest" not in words(window)


def test_no_name_while_a_button_is_down_or_something_is_drawn(window, hand):
    """The mouse is busy."""
    hand.press((4.5, 4.0))
    hand.move((5.5, 4.0))
    assert words(window) == []
    hand.release((5.5, 4.0))
    tools = {tool.name: tool for tool in window.canvas.gestures.tools}
    window.canvas.gestures.choose(tools["rectangle_obstacle"])
    hand.move((18.0, 2.0))
    assert words(window) == []
