"""Routes that agents share: in menus, in the properties, on the clipboard."""

import pytest
from hand import CTRL, Hand
from properties_rows import check, choice, choose, select
from PySide6.QtCore import Qt
from small_level import COOK, GUARD, HALL, small_level

from editor.canvas.canvas import Canvas
from editor.panels.properties.panel import PropertiesPanel
from editor.shell.window import MainWindow
from navcore.level import operations as op
from navcore.level.edit import Edit
from navcore.level.model import Agent, Route, RouteStop, Waypoint

KEY = Qt.Key
ROUNDS, POST = 81, 82


@pytest.fixture
def panel(window: MainWindow) -> PropertiesPanel:
    """Return the properties for the small level with a route without agents, and a waypoint."""
    document = window.document
    stops = (RouteStop(at=(1.0, 7.0), pause=2.0), RouteStop(at=(9.0, 7.0)))
    items = [
        Route(id=ROUNDS, name="rounds", mode="return", stops=stops),
        Waypoint(id=POST, name="post", position=(5.0, 7.0), type="guardPost"),
    ]
    document.load(Edit.put(document.level, items).apply(document.level), None)
    found = window.panels["properties"]
    assert isinstance(found, PropertiesPanel)
    return found


def agent(window: MainWindow, agent_id: int = GUARD) -> Agent:
    """Return the agent of the current level."""
    return window.document.level.agents[agent_id]


def routes(window: MainWindow) -> dict[str, Route]:
    """The routes by name."""
    return {route.name: route for route in window.document.level.of(Route).values()}


def do(window: MainWindow, name: str) -> None:
    """Choose an action."""
    assert window.commands.table[name].isEnabled(), window.commands.reason_of(name)
    window.commands.table[name].trigger()


