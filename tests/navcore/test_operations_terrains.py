"""The table of terrains: every change is one edit, and references to a terrain follow."""

import pytest

from navcore.errors import NavcoreError
from navcore.level.edit import Edit
from navcore.level.model import Area, Level, Profile, Settings, Tiles, Zone
from navcore.level.operations import terrains as op
from navcore.level.operations.brush import Brush, paint
from navcore.level.operations.profiles import abilities_in
from navcore.level.tables import TERRAINS, Terrain

USUAL = [terrain.name for terrain in TERRAINS]


@pytest.fixture
def level():
    """Return a zone and nine tiles of mud, one of ice, and a type with a low cost of mud."""
    pig = Profile(name="pig", costs={"mud": 0.5, "ice": 3.0})
    made = Level(settings=Settings(cell_size=1.0, profiles=(pig,)))
    zone = Zone(id=1, name="marsh", terrain="mud", polygon=((0.0, 0.0), (4.0, 0.0), (4.0, 4.0)))
    made = Edit.put(made, [zone]).apply(made)
    made = paint(made, [(5.5, 5.5)], "mud", Brush(3)).apply(made)
    return paint(made, [(20.5, 5.5)], "ice", Brush(1)).apply(made)


def after(level, edit):
    """Return the level after an edit, which must be invertible."""
    changed = edit.apply(level)
    assert edit.inverse().apply(changed) == level
    return changed


def names(level):
    """The names of its terrains, in order."""
    return [terrain.name for terrain in level.settings.all_terrains]


def costs(level):
    """Return the costs of terrains for the type."""
    return level.settings.profiles[0].costs


def test_the_first_change_writes_the_usual_table(level):
    """And one that leads back takes it out again."""
    assert level.settings.terrains == ()
    edit = op.change_terrain(level, "mud", cost=1.7)
    assert edit.label == "Change cost of mud"
    changed = after(level, edit)
    assert [t.cost for t in changed.settings.terrains if t.name == "mud"] == [1.7]
    assert names(changed) == USUAL
    assert after(changed, op.change_terrain(changed, "mud", cost=1.5)).settings.terrains == ()


def test_new_terrains_come_last_and_copies_after_their_original(level):
    """With names that are free."""
    grown = after(level, op.add_terrain(level))
    assert names(grown) == [*USUAL, "terrain_1"]
    grown = after(grown, op.add_terrain(grown, " glue ", cost=9.0, needs=[" stick "]))
    assert grown.settings.terrains[-1] == Terrain(name="glue", cost=9.0, needs=("stick",))
    grown = after(grown, op.duplicate_terrain(grown, "water"))
    row = names(grown).index("water")
    assert names(grown)[row + 1] == "water_2"
    assert grown.settings.terrains[row + 1].needs == ("swim",)


def test_a_rename_takes_zones_tiles_and_costs_along(level):
    """It is one step."""
    edit = op.rename_terrain(level, "mud", "bog")
    assert edit.label == "Rename terrain mud to bog"
    changed = after(level, edit)
    assert op.uses_of(changed, "mud") == (0, 0)
    assert op.uses_of(changed, "bog") == op.uses_of(level, "mud") == (1, 9)
    assert costs(changed) == {"bog": 0.5, "ice": 3.0}
    assert "mud" not in names(changed)


def test_what_used_a_deleted_terrain_is_ground(level):
    """Tiles stay painted: over a zone they still count."""
    changed = after(level, op.delete_terrain(level, "mud"))
    assert changed.of(Zone)[1].terrain == "ground"
    assert op.uses_of(changed, "ground") == (1, 9)
    assert op.uses_of(changed, "ice") == (0, 1)
    assert costs(changed) == {"ice": 3.0}


def test_a_reset_brings_the_usual_rows_back(level):
    """Tiles of other rows become ground."""
    grown = op.add_terrain(level, "glue").apply(level)
    grown = op.assign_terrain(grown, [1], "glue").apply(grown)
    grown = op.set_cost(grown, "pig", "glue", 4.0).apply(grown)
    changed = after(grown, op.reset_terrains(grown))
    assert changed.settings.terrains == ()
    assert changed.of(Zone)[1].terrain == "ground"
    assert costs(changed) == {"mud": 0.5, "ice": 3.0}


def test_terrains_move_up_and_down(level):
    """They stop at both ends."""
    edit = op.move_terrain(level, "mud", 0)
    assert edit.label == "Move terrain mud up"
    assert names(after(level, edit))[0] == "mud"
    assert names(after(level, op.move_terrain(level, "mud", 99)))[-1] == "mud"


def test_zones_are_given_another_terrain(level):
    """Other selected elements stay unchanged."""
    area = Area(id=7, name="hall", polygon=((0.0, 0.0), (4.0, 0.0), (4.0, 4.0)))
    level = Edit.put(level, [area]).apply(level)
    edit = op.assign_terrain(level, [1, 7], "sand")
    assert list(edit.after) == [1]
    assert edit.label == "Change terrain of marsh"
    assert after(level, edit).of(Zone)[1].terrain == "sand"


def test_a_cost_for_one_type_is_set_and_taken_out(level):
    """Listed in the order of the table."""
    changed = after(level, op.set_cost(level, "pig", "sand", 2.0))
    assert list(costs(changed).items()) == [("sand", 2.0), ("mud", 0.5), ("ice", 3.0)]
    changed = after(changed, op.set_cost(changed, "pig", "mud", None))
    assert costs(changed) == {"sand": 2.0, "ice": 3.0}


@pytest.mark.parametrize("cost", [0.0, -1.0, float("nan"), float("inf")])
def test_costs_are_over_zero(level, cost):
    """S1-035."""
    with pytest.raises(NavcoreError, match="Cost must be a number over 0"):
        op.change_terrain(level, "mud", cost=cost)
    with pytest.raises(NavcoreError, match="Cost must be a number over 0"):
        op.set_cost(level, "pig", "mud", cost)


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda level: op.rename_terrain(level, "mud", " "), "A terrain needs a name"),
        (lambda level: op.rename_terrain(level, "mud", "ice"), "Another terrain is called ice"),
        (lambda level: op.rename_terrain(level, "ground", "soil"), "The ground keeps its name"),
        (lambda level: op.delete_terrain(level, "ground"), "The ground stays"),
        (lambda level: op.delete_terrain(level, "glue"), "No terrain is called glue"),
        (lambda level: op.assign_terrain(level, [1], "glue"), "No terrain is called glue"),
        (lambda level: op.set_cost(level, "cow", "mud", 1.0), "Only an agent type with a name"),
        (lambda level: op.change_terrain(level, "mud", colour="brown"), "A colour reads"),
    ],
)
def test_what_can_not_be_is_said(level, make, sentence):
    """The message is for designers."""
    with pytest.raises(NavcoreError, match=sentence):
        make(level)


def test_a_table_has_room_for_255(level):
    """A bake holds their numbers in a byte."""
    rows = tuple(Terrain(name=f"t{number}") for number in range(255))
    full = Edit.put(level, [Settings(terrains=rows)]).apply(level)
    with pytest.raises(NavcoreError, match="at most 255 terrains"):
        op.add_terrain(full)


def test_abilities_that_terrains_require_are_known(level):
    """They are suggested for agent types."""
    assert abilities_in(level) == ("fireproof", "swim")
    assert isinstance(next(iter(level.of(Tiles).values())), Tiles)
