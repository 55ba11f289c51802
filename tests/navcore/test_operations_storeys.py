"""Storeys: added, renamed, exchanged, deleted and filled with copies, one step each."""

import itertools

import pytest
from msgspec.structs import replace

from navcore.errors import NavcoreError
from navcore.level.edit import Edit
from navcore.level.model import (
    Agent,
    Area,
    Chunk,
    ExportTarget,
    Layer,
    Level,
    Link,
    Obstacle,
    Profile,
    Settings,
    Tiles,
)
from navcore.level.operations import add_door, door_across, set_settings, subtract, union
from navcore.level.operations import storeys as op
from navcore.level.operations.storey_elements import (
    copy_to_storey,
    drawn_on,
    move_to_storey,
    pasted_on,
    set_end_storey,
)
from navcore.level.storeys import beside, elements_on, names_by_height, strays

SQUARE = ((0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0))
GROUND = Layer(name="ground")
UPPER = Layer(name="upper", floor_y=3.0)
ATTIC = Layer(name="attic", floor_y=6.0)
HALL, ROOM, LOFT, BED, COOK, STAIRS, LEDGE = range(1, 8)


@pytest.fixture
def new_id():
    """Ids from 100 on."""
    numbers = itertools.count(100)
    return lambda: next(numbers)


@pytest.fixture
def level():
    """Three storeys with rooms, stairs from the ground and a ledge within the upper one."""
    settings = Settings(
        layers=(GROUND, UPPER, ATTIC),
        profiles=(Profile(name="bat", layer="attic"), Profile(name="maid", layer="upper")),
        exports=(ExportTarget(path="a.txt"), ExportTarget(path="b.txt", layer="upper")),
    )
    elements = (
        Area(id=HALL, name="hall", polygon=SQUARE),
        Area(id=ROOM, name="room", polygon=SQUARE, layer="upper"),
        Area(id=LOFT, name="loft", polygon=SQUARE, layer="attic"),
        Obstacle(id=BED, name="bed", polygon=SQUARE, layer="upper", locked=True),
        Agent(id=COOK, name="player", position=(1.0, 1.0), player=True, goals=((2.0, 2.0),)),
        Link(id=STAIRS, start=((1.0, 1.0),), end=((2.0, 1.0),), to_layer="upper", type="stairs"),
        Link(id=LEDGE, start=((1.0, 1.0),), end=((2.0, 1.0),), layer="upper", type="drop"),
    )
    return Level(settings=settings).with_items({element.id: element for element in elements})


def after(level, edit):
    """Return the level after an edit, which must be invertible."""
    changed = edit.apply(level)
    assert edit.inverse().apply(changed) == level
    return changed


def names(level):
    """The names of its storeys, as the table lists them."""
    return list(level.settings.layer_names)


def test_first_storey_makes_a_table_with_the_ground():
    """The ground is at the level's floor y, the new one 3 m above the highest."""
    level = Level(settings=Settings(floor_y=1.5))
    edit = op.add_storey(level)
    assert edit.label == "Add storey storey_1"
    grown = after(level, edit)
    assert grown.settings.layers == (
        Layer(name="ground", floor_y=1.5),
        Layer(name="storey_1", floor_y=4.5),
    )
    assert names(after(grown, op.add_storey(grown, " roof "))) == ["ground", "storey_1", "roof"]


def test_names_of_storeys_differ(level):
    """None may have the displayed name of the ground."""
    for taken in ("upper", "ground", "Ground"):
        with pytest.raises(NavcoreError, match="Another storey is called"):
            op.add_storey(level, taken)
    with pytest.raises(NavcoreError, match="A storey needs a name"):
        op.rename_storey(level, "upper", "  ")
    with pytest.raises(NavcoreError, match="Ground keeps its name"):
        op.rename_storey(level, "ground", "cellar")
    with pytest.raises(NavcoreError, match="No storey is called cellar"):
        op.rename_storey(level, "cellar", "crypt")


def test_a_level_has_eight_storeys_at_most():
    """The ground included."""
    level = Level()
    for _ in range(7):
        level = op.add_storey(level).apply(level)
    with pytest.raises(NavcoreError, match="A level has at most 8 storeys"):
        op.add_storey(level)


def test_renaming_is_followed_by_all_that_name_the_storey(level):
    """Elements, ends of links, agent types, exports."""
    renamed = after(level, op.rename_storey(level, "upper", "first floor"))
    assert names(renamed) == ["ground", "first floor", "attic"]
    assert renamed.element(ROOM).layer == "first floor"
    assert renamed.element(STAIRS).to_layer == "first floor"
    assert renamed.element(LEDGE).layer == "first floor"
    assert [profile.layer for profile in renamed.settings.profiles] == ["attic", "first floor"]
    assert [target.layer for target in renamed.settings.exports] == ["", "first floor"]


