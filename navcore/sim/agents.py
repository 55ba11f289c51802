"""All agents of a run as arrays: one row an agent, the same row in every array."""

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
"""What the codes in `Agents.statuses` mean."""

CODES: Final[dict[Status | None, int]] = {status: code for code, status in enumerate(STATUSES)}

UNREACHABLE: Final[npt.NDArray[np.bool_]] = np.array(
    [
        status is not None and status not in {Status.COMPLETE, Status.ALREADY_THERE}
        for status in STATUSES
    ]
)
"""Which codes say that the goal could not be reached."""

NEVER: Final = -1
"""In arrays of steps: at no step."""

Floats: TypeAlias = npt.NDArray[np.float64]
Integers: TypeAlias = npt.NDArray[np.int64]
Flags: TypeAlias = npt.NDArray[np.bool_]
Codes: TypeAlias = npt.NDArray[np.int8]
Bytes: TypeAlias = npt.NDArray[np.uint8]
Rows: TypeAlias = npt.NDArray[np.int32]
T = TypeVar("T")


class Agents:
    """Struct of arrays, in level order, then spawned agents in the order of their coming.

    Paths lie in one pool, `points`: agent i has points[path_start[i]:path_end[i]] and walks to
    points[path_current[i]] next. Metres, radians and seconds; steps where a name says so.
    """

    generation: int
    """Counts how often agents came, left or were changed by the level."""
    are_linked: bool
    """Whether some may go to a link, take one or be switched off; asked before arrays are looked
    through."""
    in_corridors: bool
    """Whether some may have a corridor; asked before `corridors` are looked through."""
    elements: list[Agent]
    """What the level (or the spawner) says about each agent."""
    index: Mapping[int, int]
    """Row of each id."""
    looking: list[int]
    """Rows of agents with a goal at which they look somewhere."""
    ids: Integers
    in_level: Flags
    """False for agents that were spawned during the run."""
    positions: Floats
    previous_positions: Floats
    """Where they were a step ago."""
    facings: Floats
    previous_facings: Floats
    radii: Floats
    walk_speeds: Floats
    rotation_speeds: Floats
    players: Flags
    """Who is the player, and is never nudged (S0-106)."""
    enabled: Flags
    """Who takes part: those that are switched off, or dead, move and block nobody (S0-071)."""
    states: Codes
    """STAND or WALK (S0-088)."""
    statuses: Codes
    """How the last plan ended: an index into STATUSES."""
    requested_targets: Floats
    """What was asked for (S0-080)."""
    walk_targets: Floats
    """Where the path really ends; the agent's place when it has none (X-017)."""
    goal_indices: Integers
    """Which of its own goals it goes to or stands at; -1: none, or sent elsewhere."""
    waiting_until: Integers
    """Step at which it goes on to its next goal; NEVER when it does not wait."""
    asked: Integers
    """Step at which it asked for a plan that it has not got yet, or NEVER."""
    under_way: Flags
    """Whether it has a path whose end it has not come to (S0-087)."""
    tick_positions: Floats
    """Where they were at the last tick."""
    velocities: Floats
    """What they covered in the last tick, metres a second: what others see of them."""
    steers: Floats
    """By how much they turn off their straight way, to the left, for others; radians."""
    paces: Floats
    """At which part of their walk speed they go, 0 to 1."""
    calm: Flags
    """Who has free way for a while, and need not look up so often."""
    off_path: Flags
    """Who left the line of its path since that was last seen to be clear."""
    gaps: Floats
    """How far it was to their next point at the last tick, metres."""
    legs: Integers
    """How many points they had left to walk to at the last tick."""
    hindered: Integers
    """For how many ticks they got no nearer to their next point though they walk."""
    blockers: Integers
    """Id of who was last in their way; -1: nobody."""
    replan_from: Integers
    """Step before which no mover makes them plan again (S0-112)."""
    due: Flags
    """Who plans again as soon as `replan_from` lets it: somebody came to stand by its way."""
    replans: Integers
    """How often they planned again on their way to one goal or another."""
    stood: Flags
    """Who stood at the last tick."""
    aside: Flags
    """Who is stepping aside for another, and will stand there (S0-105)."""
    meets: Integers
    """Id of whom it was sent to, wherever that one goes (S0-118); -1: nobody."""
    layers: Bytes
    """Which storey of the level they are on; on a link that of its beginning."""
    target_layers: Bytes
    """On which storey the target is that was asked for."""
    movements: Codes
    """How they move where their round keeps to the network: a `Movement` each (S4-004)."""
    leg_starts: Floats
    """Where the line to the next point of a path over the network begins, metres."""
    left_places: Floats
    """Where they left a path over the network: leftPos (S4-008), metres."""
    back_by: Integers
    """Step by which they are to be back there; 0: they don't walk back yet; NEVER: not off."""
    left_turns: Integers
    """Turn of the round that they left when they were sent elsewhere, or NEVER."""
    corridors: Floats
    """Corridor in which they stay (S4-051): x, z of both ends and what the radii there leave for
    their middle, metres, 0 for none; then how many points they had left when it was found."""
    queries: Integers
    """How many path queries over the network they made (S4-005, S4-006)."""
    rays: Integers
    """How many rays were cast for them to enter, leave and follow the network (S4-044)."""
    links: Integers
    """Id of the link that the path leads to or that it takes; -1: none."""
    link_starts: Floats
    """Where it was as it began to take the link."""
    link_ends: Floats
    """Where the link lets it out."""
    link_layers: Bytes
    """On which storey that is."""
    link_came: Integers
    """Step at which it came to the link and began to wait for its turn, or NEVER."""
    link_begun: Integers
    """Step at which it began to take the link, or NEVER."""
    link_done: Integers
    """Step at which it is through, or NEVER."""
    headings: Floats
    """Unit vector towards where each walks, as of its last look around; (0, 0) while it stands."""
    ahead: Floats
    """How many others each has had in front of it lately, a smoothed count."""
    gate: Integers
    """Index of the next gate on its path among those of the run; -1: none."""
    through: Integers
    """Step at which it last passed a gate, or NEVER."""
    gate_left: Integers
    """Number of that gate, or -1."""
    held: Bytes
    """1 for agents that must not enter their gate yet, else 0."""
    aims: Floats
    """Place that an agent heads for instead of its next point while a gate says so; NaN: none."""
    gate_side: Bytes
    """1 + the mouth by which they come to their gate, 128 more inside of it; 0: no gate."""
    turn: Integers
    """Step since which it is the turn of their side of a gate for one direction, or NEVER."""
    detour: Floats
    """x, z of the crowd that its path leads around, metres, and the seconds saved; NaN: none."""
    lanes: Floats
    """How far to the right of the line to its next point each walks, to pass others that come the
    other way, metres; negative to the left, 0 on the line."""
    path_start: Integers
    path_current: Integers
    path_end: Integers
    points: Floats
    points_used: int
    _kept: dict[type, tuple[tuple[object, ...], Any]]
    """Kernel objects that read the arrays, by their kinds, each with what else it is made of."""

    def __init__(self) -> None:
        """No agents yet."""
        self.generation = 0
        self.are_linked = self.in_corridors = False
        self.elements = []
        self.index, self.looking = {}, []
        for name in COLUMNS:
            setattr(self, name, filled(name, 0))
        self.points = np.empty((64, 2))
        self.points_used = 0

    def __setattr__(self, name: str, value: Any) -> None:
        """Replace an array, and forget the kernel objects that read the one before."""
        if isinstance(value, np.ndarray) and value is not vars(self).get(name):
            super().__setattr__("_kept", {})
        super().__setattr__(name, value)

    def kernel(self, kind: type[T], make: Callable[[], T], *over: object) -> T:
        """Return the kernel object of a kind that reads these arrays, which `make` makes.

        It is kept until an array is replaced, or one of `over`, whatever else it is made of, is
        another: objects that equal themselves alone.
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
        """Agents with copies of these arrays, one for each of `COLUMNS`, and of this pool."""
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
        """How many agents there are."""
        return len(self.ids)

    def add(self, elements: Sequence[Agent], *, in_level: bool, layers: Sequence[int] = ()) -> None:
        """Append agents, standing at their starts with nowhere to go.

        `layers` are the numbers of their storeys, in their order; none: all on the first.
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
        """Keep these rows, in this order."""
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
        """Write an agent's path of (k, 2) points behind the last; there has to be room for it."""
        start, count = self.points_used, len(points)
        self.points[start : start + count] = points
        self.points_used += count
        self.path_start[row] = self.path_current[row] = start
        self.path_end[row] = start + count
        self.off_path[row] = self.steers[row] != 0.0

    def clear_path(self, row: int) -> None:
        """Take an agent's path away."""
        self.path_start[row] = self.path_current[row] = self.path_end[row] = 0
        self.hindered[row] = 0

    def away(self) -> Flags:
        """(n,) whether each agent is on no storey: it takes a link, or is switched off."""
        found: Flags = (self.link_begun != NEVER) | ~self.enabled
        return found

    def note_links(self) -> None:
        """Note whether some go to a link, take one or are switched off."""
        self.are_linked = bool((self.links != NEVER).any() or not self.enabled.all())

    def forget_link(self, row: int) -> None:
        """Let an agent go to no link, and be on none."""
        self.links[row] = self.link_came[row] = self.link_begun[row] = self.link_done[row] = NEVER

    def stop(self, row: int) -> None:
        """Let an agent stand where it is, with no path and no end to come to.

        Who takes a link stands at its other end then.
        """
        self.clear_path(row)
        if self.link_begun[row] == NEVER:
            self.forget_link(row)
        self.walk_targets[row] = self.positions[row]
        self.under_way[row] = self.aside[row] = False
        self.states[row] = STAND

    def ask(self, row: int, step: int) -> None:
        """Put an agent in line for a plan, at the place of its earliest request."""
        if self.asked[row] == NEVER:
            self.asked[row] = step

    def path(self, row: int) -> npt.NDArray[np.float64]:
        """(k, 2) points that the agent has still to walk to, a copy."""
        return self.points[self.path_current[row] : self.path_end[row]].copy()

    def has_path(self) -> Flags:
        """(n,) who has points left to walk to."""
        walks: Flags = self.path_current < self.path_end
        return walks

    def status(self, row: int) -> Status | None:
        """How an agent's last plan ended; None before its first."""
        return STATUSES[int(self.statuses[row])]

    def place(self, row: int) -> Point:
        """Where an agent is."""
        return (float(self.positions[row, 0]), float(self.positions[row, 1]))

    def _number(self) -> None:
        self.index = {int(agent_id): row for row, agent_id in enumerate(self.ids)}
        self._note_elements()

    def change(self, row: int, element: Agent) -> None:
        """Take over what the level now says of an agent, apart from its place and goals."""
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
        """Close the gaps that dropped paths left; make room for `more` points, and to spare."""
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
    """The numbers start, start + 1, ... of each range, one range after the other."""
    first = np.cumsum(counts) - counts
    numbers: Integers = np.arange(int(counts.sum()), dtype=np.int64)
    numbers += np.repeat(starts - first, counts)
    return numbers
