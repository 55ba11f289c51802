"""The table of kinds: one row for each kind of element that a level can hold.

All code that treats kinds uniformly uses this table: files, journals, the clipboard, recordings,
picking, the outline. A new kind is a struct on a base of `navcore.level.elements`
and a row here; the editor's table `editor.kinds` gives it an icon and a colour.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final

import msgspec

from navcore.errors import NavcoreError
from navcore.i18n import mark, several
from navcore.level.bases import CHUNK_IDS, Chunk, Element
from navcore.level.elements import Agent, Area, Link, Obstacle, Tiles, Zone
from navcore.level.network import Edge, Route, Waypoint
from navcore.level.path_tests import PathTest


class Words(msgspec.Struct, frozen=True):
    """Words of designers for elements; the sentences are translated where they are shown."""

    stem: str
    """Stem of the names of new elements: `door_1`. The editor's table uses it as a key."""
    one: str
    """"a door"."""
    many: str
    """"{0} doors"."""
    nameless: str = ""
    """Why the name can't be removed: "A door needs a name."; empty if it can."""
    namesake: str = ""
    """Why a name that is taken is refused: "Another door is named {0}."; empty if allowed."""


class HandleWords(msgspec.Struct, frozen=True):
    """Words of designers for the handles of elements; translated where they are shown."""

    noun: str
    """"corner"."""
    one: str
    """"a corner"."""
    this: str
    """"this corner"."""
    all: str
    """"corners"."""
    title: str
    """"Corners"."""
    counted: Callable[[int], str]
    """"1 corner", "2 corners"; translated already."""
    side: str = mark("this line")
    """The line from one handle to the next."""
    refused: str = mark("{0} can't have its handles there.")
    """Why the element can't have its handles at the new places."""
    none: str = mark("No handles.")
    """Text shown when an element has no handles."""
    add: str = mark("Add one in the middle of the view")
    """Text of the button that adds a handle."""


HANDLES: Final = HandleWords(
    mark("handle"),
    mark("a handle"),
    mark("this handle"),
    mark("handles"),
    mark("Handles"),
    lambda count: several(count, "1 handle", "{0} handles"),
)
"""Words for handles of several kinds, and of kinds without words of their own."""

CORNERS: Final = HandleWords(
    mark("corner"),
    mark("a corner"),
    mark("this corner"),
    mark("corners"),
    mark("Corners"),
    lambda count: several(count, "1 corner", "{0} corners"),
    side=mark("this edge"),
    refused=mark("Here {0} would enclose nothing."),
)

_STOPS: Final = HandleWords(
    mark("stop"),
    mark("a stop"),
    mark("this stop"),
    mark("stops"),
    mark("Route"),
    lambda count: several(count, "1 stop", "{0} stops"),
    none=mark("No route: it stands where it is."),
    add=mark("Add a place to walk to, in the middle of the view"),
)

_ENDS: Final = HandleWords(
    mark("end"),
    mark("an end"),
    mark("this end"),
    mark("ends"),
    mark("Ends"),
    lambda count: several(count, "1 end", "{0} ends"),
    refused=mark("A link always has two ends."),
)

_PLACES: Final = HandleWords(
    mark("end"),
    mark("an end"),
    mark("this end"),
    mark("ends"),
    mark("Ends"),
    lambda count: several(count, "1 end", "{0} ends"),
    refused=mark("A test always has these ends."),
)


class Kind(msgspec.Struct, frozen=True):
    """One row: a kind of element."""

    name: str
    """Key of the array in files: "areas"."""
    type: type[Element]
    variants: tuple[Words, ...]
    """Words for its elements, by variant; only the first is used if `variant` is None."""
    variant: Callable[[Any], int] | None = None
    """Function that returns the index of an element's variant."""
    handles: HandleWords = HANDLES
    """Words for the handles of its elements."""
    version: int = 1
    """The first version of level files that has this kind."""
    listed: bool = True
    """True if the outline lists its elements and *Select all* selects them."""
    picked: bool = True
    """True if a click can select its elements."""
    boxed: bool = True
    """True if a selection box can select its elements."""
    named: bool = True
    """True if its elements have names."""
    moved: bool = True
    """True if its elements can be moved, turned and copied."""

    def words(self, element: Element) -> Words:
        """Return the words for this element."""
        return self.variants[self.variant_of(element)]

    def variant_of(self, element: Element) -> int:
        """Return the index of the variant of an element."""
        return self.variant(element) if self.variant else 0

    @property
    def names_differ(self) -> bool:
        """True if names must be unique among elements of this kind."""
        return bool(self.variants[0].namesake)

    @property
    def tag(self) -> str:
        """Name of the kind in recordings and errors: "area". It never changes."""
        return self.variants[0].stem

    @property
    def ids(self) -> range:
        """The ids that its elements may have."""
        return range(CHUNK_IDS, 2 * CHUNK_IDS) if issubclass(self.type, Chunk) else range(1, 2**32)


_TABLE: Final[dict[type[Element], Kind]] = {}
"""Kinds by type, in the order of files and of drawing."""