class TestActions:
    """Share, walk, make one's own; each one step."""

    def test_a_route_is_shared_and_walked_by_another(
        self, panel: PropertiesPanel, window: MainWindow
    ) -> None:
        """The agent keeps walking it; it is selected with the agent, for others to join."""
        before = window.document.level
        select(panel, GUARD)
        do(window, "route_share")
        shared = routes(window)["guard_route"]
        assert (agent(window).route, agent(window).goals) == (shared.id, ())
        assert window.document.selection.ids == {GUARD, shared.id}
        select(panel, COOK, shared.id)
        assert window.commands.table["route_walk"].text() == "Let cook walk guard_route"
        said: list[str] = []
        window.files.said.connect(said.append)
        do(window, "route_walk")
        assert agent(window, COOK).route == shared.id
        assert said == ["cook walks guard_route now, 2 agents in all."]
        select(panel, shared.id)
        do(window, "route_walkers")
        assert window.document.selection.ids == {GUARD, COOK}
        do(window, "route_select")
        assert window.document.selection.ids == {shared.id}
        window.document.stack.undo()
        window.document.stack.undo()
        assert window.document.level == before

    def test_it_is_made_the_agents_own_again(
        self, panel: PropertiesPanel, window: MainWindow
    ) -> None:
        """A copy; the others walk on."""
        window.document.commit(op.walk_route(window.document.level, [GUARD, COOK], ROUNDS))
        select(panel, COOK)
        do(window, "route_own")
        assert agent(window, COOK).goals == ((1.0, 7.0), (9.0, 7.0))
        assert agent(window).route == ROUNDS
        select(panel, GUARD)
        assert window.commands.table["route_delete"].text() == "Leave the route"
        do(window, "route_delete")
        assert (agent(window).route, agent(window).goals) == (None, ())

    def test_a_route_is_changed_as_that_of_an_agent(
        self, panel: PropertiesPanel, window: MainWindow
    ) -> None:
        """Reversed, closed, walked there and back, deleted."""
        select(panel, ROUNDS)
        assert window.commands.table["route_return"].text() == "Walk it once"
        do(window, "route_loop")
        assert routes(window)["rounds"].mode == "loop"
        do(window, "route_reverse")
        do(window, "route_return")
        assert routes(window)["rounds"].mode == "return"
        do(window, "route_delete")
        assert not routes(window)

    def test_agents_of_a_route_are_spread_along_it(
        self, panel: PropertiesPanel, window: MainWindow
    ) -> None:
        """One step, from the route or from an agent; not of a route that is walked once."""
        document = window.document
        document.commit(op.walk_route(document.level, [GUARD, COOK], ROUNDS))
        before = document.level
        select(panel, COOK)
        do(window, "route_spread")
        stops = {stop.at for stop in routes(window)["rounds"].stops}
        places = {agent(window).position, agent(window, COOK).position}
        assert len(places) == 2
        assert places <= stops, "there and back: one at each end"
        assert document.stack.undoText() == "Spread 2 agents along rounds"
        document.stack.undo()
        assert document.level == before
        document.commit(op.set_mode(document.level, [ROUNDS], "once"))
        assert not window.commands.table["route_spread"].isEnabled()
        assert "walk round" in window.commands.reason_of("route_spread")

    def test_what_can_not_be_done_says_why(
        self, panel: PropertiesPanel, window: MainWindow
    ) -> None:
        """The list of all actions has the reasons."""
        select(panel, COOK)
        for name, said in (
            ("route_share", "with a route of its own"), ("route_walk", "Select one route"),
            ("route_own", "shares a route"), ("route_walkers", "that agents walk"),
        ):  # fmt: skip
            assert not window.commands.table[name].isEnabled()
            assert said in window.commands.reason_of(name)

    def test_the_context_menu_of_a_route(
        self, panel: PropertiesPanel, window: MainWindow, canvas: Canvas
    ) -> None:
        """That of its stops has it, too; that of a room does not."""
        hand = Hand(canvas)
        select(panel, ROUNDS)
        hand.move((5.0, 1.0))
        listed = [one.text() for one in window.context_menu.make(window).actions()]
        wanted = ["Add stops", "Reverse the route", "Close the loop", "Walk it once"]
        assert [text for text in listed if text in wanted] == wanted
        hand.move((9.0, 7.0))
        listed = [one.text() for one in window.context_menu.make(window).actions()]
        assert listed[:2] == ["Pause and look direction…", "Delete the stop"]
        assert window.document.selection.handles == {ROUNDS: frozenset({1})}
        select(panel, HALL)
        listed = [one.text() for one in window.context_menu.make(window).actions()]
        assert not set(wanted) & set(listed)

    def test_a_right_click_takes_the_route_under_the_mouse(
        self, panel: PropertiesPanel, window: MainWindow, canvas: Canvas
    ) -> None:
        """As a click does, not the floor beneath; agents selected with it stay selected."""
        asked: list[object] = []
        window.canvas.menu_requested.disconnect()
        window.canvas.menu_requested.connect(asked.append)
        hand = Hand(canvas)
        select(panel)
        hand.click((3.0, 7.0), Qt.MouseButton.RightButton)
        assert window.document.selection.ids == {ROUNDS}
        select(panel, GUARD, COOK, ROUNDS)
        hand.click((3.0, 7.0), Qt.MouseButton.RightButton)
        assert window.document.selection.ids == {GUARD, COOK, ROUNDS}
        assert len(asked) == 2
        select(panel)
        window.context_menu.make(window)
        assert window.document.selection.ids == {ROUNDS}, "by the menu key, too"


