"""Facts of routes in properties and outline: length, time, and agents."""

import pytest
from properties_rows import select
from small_level import COOK, GUARD

from editor.panels.properties.panel import PropertiesPanel
from editor.panels.properties.route_facts import round_text, walkers_text
from editor.shell.window import MainWindow
from editor.tools.legs import RouteSight, find_leg
from editor.tools.walked import walked
from navcore.level import operations as op
from navcore.level.edit import Edit
from navcore.level.model import (
    Agent,
    Area,
    Edge,
    Level,
    Route,
    RouteMode,
    RouteStop,
    Waypoint,
    WithStops,
)
from navcore.world import World

ROUNDS, HALL = 81, 1


def hall(mode: RouteMode = "loop", *agents: Agent) -> Level:
    """An empty hall with a square of stops, 4 m a side, of which one pauses for 2 s."""
    stops = tuple(RouteStop(at=at) for at in ((3.0, 3.0), (7.0, 3.0), (7.0, 7.0), (3.0, 7.0)))
    route = Route(id=ROUNDS, name="rounds", mode=mode, stops=stops)
    area = Area(id=HALL, name="hall", polygon=((0, 0), (20, 0), (20, 10), (0, 10)))
    level = Edit.put(Level(), [area, route, *agents]).apply(Level())
    return op.set_stops(level, {ROUNDS: {1}}, pause=2.0).apply(level)


def guard(agent_id: int, **fields: object) -> Agent:
    """Return an agent that walks the route, at one metre per second by default."""
    own = {"name": f"guard_{agent_id}", "position": (9.0, 7.0), "walk_speed": 1.0, "route": ROUNDS}
    return Agent(id=agent_id, **{**own, **fields})  # type: ignore[arg-type]


def told(level: Level, one: WithStops | None = None) -> str:
    """The length of the route, or of another one."""
    one = level.of(Route)[ROUNDS] if one is None else one
    world = World.build(level)
    legs = RouteSight.of(level, None).legs(one)
    return round_text(level, one, [find_leg(leg, world) for leg in legs])


class TestRounds:
    """Length and time of a round."""

    def test_of_a_loop_the_way_back_counts(self) -> None:
        """Without agents there is no time."""
        assert told(hall()) == "4 stops · 16.00 m"
        assert told(hall("once")) == "4 stops · 12.00 m"
        assert told(hall("return")) == "4 stops · 24.00 m"

    def test_the_slowest_agent_counts_with_its_pauses(self) -> None:
        """There and back it comes twice to all but the ends."""
        assert told(hall("loop", guard(11))) == "4 stops · 16.00 m · 18 s a round"
        slow = guard(12, walk_speed=0.5)
        assert told(hall("loop", guard(11), slow)) == "4 stops · 16.00 m · 34 s a round"
        assert told(hall("return", guard(11))) == "4 stops · 24.00 m · 28 s a round"
        patient = guard(11, wait=1.0)
        assert told(hall("loop", patient)) == "4 stops · 16.00 m · 21 s a round"

    def test_the_way_to_the_first_stop_is_no_part_of_it(self) -> None:
        """Of an agent's own loop; of a walk that is made once it is."""
        own = {"route": None, "goals": ((3.0, 7.0), (3.0, 3.0)), "position": (9.0, 7.0)}
        level = hall("loop", guard(11, **own, loop=True))
        assert told(level, level.agents[11]) == "2 stops · 8.00 m · 8 s a round"
        level = hall("loop", guard(11, **own))
        assert told(level, level.agents[11]) == "2 stops · 10.00 m · 10 s"

    def test_stops_that_are_off_do_not_count(self) -> None:
        """Their pauses and legs don't count either: agents skip them."""
        post = Waypoint(id=31, name="post", position=(7.0, 7.0), enabled=False)
        for mode, metres in (("loop", 4 + 4 + 32**0.5), ("once", 4 + 32**0.5)):
            level = hall(mode, guard(11))
            level = Edit.put(level, [post]).apply(level)
            level = op.stop_at(level, {ROUNDS: {2}}, 31).apply(level)
            level = op.set_stops(level, {ROUNDS: {2}}, pause=9.0).apply(level)
            length = f"4 stops, 1 off · {metres:.2f} m"
            seconds = f"{round(metres + 2)} s"
            assert told(level) == f"{length} · {seconds}" + " a round" * (mode == "loop")
        level = op.set_fields(level, [31], enabled=True).apply(level)
        assert told(level).startswith("4 stops · 12.00 m")

    def test_what_can_not_be_reached_is_told(self) -> None:
        """Facts that aren't known yet are left out."""
        level = hall("once")
        away = op.drag_handles(level, {ROUNDS: {3}}, (3.0, 7.0), (40.0, 7.0)).apply(level)
        assert told(away) == "4 stops · stop 4 can't be reached"
        assert round_text(level, level.of(Route)[ROUNDS], [None] * 3) == "4 stops"