def test_height_of_the_ground_is_the_floor_y_of_the_level(level):
    """Whichever of the two is set."""
    raised = after(level, op.set_height(level, "ground", -1.0))
    assert (raised.settings.floor_y, raised.settings.layers[0].floor_y) == (-1.0, -1.0)
    set_back = after(level, set_settings(level, floor_y=2.0))
    assert (set_back.settings.floor_y, set_back.settings.layers[0].floor_y) == (2.0, 2.0)
    with pytest.raises(NavcoreError, match="The height of a floor must be a finite number"):
        op.set_height(level, "upper", float("inf"))


def test_storeys_are_ordered_by_their_heights(level):
    """A cellar is added last and is below the ground."""
    level = op.add_storey(level, "cellar").apply(level)
    level = op.set_height(level, "cellar", -3.0).apply(level)
    assert names_by_height(level.settings) == ("cellar", "ground", "upper", "attic")
    assert beside(level.settings, "ground", -1) == "cellar"
    assert beside(level.settings, "attic", 1) is None


def test_exchanged_storeys_take_each_others_heights(level):
    """Those at one height change places in the table; the ground can't."""
    edit = op.exchange_storeys(level, "upper", 1)
    assert edit.label == "Move storey upper up"
    changed = after(level, edit)
    assert names_by_height(changed.settings) == ("ground", "attic", "upper")
    flat = op.set_height(level, "attic", 3.0).apply(level)
    changed = after(flat, op.exchange_storeys(flat, "upper", 1))
    assert names_by_height(changed.settings) == ("ground", "attic", "upper")
    level_with_ground = op.set_height(level, "upper", 0.0).apply(level)
    with pytest.raises(NavcoreError, match="have the same height"):
        op.exchange_storeys(level_with_ground, "upper", -1)
    with pytest.raises(NavcoreError, match="attic is the highest storey"):
        op.exchange_storeys(level, "attic", 1)


def test_deleting_a_storey_takes_what_lies_on_it(level):
    """Links that lead there too, and its exports; its agent types walk on the ground."""
    left = after(level, op.delete_storey(level, "upper"))
    assert {element.id for element in left.elements()} == {HALL, LOFT, COOK}
    assert [profile.layer for profile in left.settings.profiles] == ["attic", "ground"]
    assert [target.path for target in left.settings.exports] == ["a.txt"]
    with pytest.raises(NavcoreError, match="Ground can't be deleted"):
        op.delete_storey(level, "ground")


def test_deleting_a_storey_can_move_what_lies_on_it(level):
    """Links that led there lead to the other storey; within one they name no second."""
    left = after(level, op.delete_storey(level, "upper", to="ground"))
    assert {element.id for element in left.elements()} == set(range(1, 8))
    assert left.element(ROOM).layer == "ground"
    assert left.element(STAIRS).to_layer == ""
    assert [profile.layer for profile in left.settings.profiles] == ["attic", "ground"]


def test_without_other_storeys_a_level_has_no_table():
    """So it writes the bytes that it wrote before."""
    level = Level(settings=Settings(floor_y=1.0))
    grown = op.add_storey(level).apply(level)
    assert op.delete_storey(grown, "storey_1").apply(grown) == level


def test_copies_on_another_storey_have_ids_and_names_of_their_own(level, new_id):
    """They aren't locked, and keep their places; goals too."""
    edit, sources = copy_to_storey(level, [HALL, BED, COOK], "attic", new_id)
    assert edit.label == "Copy 3 elements to attic"
    grown = after(level, edit)
    copies = {sources[i].id: grown.element(i) for i in sources}
    assert {copy.layer for copy in copies.values()} == {"attic"}
    assert copies[HALL].name == "hall_2"
    assert not copies[BED].locked
    assert copies[COOK].goals == ((2.0, 2.0),)
    assert not copies[COOK].player


def test_copied_links_lead_as_many_storeys_on(level, new_id):
    """Stairs from the ground are stairs from the upper floor; above the attic is none."""
    edit, sources = copy_to_storey(level, [STAIRS, LEDGE], "upper", new_id)
    grown = after(level, edit)
    ends = {sources[i].id: (grown.element(i).layer, grown.element(i).to_layer) for i in sources}
    assert ends == {STAIRS: ("upper", "attic"), LEDGE: ("upper", "")}
    _, sources = copy_to_storey(level, [STAIRS], "attic", new_id)
    assert not sources


def test_duplicated_storey_holds_everything_once_more(level, new_id):
    """It is one step, on a new storey above the highest."""
    edit = op.duplicate_storey(level, "upper", new_id)
    assert edit.label == "Duplicate storey upper"
    grown = after(level, edit)
    assert names(grown) == ["ground", "upper", "attic", "upper_2"]
    assert grown.settings.layers[-1].floor_y == 9.0
    on = elements_on(grown, "upper_2")
    assert {element.name for element in on} == {"room_2", "bed_2", ""}


def test_elements_move_to_another_storey(level):
    """A link within one storey moves with both ends, stairs move one storey on."""
    edit = move_to_storey(level, [HALL, STAIRS, LEDGE, ROOM], "upper")
    assert edit.label == "Move 2 elements to upper"
    moved = after(level, edit)
    assert moved.element(HALL).layer == "upper"
    assert (moved.element(STAIRS).layer, moved.element(STAIRS).to_layer) == ("upper", "attic")
    ledge = after(level, move_to_storey(level, [LEDGE], "attic")).element(LEDGE)
    assert (ledge.layer, ledge.to_layer) == ("attic", "")
    assert not move_to_storey(level, [ROOM], "upper")


