"""Length of a route, its walkers, and buttons that share it or make it an agent's own."""

import html
from collections.abc import Collection, Sequence
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from editor.actions.routes import make_own, share, sharing
from editor.actions.why import ask_why
from editor.actions.workbench import Workbench
from editor.look.boxes import fill, vertical
from editor.look.fields import number_text
from editor.look.style import SIZE
from editor.look.widgets import make_button, make_label
from editor.tools.legs import RouteSight
from editor.tools.route_paths import longest_pause, reaches, slowest
from navcore.i18n import several, tr
from navcore.level.edit import Edit
from navcore.level.model import Agent, Element, Level, Route, WithStops
from navcore.level.naming import called
from navcore.level.shared_routes import walkers_of
from navcore.path.result import PathResult

MOST_NAMED: Final = 8
"""Most agents on a route that are named."""


class RouteFacts(QWidget):
    """Length of a selected route, duration of a round, and the agents that walk it."""

    def __init__(self, bench: Workbench) -> None:
        """Start without a selection."""
        super().__init__()
        self._bench = bench
        self._one: WithStops | None = None
        self.length = make_label(wraps=True)
        self.walkers = make_label(wraps=True)
        self.walkers.setTextFormat(Qt.TextFormat.RichText)
        links = Qt.TextInteractionFlag
        self.walkers.setTextInteractionFlags(
            links.LinksAccessibleByMouse | links.LinksAccessibleByKeyboard
        )
        self.walkers.linkActivated.connect(self._select)
        self.share = make_button(
            tr("Share this route"), lambda _: share(bench),
            tip=tr("Make its stops a route that others can walk, too"),
        )  # fmt: skip
        self.own = make_button(
            tr("Make the route its own"), lambda _: make_own(bench),
            tip=tr("Copy the stops of the shared route, and leave it to the others"),
        )  # fmt: skip
        self.why = make_button(
            tr("Why?"), lambda _: ask_why(bench),
            tip=tr("Say why it does not get to a stop, and offer what helps"),
        )  # fmt: skip
        fill(
            vertical(self, gap=SIZE.related, margins=0),
            self.length, self.why, self.walkers, self.share, self.own,
        )  # fmt: skip
        bench.document.changed.connect(self._follow)
        bench.legs.changed.connect(self._tell_length)
        bench.bake.baked.connect(self._tell_length)

    def show_elements(self, elements: Sequence[Element]) -> None:
        """Show facts about the routes of these elements."""
        one = elements[0] if len(elements) == 1 else None
        self._one = one if isinstance(one, WithStops) else None
        self._tell_walkers()
        agents = [element for element in elements if isinstance(element, Agent)]
        free = any(agent.goals and agent.route is None and not agent.locked for agent in agents)
        self.share.setVisible(free)
        self.own.setVisible(bool(agents) and bool(sharing(self._bench)))
        self._tell_length()

    def _follow(self, edit: Edit) -> None:
        """Agents may walk the route that is shown, or leave it."""
        if self._one is not None and any(isinstance(item, Agent) for item in edit.after.values()):
            self._tell_walkers()

    def _tell_walkers(self) -> None:
        text = "" if self._one is None else walkers_text(self._bench.document.level, self._one)
        self.walkers.setText(text)
        self.walkers.setVisible(bool(text))

    def _tell_length(self, _: object = None) -> None:
        one = self._one
        text, lost = "", False
        if one is not None and one.goals:
            level = self._bench.document.level
            paths = self._bench.legs.of(RouteSight.of(level, None).legs(one))
            text = round_text(level, one, paths)
            lost = any(path is not None and not reaches(path) for path in paths)
        self.why.setVisible(lost and isinstance(one, Agent))
        self.length.setText(text)
        self.length.setVisible(bool(text))

    def _select(self, link: str) -> None:
        self._bench.document.select(frozenset({int(link)}))


def round_text(level: Level, one: WithStops, paths: Sequence[PathResult | None]) -> str:
    """Return the length of a route with these paths, and the duration of a round.

    The slowest of its agents counts, with the pauses at its stops. The path to the first stop is
    not part of a round that returns there, nor are disabled stops.
    """
    sight = RouteSight.of(level, None)
    off = sight.off(one)
    stops = several(len(one.goals), "1 stop", "{0} stops")
    if off:
        stops = tr("{0}, {1} off").format(stops, len(off))
    known = [path for path in paths if path is not None]
    if len(known) < len(paths):
        return stops
    legs = [*zip(sight.sides(one), known, strict=True)]
    away = {(side.number + 1) % len(one.goals) for side, path in legs if not reaches(path)}
    if away:
        which = ", ".join(str(number + 1) for number in sorted(away))
        cut = tr("stop {0} can't be reached") if len(away) == 1 else tr("not reached: stops {0}")
        return tr("{0} · {1}").format(stops, cut.format(which))
    round_ = [path for side, path in legs if not side.leads_in or one.mode == "once"]
    length = sum(path.length for path in round_) * (2 if one.mode == "return" else 1)
    told = tr("{0} · {1}").format(stops, number_text(length, "m"))
    walkers = [one] if isinstance(one, Agent) else walkers_of(level, one.id)
    if not walkers:
        return told
    seconds = round(length / slowest(walkers) + _pauses(one, walkers, off))
    words = tr("{0} s") if one.mode == "once" else tr("{0} s a round")
    return tr("{0} · {1}").format(told, words.format(f"{seconds:,}"))


def _pauses(one: WithStops, walkers: Sequence[Agent], off: Collection[int]) -> float:
    """Return the longest total pause of these agents in a round, seconds."""
    kept = [index for index in range(len(one.goals)) if index not in off]
    turns = [*kept, *(kept[-2:0:-1] if one.mode == "return" else ())]
    return longest_pause([one.stop(turn) for turn in turns], walkers)


def walkers_text(level: Level, one: WithStops) -> str:
    """Return the walkers of a route, or the route of an agent, each to be clicked; as HTML."""
    if isinstance(one, Agent):
        route = None if one.route is None else level.of(Route).get(one.route)
        if route is None:
            return "" if one.route is None else html.escape(tr("Its shared route is missing"))
        others = len(walkers_of(level, route.id)) - 1
        if not others:
            return tr("Walks {0} alone").format(_link(route))
        whom = several(others, "1 other agent", "{0} other agents")
        return tr("Shares {0} with {1}").format(_link(route), whom)
    agents = walkers_of(level, one.id)
    if not agents:
        told = tr("No agent uses this route. Select it with some agents, then choose {0}.")
        return html.escape(told.format(tr("Walk this route")))
    named = ", ".join(map(_link, agents[:MOST_NAMED]))
    more = len(agents) - MOST_NAMED
    if more > 0:
        return tr("Walked by {0} and {1} more").format(named, more)
    return tr("Walked by {0}").format(named)


def _link(element: Element) -> str:
    return f'<a href="{element.id}">{html.escape(called([element]))}</a>'
