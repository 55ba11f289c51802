"""Methods of growing networks: each is a page of the dialog with its numbers."""

from collections.abc import Callable
from typing import ClassVar, Final, NamedTuple

from PySide6.QtWidgets import QCheckBox

from editor.dialogs.entries import Count, Entry, Page
from editor.look.widgets import make_button, make_choice
from editor.services.growth import Walkers
from navcore.graph.generators.connect import REACH
from navcore.graph.generators.interest import OfInterest
from navcore.graph.generators.spread import usual_spacing
from navcore.graph.generators.thinning import Thinning
from navcore.growing import WALK_SECONDS, Recipe
from navcore.i18n import mark, tr
from navcore.level.model import Settings

_MINUTE: Final = 60.0
_LEAST_SPACING: Final = 0.1
_FARTHEST: Final = 1000.0
_MOST_MINUTES: Final = 240


class Site(NamedTuple):
    """Facts about the level and the run for the methods."""

    settings: Settings
    walkers: Walkers | None = None
    """The selected agents, where they are in the run."""
    draw: Callable[[], None] = lambda: None
    """Leaves the dialog and draws the walk on the canvas."""


class Way(Page):
    """A page: its numbers, and the recipe that they make."""

    title: ClassVar[str] = ""
    does: ClassVar[str] = ""
    """Description of the method in one sentence, before translation."""
    idle: ClassVar[str] = mark("Nothing is missing: no waypoint or edge would be added.")
    """Message if the method would change nothing."""
    verb: ClassVar[str] = mark("Grow")
    """Text of the button."""

    def __init__(self, site: Site, told: Callable[[], None]) -> None:
        """Create the page for a site, which calls `told` at every change."""
        super().__init__()
        self._told = told
        self.fill(site)

    def fill(self, site: Site) -> None:
        """Make the fields."""
        raise NotImplementedError

    @property
    def recipe(self) -> Recipe:
        """The recipe with the present numbers."""
        raise NotImplementedError

    @property
    def chance(self) -> int:
        """The random seed."""
        return 0

    @property
    def walkers(self) -> Walkers | None:
        """Agents whose walks the network grows from; None for other methods."""
        return None

    def metres(self, title: str, least: float, value: float) -> Entry:
        """Return a field for a length."""
        return self._put(Entry(title, "m", least, _FARTHEST, 0.5, self._told), value)

    def count(self, title: str, value: int, most: int = 1_000_000) -> Count:
        """Return a field for a whole number."""
        made = Count(title, self._told, most)
        made.put(float(value))
        return made

    def _put(self, entry: Entry, value: float) -> Entry:
        entry.put(value)
        return entry


class _Thinned(Way):
    """A page with numbers for how dense edges may get."""

    def density(self, thinning: Thinning) -> None:
        """Make the two fields."""
        self.detour = self._put(
            Entry(tr("Detour"), "%", 0.0, 1000.0, 1.0, self._told), 100 * thinning.detour
        )
        self.neighbours = self.count(tr("Neighbours"), thinning.neighbours)
        self.detour.setToolTip(
            tr("An edge is left out if the detour around it is no longer than this")
        )
        self.neighbours.setToolTip(
            tr("Waypoints with this many edges allow three times the detour")
        )

    def thinned(self, longest: float) -> Thinning:
        """Return the thinning with the present numbers."""
        return Thinning(
            detour=self.detour.number / 100, neighbours=self.neighbours.count, longest=longest
        )


class Corners(_Thinned):
    """Around corners."""

    title: ClassVar[str] = mark("Around corners")
    does: ClassVar[str] = mark("Waypoints where shortest paths bend.")
    idle: ClassVar[str] = mark(
        "No corner needs a waypoint: paths are straight, or bend at waypoints that stay."
    )

    def fill(self, site: Site) -> None:
        """Add fields for density, and a switch for inner corners."""
        self.density(Thinning())
        self.concave = QCheckBox(tr("Inner corners of rooms, too"))
        self.concave.toggled.connect(lambda _: self._told())
        self.entries = (self.detour, self.neighbours)
        self.kept = {
            "corners_detour": self.detour, "corners_neighbours": self.neighbours,
            "corners_concave": self.concave,
        }  # fmt: skip
        self.lay_out((self.detour, self.neighbours), (self.concave,))

    @property
    def recipe(self) -> Recipe:
        """The recipe with the present numbers."""
        return Recipe(
            method="visibility",
            thinning=self.thinned(Thinning().longest),
            concave=self.concave.isChecked(),
        )


class Spread(Way):
    """Even spread."""

    title: ClassVar[str] = mark("Even spread")
    does: ClassVar[str] = mark("Waypoints at even distances, from where the first agent starts.")

    def fill(self, site: Site) -> None:
        """Add a field for the spacing."""
        self.spacing = self.metres(tr("Spacing"), _LEAST_SPACING, usual_spacing(site.settings))
        self.entries = (self.spacing,)
        self.kept = {"spread_spacing": self.spacing}
        self.lay_out((self.spacing,))

    @property
    def recipe(self) -> Recipe:
        """The recipe with the present numbers."""
        return Recipe(method="spread", spacing=self.spacing.number)


