"""Names with a side, such as left, and names of their mirror images."""

import itertools
import math

import pytest
from small_level import box

from navcore.level import operations as op
from navcore.level.affine import Affine
from navcore.level.model import Agent, Area, Level
from navcore.level.side_names import mirrored_name

UPRIGHT = Affine.reflection((10.0, 0.0), (10.0, 1.0))
LEVEL = Affine.reflection((0.0, 3.0), (1.0, 3.0))


@pytest.mark.parametrize(
    ("name", "image"),
    [
        ("tower_e", "tower_w"), ("tower_w", "tower_e"), ("bale_west", "bale_east"),
        ("door_left", "door_right"), ("lamp_l", "lamp_r"), ("east_gate", "west_gate"),
        ("East_Gate", "West_Gate"), ("TOWER_E", "TOWER_W"), ("TowerEast", "TowerWest"),
        ("eastWing", "westWing"), ("Gate Right", "Gate Left"), ("lamp.L", "lamp.R"),
        ("bale_west_2", "bale_east_2"), ("tower_ne", "tower_nw"), ("tower_north_east",
        "tower_north_west"), ("northeast_tower", "northwest_tower"), ("East", "West"),
        ("tower_NorthWest", "tower_NorthEast"), ("left_door_left", "right_door_right"),
    ],
)  # fmt: skip
def test_left_and_right_change_places(name, image):
    """About an upright line; the same again leads back."""
    assert mirrored_name(name, UPRIGHT) == image
    assert mirrored_name(image, UPRIGHT) == name


@pytest.mark.parametrize(
    ("name", "image"),
    [
        ("tower_n", "tower_s"), ("south_gate", "north_gate"), ("NorthGate", "SouthGate"),
        ("tower_se", "tower_ne"), ("north_east_tower", "south_east_tower"),
        ("hall_N_3", "hall_S_3"),
    ],
)  # fmt: skip
def test_north_and_south_change_places(name, image):
    """About a level line."""
    assert mirrored_name(name, LEVEL) == image
    assert mirrored_name(image, LEVEL) == name


@pytest.mark.parametrize(
    "name",
    [
        "", "_", "e", "hall", "hall_2", "feast", "least_2", "copyright", "lefty", "e_mail", "w",
        "tower_north", "PlanE", "westerly_gate", "the_east_gate_house", "größe", "_2", "tower_ee",
    ],
)  # fmt: skip
def test_other_names_stay(name):
    """No side that an upright line swaps, or none at either end."""
    assert mirrored_name(name, UPRIGHT) == name


@pytest.mark.parametrize(
    "affine",
    [
        Affine(), Affine.translation((3, 0)), Affine.rotation(math.pi, (0, 0)),
        Affine.reflection((0, 0), (1, 1)), Affine.reflection((0, 0), (1, 5)),
        Affine.scaling(2, 3, (0, 0)),
    ],
)  # fmt: skip
def test_other_maps_swap_nothing(affine):
    """Moves, turns, slanted lines."""
    assert mirrored_name("tower_ne", affine) == "tower_ne"


def copies(level: Level, end: tuple[float, float]) -> list[str]:
    """Names of mirrored copies about the line from x = 10, z = 0."""
    new_id = itertools.count(1000).__next__
    edit = op.mirror_copies(level, [e.id for e in level.elements()], (10, 0), end, new_id)
    return [copy.name for copy in edit.after.values()]


def test_mirrored_copies_take_the_name_of_the_other_side():
    """If it is free; else they are named on."""
    tower = Area(id=1, name="tower_e", polygon=box(0, 0, 4, 4))
    level = Level().with_items({1: tower})
    assert copies(level, (10, 1)) == ["tower_w"]
    assert copies(level, (11, 0)) == ["tower_e_2"]
    other = Area(id=2, name="tower_w", polygon=box(0, 6, 4, 9))
    assert copies(level.with_items({2: other}), (10, 1)) == ["tower_e_2", "tower_w_2"]


def test_copies_that_are_no_player_are_not_called_so():
    """But a name that a designer gave stays."""

    def player(name: str) -> Level:
        return Level().with_items({1: Agent(id=1, name=name, position=(1, 1), player=True)})

    assert copies(player("player"), (10, 1)) == ["agent_1"]
    assert copies(player("player_2"), (10, 1)) == ["agent_1"]
    assert copies(player("hero"), (10, 1)) == ["hero_2"]
    empty = op.paste(Level(), [*player("player").agents.values()], (0, 0), lambda: 7)
    assert [(a.name, a.player) for a in empty.after.values()] == [("player", True)]
