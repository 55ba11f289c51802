"""All agents of a run as arrays: one row for each agent, the same row in every array."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

from navcore.level.model import Agent, Point
from navcore.path.result import Status
from navcore.sim.columns import COLUMNS, filled

STAND: Final = 0
WALK: Final = 1

STATUSES: Final[tuple[Status | None, ...]] = (None, *Status)
"""Meaning of the codes in `Agents.statuses`."""

CODES: Final[dict[Status | None, int]] = {status: code for code, status in enumerate(STATUSES)}

UNREACHABLE: Final[npt.NDArray[np.bool_]] = np.array(
    [
        status is not None and status not in {Status.COMPLETE, Status.ALREADY_THERE}
        for status in STATUSES
    ]
)
"""True for codes that say that the goal could not be reached."""

NEVER: Final = -1
"""Value for "at no step" in arrays of steps."""

Floats: TypeAlias = npt.NDArray[np.float64]
Integers: TypeAlias = npt.NDArray[np.int64]
Flags: TypeAlias = npt.NDArray[np.bool_]
Codes: TypeAlias = npt.NDArray[np.int8]
Bytes: TypeAlias = npt.NDArray[np.uint8]
Rows: TypeAlias = npt.NDArray[np.int32]
T = TypeVar("T")


class Agents:
    """Struct of arrays, in level order, then spawned agents in the order of spawning.

    Paths lie in one pool, `points`: agent i has points[path_start[i]:path_end[i]] and walks to
    points[path_current[i]] next. Metres, radians and seconds; steps where a name says so.
    """

    generation: int
    """Counter of changes: agents added, removed or changed by the level."""
    are_linked: bool
    """True if some may go to a link, take one or be switched off; checked before arrays are
    searched."""
    in_corridors: bool
    """True if some may have a corridor; checked before `corridors` is searched."""
    elements: list[Agent]
    """Each agent as the level (or the spawner) describes it."""
    index: Mapping[int, int]
    """Row of each id."""
    looking: list[int]
    """Rows of agents with a goal at which they look somewhere."""
    ids: Integers
    in_level: Flags
    """False for agents that were spawned during the run."""
    positions: Floats
    previous_positions: Floats
    """Positions one step ago."""
    facings: Floats
    previous_facings: Floats
    radii: Floats
    walk_speeds: Floats
    rotation_speeds: Floats
    players: Flags
    """True for the player, who is never nudged (S0-106)."""
    enabled: Flags
    """True for agents that take part; others are switched off or dead, don't move, and block nobody
    (S0-071)."""
    states: Codes
    """STAND or WALK (S0-088)."""
    statuses: Codes
    """Result of the last plan: an index into STATUSES."""
    requested_targets: Floats
    """Targets as requested (S0-080)."""
    walk_targets: Floats
    """Places where the paths really end; the agent's position without a path (X-017)."""
    goal_indices: Integers
    """Index of its own goal that an agent goes to or stands at; -1: none, or sent elsewhere."""
    waiting_until: Integers
    """Step at which an agent goes on to its next goal; NEVER if it does not wait."""
    asked: Integers
    """Step at which an agent asked for a plan that is still to come, or NEVER."""
    under_way: Flags
    """True if an agent has a path and has not reached its end (S0-087)."""
    tick_positions: Floats
    """Positions at the last tick."""
    velocities: Floats
    """Average velocities over the last tick, metres per second, as neighbours perceive them."""
    steers: Floats
    """Angles by which agents turn to the left of their straight line for others; radians."""
    paces: Floats
    """Share of the walk speed that an agent uses, 0 to 1."""
    calm: Flags
    """True if an agent's way is free for a while, so that it need not look up so often."""
    off_path: Flags
    """True if an agent left the line of its path since that line was last found to be clear."""
    gaps: Floats
    """Distances to the next points at the last tick, metres."""
    legs: Integers
    """Numbers of points that were left to walk to at the last tick."""
    hindered: Integers
    """Ticks in which a walking agent got no nearer to its next point."""
    blockers: Integers
    """Id of the agent that was last in the way; -1: none."""
    replan_from: Integers
    """Step before which movers cause no new plan (S0-112)."""
    due: Flags
    """True if an agent plans again as soon as `replan_from` allows it: another one stopped near its
    path."""
    replans: Integers
    """Number of times that an agent planned again on its way to any goal."""
    stood: Flags
    """True if an agent stood at the last tick."""
    aside: Flags
    """True if an agent is stepping aside for another; it will stand there (S0-105)."""
    meets: Integers
    """Id of the agent that it was sent to meet, wherever that goes (S0-118); -1: none."""
    layers: Bytes
    """Number of the storey that an agent is on; on a link, of the link's beginning."""
    target_layers: Bytes
    """Number of the storey of the requested target."""
    movements: Codes
    """How an agent moves if its round keeps to the network: a `Movement` (S4-004)."""
    leg_starts: Floats
    """Start of the line to the next point of a path over the network, metres."""
    left_places: Floats
    """Place where an agent left its path over the network: leftPos (S4-008), metres."""
    back_by: Integers
    """Step by which an agent must be back there; 0: not walking back yet; NEVER: it didn't leave.
    """
    left_turns: Integers
    """Turn of the round that an agent left when it was sent elsewhere, or NEVER."""
    corridors: Floats
    """Corridor that an agent stays in (S4-051): x, z of both ends and the radii that are left there
    for the agent's centre, metres, 0 for none; then the number of points that were left when it was
    found."""
    queries: Integers
    """Number of path queries over the network for an agent (S4-005, S4-006)."""
    rays: Integers
    """Number of rays cast for an agent to enter, leave and follow the network (S4-044)."""
    links: Integers
    """Id of the link that an agent's path leads to, or that it is taking; -1: none."""
    link_starts: Floats
    """Position at which an agent began to take the link."""
    link_ends: Floats
    """Position at which the agent leaves the link."""
    link_layers: Bytes
    """Number of the storey of that position."""
    link_came: Integers
    """Step at which an agent came to the link and began to wait for its turn, or NEVER."""
    link_begun: Integers
    """Step at which an agent began to take the link, or NEVER."""
    link_done: Integers
    """Step at which an agent leaves the link, or NEVER."""
    headings: Floats
    """Unit vector of the walking direction at the agent's last look around; (0, 0) while it stands.
    """
    ahead: Floats
    """Smoothed number of other agents in front."""
    gate: Integers
    """Index of the next gate on an agent's path among the gates of the run; -1: none."""
    through: Integers
    """Step at which an agent last passed a gate, or NEVER."""
    gate_left: Integers
    """Number of that gate, or -1."""
    held: Bytes
    """1 for agents that must not enter their gate yet; else 0."""
    aims: Floats
    """Place that an agent heads for instead of its next point, because of a gate; NaN: none."""
    gate_side: Bytes
    """1 + the number of the mouth by which an agent enters its gate, + 128 inside it; 0: no gate.
    """
    turn: Integers
    """Step since which an agent's side of a one-way gate has its turn, or NEVER."""
    detour: Floats
    """x, z of the crowd that an agent's path avoids, metres, and the seconds saved; NaN: none."""
    lanes: Floats
    """Offset to the right of the line to the next point, to pass others that come the other way,
    metres; negative: to the left; 0: on the line."""
    path_start: Integers
    path_current: Integers
    path_end: Integers
    points: Floats
    points_used: int
    _kept: dict[type, tuple[tuple[object, ...], Any]]
    """Kernel objects that read the arrays, by type, each with the other objects it is made of."""

    def __init__(self) -> None:
        """Create an empty set of agents."""
        self.generation = 0
        self.are_linked = self.in_corridors = False
        self.elements = []
        self.index, self.looking = {}, []
        for name in COLUMNS:
            setattr(self, name, filled(name, 0))
        self.points = np.empty((64, 2))
        self.points_used = 0

    def __setattr__(self, name: str, value: Any) -> None:
        """Replace an array, and forget the kernel objects that read the old one."""
        if isinstance(value, np.ndarray) and value is not vars(self).get(name):
            super().__setattr__("_kept", {})
        super().__setattr__(name, value)

    def kernel(self, kind: type[T], make: Callable[[], T], *over: object) -> T:
        """Return the kernel object of a kind that reads these arrays; `make` creates it.

        It is kept until an array is replaced, or one of `over`, the other objects that it is made
        of, is another object. Those must be equal only to themselves.
        """
        known = self._kept.get(kind)
        if known is None or known[0] != over:
            known = self._kept[kind] = (over, make())
        made: T = known[1]
        return made

    @classmethod
    def of(
        cls, elements: Sequence[Agent], columns: Mapping[str, npt.NDArray[Any]], points: Floats
    ) -> "Agents":
        """Return agents with copies of these arrays, one for each of `COLUMNS`, and of the pool."""
        made = cls()
        made.elements = list(elements)
        for name in COLUMNS:
            setattr(made, name, columns[name].copy())
        made.points, made.points_used = points.copy(), len(points)
        made.note_links()
        made.in_corridors = bool(made.corridors.any())
        made._number()
        return made

    def __len__(self) -> int:
        """Return the number of agents."""
        return len(self.ids)

    def add(self, elements: Sequence[Agent], *, in_level: bool, layers: Sequence[int] = ()) -> None:
        """Append agents that stand at their starts and have no goal yet.

        `layers` are the numbers of their storeys, in the same order; empty: all are on the first.
        """
        if not elements:
            return
        new = {name: filled(name, len(elements)) for name in COLUMNS}
        new["ids"][:] = [element.id for element in elements]
        new["in_level"][:] = in_level
        for name in ("positions", "previous_positions", "tick_positions"):
            new[name][:] = [element.position for element in elements]
        new["requested_targets"][:] = new["walk_targets"][:] = new["positions"]
        new["facings"][:] = [element.facing for element in elements]
        new["previous_facings"][:] = new["facings"]
        new["radii"][:] = [element.radius for element in elements]
        new["walk_speeds"][:] = [element.walk_speed for element in elements]
        new["players"][:] = [element.player for element in elements]
        new["enabled"][:] = [element.enabled for element in elements]
        new["rotation_speeds"][:] = [element.rotation_speed for element in elements]
        if layers:
            new["layers"][:] = new["target_layers"][:] = layers
        for name in COLUMNS:
            setattr(self, name, np.concatenate([getattr(self, name), new[name]]))
        self.elements.extend(elements)
        self.are_linked |= not new["enabled"].all()
        self._number()

    def take(self, rows: Iterable[int]) -> None:
        """Keep only these rows, in this order."""
        kept = np.fromiter(rows, np.int64)
        for name in COLUMNS:
            setattr(self, name, getattr(self, name)[kept])
        self.elements = [self.elements[row] for row in kept]
        self._number()

    def set_path(self, row: int, points: npt.NDArray[np.float64]) -> None:
        """Give an agent a path of (k, 2) points; it goes to the first of them next."""
        count = len(points)
        self.clear_path(row)
        self.forget_link(row)
        if self.points_used + count > len(self.points):
            self.tidy(count)
        self.lay_path(row, points)

    def lay_path(self, row: int, points: npt.NDArray[np.float64]) -> None:
        """Append an agent's path of (k, 2) points to the pool, which must have room for it."""
        start, count = self.points_used, len(points)
        self.points[start : start + count] = points
        self.points_used += count
        self.path_start[row] = self.path_current[row] = start
        self.path_end[row] = start + count
        self.off_path[row] = self.steers[row] != 0.0

    def clear_path(self, row: int) -> None:
        """Remove an agent's path."""
        self.path_start[row] = self.path_current[row] = self.path_end[row] = 0
        self.hindered[row] = 0

    def away(self) -> Flags:
        """Return (n,) whether each agent is on no storey: it takes a link, or is switched off."""
        found: Flags = (self.link_begun != NEVER) | ~self.enabled
        return found

    def note_links(self) -> None:
        """Update `are_linked`: some go to a link, take one or are switched off."""
        self.are_linked = bool((self.links != NEVER).any() or not self.enabled.all())

    def forget_link(self, row: int) -> None:
        """Take an agent off its link, and forget the link that it goes to."""
        self.links[row] = self.link_came[row] = self.link_begun[row] = self.link_done[row] = NEVER

    def stop(self, row: int) -> None:
        """Let an agent stand where it is, without a path.

        An agent that takes a link stands at the other end afterwards.
        """
        self.clear_path(row)
        if self.link_begun[row] == NEVER:
            self.forget_link(row)
        self.walk_targets[row] = self.positions[row]
        self.under_way[row] = self.aside[row] = False
        self.states[row] = STAND

    def ask(self, row: int, step: int) -> None:
        """Queue an agent for a plan; an earlier request keeps its place in the queue."""
        if self.asked[row] == NEVER:
            self.asked[row] = step

    def path(self, row: int) -> npt.NDArray[np.float64]:
        """Return a copy of the (k, 2) points that the agent has still to walk to."""
        return self.points[self.path_current[row] : self.path_end[row]].copy()

    def has_path(self) -> Flags:
        """Return (n,) whether each agent has points left to walk to."""
        walks: Flags = self.path_current < self.path_end
        return walks

    def status(self, row: int) -> Status | None:
        """Return the result of an agent's last plan; None before the first."""
        return STATUSES[int(self.statuses[row])]

    def place(self, row: int) -> Point:
        """Return an agent's position."""
        return (float(self.positions[row, 0]), float(self.positions[row, 1]))

    def _number(self) -> None:
        self.index = {int(agent_id): row for row, agent_id in enumerate(self.ids)}
        self._note_elements()

    def change(self, row: int, element: Agent) -> None:
        """Take over an agent from a changed level, except for its position and goals."""
        self.elements[row] = element
        self.in_level[row] = True
        self.radii[row] = element.radius
        self.walk_speeds[row] = element.walk_speed
        self.rotation_speeds[row] = element.rotation_speed
        self.players[row] = element.player
        if element.enabled != self.enabled[row]:
            self.enabled[row] = element.enabled
            self.are_linked = True
        self._note_elements()

    def _note_elements(self) -> None:
        self.generation += 1
        self.looking = [
            row
            for row, element in enumerate(self.elements)
            if element.route is not None
            or (element.stops and any(stop.facing is not None for stop in element.stops))
        ]

    def tidy(self, more: int = 0) -> None:
        """Close the gaps of dropped paths in the pool, and make room for `more` points."""
        counts = self.path_end - self.path_start
        kept = self.points[ranges(self.path_start, counts)]
        self.points = np.empty((max(64, 2 * (len(kept) + more)), 2))
        self.points[: len(kept)] = kept
        self.points_used = len(kept)
        starts = np.where(counts > 0, np.cumsum(counts) - counts, 0)
        self.path_current += starts - self.path_start
        self.path_end += starts - self.path_start
        self.path_start = starts


def ranges(starts: Integers, counts: Integers) -> Integers:
    """Return the numbers start, start + 1, ... of each range, one range after the other."""
    first = np.cumsum(counts) - counts
    numbers: Integers = np.arange(int(counts.sum()), dtype=np.int64)
    numbers += np.repeat(starts - first, counts)
    return numbers