def all_kinds() -> tuple[Kind, ...]:
    """Return every kind, in the order of files and of drawing."""
    return tuple(_TABLE.values())


def kind_of(element: Element) -> Kind:
    """Return the kind of an element.

    Raises:
        NavcoreError: if its type is in no row.
    """
    return kind_of_type(type(element))


def kind_of_type(kind: type) -> Kind:
    """Return the row of a type.

    Raises:
        NavcoreError: if there is none.
    """
    found = _TABLE.get(kind)
    if found is None:
        message = f"{kind.__name__} is no kind of element: a level holds {_listed()}"
        raise NavcoreError(message)
    return found


def words_of(element: Element) -> Words:
    """Return the words for an element."""
    return kind_of(element).words(element)


def all_words_of(elements: Sequence[Element]) -> set[Words]:
    """Return the words for these elements; much faster than one by one for thousands."""
    found: set[Words] = set()
    for kind in set(map(type, elements)):
        row = kind_of_type(kind)
        if row.variant is None:
            found.add(row.variants[0])
            continue
        numbers = set(map(row.variant, [e for e in elements if type(e) is kind]))
        found |= {row.variants[number] for number in numbers}
    return found


def handle_words_of(elements: Iterable[Element]) -> HandleWords:
    """Return the words for the handles of these elements: `HANDLES` if their kinds differ."""
    words = {id(row): row for row in (kind_of(element).handles for element in elements)}
    return words.popitem()[1] if len(words) == 1 else HANDLES


def kind_named(name: str) -> Kind | None:
    """Return the kind whose array in files has this name; None if there is none."""
    return next((kind for kind in _TABLE.values() if kind.name == name), None)


def refers(kind: type[Element]) -> bool:
    """Return whether elements of a type refer to others."""
    return kind.references is not Element.references


def may_refer(kind: type[Element], other: type) -> bool:
    """Return whether elements of one type may refer to elements of another."""
    row = _TABLE.get(other)
    return row is not None and (not kind.referred or row.name in kind.referred)


def referred_words(kind: type[Element]) -> str:
    """Return words for what a type may refer to: "a waypoint or a route"."""
    rows = filter(None, map(kind_named, kind.referred))
    return " or ".join(row.variants[0].one for row in rows) or "an element"


def register(kind: Kind) -> None:
    """Add a row.

    Raises:
        NavcoreError: if its name or type has one already.
    """
    if kind.type in _TABLE or kind_named(kind.name) is not None:
        message = f"there is a kind {kind.name} ({kind.type.__name__}) already"
        raise NavcoreError(message)
    _TABLE[kind.type] = kind


@contextmanager
def registered(kind: Kind) -> Iterator[None]:
    """Add a row for a while: for tests, and programs that try out a kind of their own."""
    register(kind)
    try:
        yield
    finally:
        del _TABLE[kind.type]


def _listed() -> str:
    return ", ".join(kind.name for kind in _TABLE.values())


register(
    Kind(
        "areas",
        Area,
        (
            Words(
                "area",
                mark("an area"),
                mark("{0} areas"),
                mark("An area needs a name."),
                mark("Another area is named {0}. Names of areas must differ."),
            ),
            Words(
                "door",
                mark("a door"),
                mark("{0} doors"),
                mark("A door needs a name."),
                mark("Another door is named {0}. Names of areas must differ."),
            ),
        ),
        variant=lambda area: int(area.door),
        handles=CORNERS,
    )
)
register(
    Kind(
        "zones",
        Zone,
        (Words("zone", mark("a zone"), mark("{0} zones")),),
        handles=CORNERS,
        version=2,
    )
)
register(
    Kind(
        "tiles",
        Tiles,
        (Words("tiles", mark("painted terrain"), mark("{0} blocks of painted terrain")),),
        version=2,
        listed=False,
        picked=False,
        boxed=False,
        named=False,
        moved=False,
    )
)
register(
    Kind(
        "obstacles",
        Obstacle,
        (Words("obstacle", mark("an obstacle"), mark("{0} obstacles")),),
        handles=CORNERS,
    )
)
register(
    Kind("agents", Agent, (Words("agent", mark("an agent"), mark("{0} agents")),), handles=_STOPS)
)
register(
    Kind(
        "links",
        Link,
        (Words("link", mark("a link"), mark("{0} links")),),
        handles=_ENDS,
        version=2,
    )
)
register(
    Kind(
        "waypoints",
        Waypoint,
        (Words("waypoint", mark("a waypoint"), mark("{0} waypoints")),),
        version=2,
    )
)
register(
    Kind(
        "edges",
        Edge,
        (Words("edge", mark("an edge"), mark("{0} edges")),),
        version=2,
        listed=False,
        named=False,
    )
)
register(
    Kind(
        "routes",
        Route,
        (Words("route", mark("a route"), mark("{0} routes")),),
        handles=_STOPS,
        version=2,
    )
)
register(
    Kind(
        "tests",
        PathTest,
        (
            Words("test", mark("a path test"), mark("{0} path tests")),
            Words("run_test", mark("a run test"), mark("{0} run tests")),
        ),
        variant=lambda test: int(test.is_run),
        handles=_PLACES,
    )
)
