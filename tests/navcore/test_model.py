"""The level: immutable, shared between versions, in drawing order."""

import msgspec
import pytest

from navcore.level.model import SETTINGS_ID, Agent, Area, Level, Obstacle, Settings

RING = ((0.0, 0.0), (4.0, 0.0), (4.0, 4.0))


def some_level() -> Level:
    """Two areas, an obstacle, an agent; order and ids disagree."""
    elements = [
        Area(id=5, order=2, name="hall", polygon=RING),
        Area(id=9, order=1, name="yard", polygon=RING),
        Obstacle(id=2, name="table", polygon=RING),
        Agent(id=7, name="cook", position=(1.0, 1.0)),
    ]
    return Level().with_items({element.id: element for element in elements})


def test_defaults_of_the_source() -> None:
    """The constants of source 000 and of the format (S0-004 to S0-009, S0-117)."""
    settings = Settings()
    assert settings.cell_size == 0.4
    assert settings.agent_radius == 0.45
    assert settings.object_padding == 0.25
    assert settings.boundary_padding == 0.0
    assert settings.floor_y == 0.0
    assert settings.seam == 0.01
    assert settings.grid_origin == "bounds"
    assert not settings.boundary_follows_radius
    assert settings.clearance == pytest.approx(0.7)
    assert settings.margin == pytest.approx(1.5)
    agent = Agent(id=1, position=(0.0, 0.0))
    assert (agent.radius, agent.walk_speed, agent.rotation_speed) == (0.45, 1.4, 8.0)
    assert Area(id=1, polygon=RING).available
    assert Obstacle(id=1, polygon=RING).enabled


def test_elements_come_in_drawing_order() -> None:
    """Kind by kind, by order and then by id."""
    level = some_level()
    assert [element.id for element in level.elements()] == [9, 5, 2, 7]
    assert [element.id for element in level.polygons()] == [9, 5, 2]


def test_get() -> None:
    """Every item is found by its id, the settings by theirs, and nothing else."""
    level = some_level()
    assert [getattr(level.get(item_id), "name", None) for item_id in (5, 2, 7)] == [
        "hall",
        "table",
        "cook",
    ]
    assert level.get(SETTINGS_ID) is level.settings
    assert level.get(1) is None
    for missing in (1, SETTINGS_ID):
        with pytest.raises(KeyError):
            level.element(missing)


def test_area_named() -> None:
    """Areas are found by name, obstacles are not."""
    level = some_level()
    found = level.area_named("yard")
    assert found is not None
    assert found.id == 9
    assert level.area_named("table") is None


def test_versions_share_what_stays() -> None:
    """A change copies the one map that it touches; the old level is unchanged."""
    old = some_level()
    moved = msgspec.structs.replace(old.element(7), position=(2.0, 2.0))
    new = old.with_items({7: moved})
    assert new.areas is old.areas
    assert new.obstacles is old.obstacles
    assert new.settings is old.settings
    assert old.agents[7].position == (1.0, 1.0)
    assert new.agents[7].position == (2.0, 2.0)


def test_settings_are_an_item() -> None:
    """The settings are replaced like elements."""
    settings = Settings(title="Inn")
    level = some_level().with_items({SETTINGS_ID: settings})
    assert level.settings is settings


def test_an_element_can_change_its_kind() -> None:
    """An area turned into an obstacle leaves the areas."""
    level = some_level().with_items({5: Obstacle(id=5, name="hall", polygon=RING)})
    assert set(level.areas) == {9}
    assert set(level.obstacles) == {2, 5}


def test_removing() -> None:
    """None removes; removing a missing element changes nothing."""
    level = some_level()
    assert set(level.with_items({5: None, 2: None}).areas) == {9}
    assert level.with_items({1: None}) == level


def test_nothing_can_be_changed_in_place() -> None:
    """This holds for elements, maps and levels."""
    level = some_level()
    with pytest.raises(AttributeError):
        level.areas[5].name = "other"
    with pytest.raises(AttributeError):
        level.settings = Settings()
    with pytest.raises(TypeError):
        level.areas[1] = level.areas[5]