class TestWalkers:
    """Agents that walk a route."""

    def test_they_are_named(self) -> None:
        """Up to eight are named; without any, the text says what to do."""
        assert walkers_text(hall(), hall().of(Route)[ROUNDS]).startswith(
            "No agent uses this route."
        )
        level = hall("loop", *(guard(n) for n in range(11, 21)))
        text = walkers_text(level, level.of(Route)[ROUNDS])
        assert text.startswith('Walked by <a href="11">guard_11</a>, ')
        assert text.endswith("guard_18</a> and 2 more")
        assert walkers_text(level, level.agents[11]) == (
            'Shares <a href="81">rounds</a> with 9 other agents'
        )
        alone = hall("loop", guard(11))
        assert walkers_text(alone, alone.agents[11]) == 'Walks <a href="81">rounds</a> alone'
        assert walkers_text(alone, guard(12, route=None)) == ""

    def test_what_an_agent_walks_begins_at_the_nearest_stop(self) -> None:
        """The way there, and the route; its own stops where it has some."""
        level = hall("loop", guard(11))
        way, route = walked(level.agents[11], level)
        assert way.goals == ((7.0, 7.0),)
        assert route is level.of(Route)[ROUNDS]
        assert walked(level.agents[11], level)[0] is way, "the same as long as nothing changes"
        once = hall("once", guard(11))
        assert walked(once.agents[11], once)[0].goals == ((3.0, 3.0),)
        own = guard(12, route=None)
        assert walked(own, level) == [own]


@pytest.fixture
def panel(window: MainWindow) -> PropertiesPanel:
    """The properties, over the small level with a route."""
    document = window.document
    stops = (RouteStop(at=(1.0, 7.0)), RouteStop(at=(9.0, 7.0)))
    route = Route(id=ROUNDS, name="rounds", stops=stops)
    document.load(Edit.put(document.level, [route]).apply(document.level), None)
    found = window.panels["properties"]
    assert isinstance(found, PropertiesPanel)
    return found


def test_the_properties_tell_it(panel: PropertiesPanel, window: MainWindow) -> None:
    """Agents that come to walk it, too; a click on one selects it."""
    select(panel, ROUNDS)
    window.workspace.legs.wait()
    assert panel.route.length.text() == "2 stops · 16.00 m"
    assert panel.route.walkers.text().startswith("No agent uses this route.")
    document = window.document
    document.commit(op.walk_route(document.level, [GUARD], ROUNDS))
    assert panel.route.walkers.text() == f'Walked by <a href="{GUARD}">guard</a>'
    panel.route.walkers.linkActivated.emit(str(GUARD))
    assert document.selection.ids == {GUARD}
    assert panel.places_title.text() == "Route"
    assert panel.add_handle.isHidden(), "stops of its own would be walked by nobody"
    assert not panel.route.own.isHidden()
    panel.route.own.click()
    assert document.level.agents[GUARD].goals == ((1.0, 7.0), (9.0, 7.0))
    panel.route.share.click()
    assert document.level.agents[GUARD].route is not None
    select(panel, COOK)
    assert panel.route.share.isHidden()
    assert panel.route.own.isHidden()
    assert panel.places_title.text().startswith("No route")


def test_the_outline_counts_who_walks_it(panel: PropertiesPanel, window: MainWindow) -> None:
    """It shows mode and stops, and is updated when agents are added or removed."""
    outline = window.panels["outline"]
    model = outline.model  # type: ignore[attr-defined]
    index = model.index_of(ROUNDS)
    changed: list[int] = []
    model.dataChanged.connect(lambda first, last: changed.append(first.row()))
    assert model.data(index) == "rounds (loop, 2 stops)"
    assert model.behind(model.element_at(index)) == "by no agent"
    window.document.commit(op.walk_route(window.document.level, [GUARD, COOK], ROUNDS))
    assert model.behind(model.element_at(index)) == "by 2 agents"
    assert index.row() in changed
    window.document.commit(op.set_mode(window.document.level, [ROUNDS], "return"))
    assert model.data(model.index_of(ROUNDS)) == "rounds (there and back, 2 stops)"


def test_a_route_is_laid_over_selected_waypoints(window: MainWindow) -> None:
    """By the menu; it becomes selected, and agents can walk it."""
    document = window.document
    document.select(frozenset())
    assert "No waypoint" in window.commands.reason_of("route_over")
    posts = [Waypoint(id=90 + n, position=(float(n), 7.0), order=n) for n in (1, 2, 3)]
    edges = [Edge(id=95 + n, start=90 + a, end=90 + b) for n, (a, b) in enumerate(((1, 3), (3, 2)))]
    document.commit(Edit.put(document.level, [*posts, *edges], "posts"))
    document.select(frozenset({91, 92, 93}))
    window.commands.table["route_over"].trigger()
    (route,) = document.level.of(Route).values()
    assert [stop.waypoint for stop in route.stops] == [91, 93, 92]
    assert (route.mode, route.network) == ("return", True)
    assert document.selection.ids == {route.id}
    assert document.stack.undoText() == "Draw route_1"