class TestProperties:
    """Rows of agents and of routes."""

    def test_an_agent_chooses_its_route(self, panel: PropertiesPanel, window: MainWindow) -> None:
        """It is its own or one of the level's; settings of a shared route are not asked for."""
        select(panel, GUARD)
        assert choice(panel, "route").currentText() == "Its own"
        choose(panel, "route", "rounds")
        assert agent(window).route == ROUNDS
        assert window.document.stack.undoText() == "Let guard walk rounds"
        assert "route_mode" not in panel.controls
        assert "network" not in panel.controls
        choose(panel, "route", "Its own")
        assert agent(window).goals == ((1.0, 7.0), (9.0, 7.0))
        assert choice(panel, "route_mode").currentText() == "There and back"

    def test_a_route_says_how_it_is_walked(
        self, panel: PropertiesPanel, window: MainWindow
    ) -> None:
        """One step each."""
        select(panel, ROUNDS)
        assert choice(panel, "route_mode").currentText() == "There and back"
        choose(panel, "route_mode", "Loop")
        check(panel, "network").click()
        assert (routes(window)["rounds"].mode, routes(window)["rounds"].network) == ("loop", True)
        assert window.document.stack.undoText() == "Keep rounds to the network"
        check(panel, "shortcuts").click()
        assert routes(window)["rounds"].shortcuts
        assert window.document.stack.undoText() == "Let rounds take shortcuts"
        check(panel, "network").click()
        assert "shortcuts" not in panel.controls, "there are no edges to leave"

    def test_the_table_of_stops_works_for_routes(
        self, panel: PropertiesPanel, window: MainWindow
    ) -> None:
        """Places, pauses, looks; the name of the waypoint where a stop is at one."""
        select(panel, ROUNDS)
        table = panel.places.places
        assert table.columnCount() == 4
        assert table.data(table.index(0, 2)) == "2 s"
        assert table.setData(table.index(1, 2), "3.5")
        assert routes(window)["rounds"].stop(1).pause == 3.5
        assert table.setData(table.index(1, 0), "5")
        assert routes(window)["rounds"].stop(1).waypoint == POST, "it lies exactly there"
        assert table.columnCount() == 5
        assert table.data(table.index(1, 4)) == "post"
        assert not table.setData(table.index(0, 4), "nowhere")
        assert table.setData(table.index(0, 4), "Post")
        assert routes(window)["rounds"].goals == ((5.0, 7.0), (5.0, 7.0))
        assert table.setData(table.index(0, 4), "")
        assert routes(window)["rounds"].stop(0).waypoint is None

    def test_stops_are_added_and_deleted_there(
        self, panel: PropertiesPanel, window: MainWindow
    ) -> None:
        """The button and Delete in the table do it."""
        select(panel, ROUNDS)
        assert not panel.add_handle.isHidden()
        panel.add_handle.click()
        assert len(routes(window)["rounds"].stops) == 3
        panel.places.deleted.emit(frozenset({0, 1}))
        assert len(routes(window)["rounds"].stops) == 1


class TestClipboard:
    """Agents take the route that they share along."""

    def test_in_the_same_level_copies_share_it(
        self, panel: PropertiesPanel, window: MainWindow
    ) -> None:
        """And it is not copied."""
        window.document.commit(op.walk_route(window.document.level, [GUARD], ROUNDS))
        select(panel, GUARD)
        window.canvas.setFocus()
        hand = Hand(window.canvas)
        hand.key(KEY.Key_C, modifiers=CTRL)
        assert "Copied guard." in window.status.shown
        hand.key(KEY.Key_V, modifiers=CTRL)
        copies = [one for one in window.document.level.agents.values() if one.name == "guard_2"]
        assert [copy.route for copy in copies] == [ROUNDS]
        assert len(routes(window)) == 1

    def test_in_another_level_it_comes_along(
        self, panel: PropertiesPanel, window: MainWindow
    ) -> None:
        """Two agents, one route; its stop at a waypoint is a place there."""
        level = op.stop_at(window.document.level, {ROUNDS: {0}}, POST)
        window.document.commit(level)
        window.document.commit(op.walk_route(window.document.level, [GUARD, COOK], ROUNDS))
        select(panel, GUARD, COOK)
        window.canvas.setFocus()
        hand = Hand(window.canvas)
        hand.key(KEY.Key_C, modifiers=CTRL)
        window.document.load(small_level(), None)
        do(window, "paste_in_place")
        shared = routes(window)["rounds"]
        assert shared.stops == (RouteStop(pause=2.0, at=(5.0, 7.0)), RouteStop(at=(9.0, 7.0)))
        walking = [one.name for one in window.document.level.agents.values() if one.route]
        assert sorted(walking) == ["cook_2", "guard_2"]
        assert {one.route for one in window.document.level.agents.values()} == {None, shared.id}