class Interest(_Thinned):
    """Points of interest."""

    title: ClassVar[str] = mark("Points of interest")
    does: ClassVar[str] = mark("Waypoints at stops, starts, doors and the ends of links.")
    idle: ClassVar[str] = mark(
        "No stop, start, door or link is without a waypoint, so none would be laid."
    )

    def fill(self, site: Site) -> None:
        """Add fields for spacing, longest edge and density."""
        usual = OfInterest()
        self.density(usual.thinning)
        self.spacing = self.metres(tr("Spacing"), 0.0, usual.spacing)
        self.longest = self.metres(tr("Longest edge"), _LEAST_SPACING, usual.thinning.longest)
        self.entries = (self.spacing, self.longest, self.detour, self.neighbours)
        self.kept = {
            "interest_spacing": self.spacing, "interest_longest": self.longest,
            "interest_detour": self.detour, "interest_neighbours": self.neighbours,
        }  # fmt: skip
        self.lay_out((self.spacing, self.longest), (self.detour, self.neighbours))

    @property
    def recipe(self) -> Recipe:
        """The recipe with the present numbers."""
        return Recipe(
            method="interest",
            spacing=self.spacing.number,
            thinning=self.thinned(self.longest.number),
        )


class Walk(Way):
    """Grow the network from a walk."""

    title: ClassVar[str] = mark("From a walk")
    does: ClassVar[str] = mark("Waypoints where a walk turns out of sight.")

    def fill(self, site: Site) -> None:
        """Add a choice of the walk; for a random walk fields for its length and seed."""
        minutes = round(WALK_SECONDS / _MINUTE)
        self._walkers = site.walkers
        who = [] if site.walkers is None else [tr("As {0} walked").format(site.walkers.named)]
        self.whose = make_choice(tr("Walk"), [tr("At random"), *who])
        self.whose.setToolTip(tr("To grow from walks, select agents that walk in the run"))
        self.minutes = self.count(tr("Minutes"), minutes, _MOST_MINUTES)
        self.variation = self.count(tr("Variation"), 1)
        self.draw = make_button(tr("Draw the walk"), site.draw, takes_enter=False)
        self.draw.setToolTip(tr("Close this dialog, and draw the walk on the canvas"))
        self.entries = (self.minutes, self.variation)
        self.kept = {"walk_minutes": self.minutes, "walk_variation": self.variation}
        self.whose.currentIndexChanged.connect(self._choose)
        self.whose.setCurrentIndex(self.whose.count() - 1)
        self.lay_out((self.whose,), (self.minutes, self.variation), (self.draw,))

    def _choose(self, _: int) -> None:
        for entry in self.entries:
            entry.setEnabled(self.walkers is None)
        self._told()

    @property
    def recipe(self) -> Recipe:
        """The recipe with the present numbers."""
        return Recipe(method="walk", seconds=self.minutes.count * _MINUTE)

    @property
    def chance(self) -> int:
        """Another number is another walk."""
        return self.variation.count

    @property
    def walkers(self) -> Walkers | None:
        """The selected agents, unless the walk is random."""
        return self._walkers if self.whose.currentIndex() else None


class Connect(Way):
    """Connect all in sight."""

    title: ClassVar[str] = mark("Connect all in sight")
    verb: ClassVar[str] = mark("Connect")
    does: ClassVar[str] = mark("Edges between waypoints that see each other. No new waypoints.")
    idle: ClassVar[str] = mark("Nothing is missing: all waypoints that see each other are joined.")

    def fill(self, site: Site) -> None:
        """Add a field for the longest edge."""
        self.reach = self.metres(tr("Up to"), _LEAST_SPACING, REACH)
        self.entries = (self.reach,)
        self.kept = {"connect_reach": self.reach}
        self.lay_out((self.reach,))

    @property
    def recipe(self) -> Recipe:
        """The recipe with the present numbers."""
        return Recipe(method="connect", reach=self.reach.number)


class Prune(_Thinned):
    """Thin out."""

    title: ClassVar[str] = mark("Thin out")
    verb: ClassVar[str] = mark("Thin out")
    does: ClassVar[str] = mark("Removes edges that paths don't need. All waypoints stay.")
    idle: ClassVar[str] = mark("Nothing to remove: paths need all these edges.")

    def fill(self, site: Site) -> None:
        """Add fields for the density."""
        self.density(Thinning())
        self.entries = (self.detour, self.neighbours)
        self.kept = {"prune_detour": self.detour, "prune_neighbours": self.neighbours}
        self.lay_out((self.detour, self.neighbours))

    @property
    def recipe(self) -> Recipe:
        """The recipe with the present numbers."""
        return Recipe(method="prune", thinning=self.thinned(Thinning().longest))


WAYS: Final[tuple[type[Way], ...]] = (Corners, Spread, Interest, Walk, Connect, Prune)