def test_end_of_a_link_is_led_to_another_storey(level):
    """If that is the storey of its start, the link has no storey for the end."""
    led = after(level, set_end_storey(level, [STAIRS, HALL], "attic"))
    assert led.element(STAIRS).to_layer == "attic"
    assert after(led, set_end_storey(led, [STAIRS], "ground")).element(STAIRS).to_layer == ""


def test_elements_of_files_of_before_lie_on_the_ground_until_their_storey_is_made():
    """Adding a storey of that name moves them up."""
    area = Area(id=1, name="cloud", polygon=SQUARE, layer="sky")
    level = Level(areas={1: area})
    assert dict(strays(level)) == {"sky": 1}
    assert [element.id for element in elements_on(level, "ground")] == [1]
    made = after(level, op.add_storey(level, "sky"))
    assert not strays(made)
    assert [element.id for element in elements_on(made, "sky")] == [1]
    assert made.element(1) is area


def block(cx, terrain, painted, *, layer="ground", number=0):
    """Return a block with its first `painted` cells painted."""
    return Tiles(
        id=Chunk.id_of(0, number, cx, 0), cx=cx, cz=0, layer=layer, terrains=(terrain,),
        runs=(1, painted, 0, 64 * 64 - painted),
    )  # fmt: skip


def test_painted_blocks_get_ids_of_the_other_storey(level, new_id):
    """Tiles that are painted there already are replaced only where the copy is painted."""
    mud, far = block(0, "mud", 10), block(1, "sand", 5)
    below = block(0, "water", 30, layer="upper", number=1)
    # An id of the upper storey that a block of another one has taken.
    taken = block(1, "ice", 1, layer="attic", number=1)
    level = level.with_items({one.id: one for one in (mud, far, below, taken)})
    edit, _ = copy_to_storey(level, [mud.id, far.id], "upper", new_id)
    grown = after(level, edit)
    upper = {one.cx: one for one in grown.of(Tiles).values() if one.layer == "upper"}
    assert (upper[0].id, upper[0].terrains) == (below.id, ("mud", "water"))
    assert upper[0].runs == (1, 10, 2, 20, 0, 64 * 64 - 30)
    assert upper[1].id not in {far.id, taken.id}
    assert len(grown.of(Tiles)) == 5
    left = after(level, op.delete_storey(level, "upper", to="ground"))
    assert {one.layer for one in left.of(Tiles).values()} == {"ground", "attic"}
    assert left.element(mud.id).terrains == ("water",)


def test_door_cuts_and_fills_gaps_of_its_own_storey(level, new_id):
    """The hall on the ground stays whole under a door upstairs."""
    ring = door_across(level, (3.0, 2.0), (5.0, 2.0), 1.0, "upper")
    edit = add_door(level, ring, new_id, layer="upper")
    changed = after(level, edit)
    assert changed.element(HALL) == level.element(HALL)
    inside = add_door(level, ((1.0, 1.0), (2.0, 1.0), (2.0, 2.0), (1.0, 2.0)), new_id,
                      layer="upper")  # fmt: skip
    assert ROOM in inside.after
    assert HALL not in inside.after


def test_outlines_of_different_storeys_are_not_joined_or_cut(level, new_id):
    """They are above each other."""
    for change in (union, subtract):
        with pytest.raises(NavcoreError, match="lie on different storeys"):
            change(level, [HALL, ROOM], new_id)


def test_what_is_drawn_comes_to_lie_on_the_storey_in_hand(level):
    """Links between storeys, painted blocks and references to storeys stay."""
    block_of_ground = block(0, "mud", 5)
    new = (
        Area(id=50, name="new", polygon=SQUARE),
        Link(id=51, start=((0.0, 0.0),), end=((1.0, 0.0),), to_layer="attic"),
        Link(id=52, start=((0.0, 0.0),), end=((1.0, 0.0),)),
        block_of_ground,
    )
    edit = drawn_on(Edit.put(level, [*new, replace(level.element(HALL), note="x")]), "upper")
    layers = {i: element.layer for i, element in edit.after.items()}
    assert layers == {
        50: "upper", 51: "ground", 52: "upper", block_of_ground.id: "ground", HALL: "ground",
    }  # fmt: skip


def test_what_is_pasted_lands_on_the_storey_in_hand(level):
    """With all of them shown each stays on its own, or on the ground where there is none."""
    edit = Edit.put(level, [Area(id=50, name="a", polygon=SQUARE, layer="sky"),
                            Area(id=51, name="b", polygon=SQUARE, layer="attic")])  # fmt: skip
    assert {e.layer for e in pasted_on(level, edit, "upper").after.values()} == {"upper"}
    stayed = pasted_on(level, edit, None).after
    assert (stayed[50].layer, stayed[51].layer) == ("ground", "attic")
