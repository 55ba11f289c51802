"""Names of terrains and storeys that a level's tables lack are problems; the fix adds them."""

import msgspec
from lofts import LADDER, house, rect

from navcore.level.model import Agent, Area, Level, Profile, Terrain, Tiles, Zone
from navcore.level.tables import MOST_LAYERS, Layer
from navcore.proof.problem import Problem
from navcore.proof.problems import RULES, problems
from navcore.world import World

BOG = Zone(id=50, name="marsh", terrain="bog", polygon=rect(1, 1, 3, 3))


def found_in(level: Level, code: str) -> list[Problem]:
    """Problems of a kind."""
    return [*problems(World.build(level), [RULES[code]])]


def mended(level: Level, code: str) -> Level:
    """The level after all fixes; none is left."""
    while found := found_in(level, code):
        assert found[0].fix is not None
        level = found[0].fix.apply(level)
    return level


def test_terrain_that_the_table_lacks_is_told_once_a_name() -> None:
    """Zones are reported with their place; the fix keeps the drawing and its cost."""
    other = msgspec.structs.replace(BOG, id=51, name="pool")
    level = house(BOG, other, Zone(id=52, terrain="mud", polygon=rect(4, 1, 5, 2)))
    (found,) = found_in(level, "unknown-terrain")
    assert (found.elements, found.place) == ((50, 51), (2.0, 2.0))
    assert found.text == (
        "2 zones: the terrain bog is not in the table, so this is ground. Add it there."
    )
    after = mended(level, "unknown-terrain")
    assert after.settings.all_terrains[-1] == Terrain(name="bog")
    assert after.of(Zone) == level.of(Zone)
    own = house(BOG, terrains=(Terrain(name="ground"), Terrain(name="bog", cost=3.0)))
    assert found_in(own, "unknown-terrain") == []


def test_painted_terrain_that_the_table_lacks_is_told() -> None:
    """Only where some is painted; blocks of tiles can't be selected."""
    tiles = Tiles(
        id=Tiles.id_of(0, 0, 0, -1), cx=0, cz=-1, terrains=("bog", "fen"), runs=(1, 64, 0, 64 * 63)
    )
    (found,) = found_in(house(tiles), "unknown-terrain")
    assert found.elements == ()
    assert "painted terrain bog" in found.text
    assert found.place == (12.8, -12.8)
    mended(house(tiles), "unknown-terrain")


def test_cost_of_a_type_for_a_terrain_that_the_table_lacks_is_told() -> None:
    """The finding has the name of the type."""
    level = house(profiles=(Profile(name="cart", costs={"mud": 3.0, "bog": 9.0}),))
    (found,) = found_in(level, "unknown-terrain")
    assert found.text.startswith("cart has a cost for bog, which is not in the table of terrains")
    assert mended(level, "unknown-terrain").settings.profiles == level.settings.profiles


def test_name_that_a_table_does_not_take_has_no_fix() -> None:
    """Spaces around names would be dropped, and there are 8 storeys at most."""
    (found,) = found_in(house(msgspec.structs.replace(BOG, terrain=" bog ")), "unknown-terrain")
    assert found.fix is None
    layers = (Layer(name="ground"), *(Layer(name=f"s{n}") for n in range(1, MOST_LAYERS)))
    agent = Agent(id=60, name="bat", position=(2.0, 2.0), layer="attic")
    level = house(agent)
    full = level.with_settings(msgspec.structs.replace(level.settings, layers=layers))
    found, _ = found_in(full, "unknown-storey")
    assert found.fix is None


def test_storey_that_the_table_lacks_is_told_with_what_is_on_it() -> None:
    """Also where a link leads there; the fix makes it a storey."""
    area = Area(id=60, name="sky", polygon=rect(0, 0, 4, 4), layer="attic")
    link = msgspec.structs.replace(LADDER, to_layer="attic")
    (found,) = found_in(house(area, link), "unknown-storey")
    assert (found.elements, found.place) == ((60, LADDER.id), (2.0, 2.0))
    assert found.text.startswith("2 elements: the level has no storey attic, so this is on the")
    after = mended(house(area, link), "unknown-storey")
    assert after.settings.layer_names == ("ground", "loft", "attic")


def test_levels_without_storeys_may_name_any() -> None:
    """As files of before there were some do."""
    level = house(Area(id=60, polygon=rect(0, 0, 4, 4), layer="sky"))
    bare = level.with_settings(msgspec.structs.replace(level.settings, layers=()))
    assert found_in(bare, "unknown-storey") == []
