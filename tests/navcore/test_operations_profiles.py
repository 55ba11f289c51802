"""Agent types: added, changed, renamed, deleted, reordered and given to agents, one step each."""

import pytest

from navcore.errors import NavcoreError
from navcore.level.model import Agent, Area, Level, Profile, Settings
from navcore.level.operations import profiles as op

CART = Profile(name="cart", radius=0.9)
GHOST = Profile(name="ghost", radius=0.45, abilities=("fly",), neighbours=4)
CARTER, COOK, LOST = 1, 2, 3


def level_of(*profiles, agents=()):
    """A level with these types and agents."""
    settings = Settings(agent_radius=0.45, profiles=profiles)
    return Level(settings=settings, agents={agent.id: agent for agent in agents})


@pytest.fixture
def level():
    """Return two types, with agents of a type, of no type and of a missing type."""
    return level_of(
        CART, GHOST,
        agents=(
            Agent(id=CARTER, name="carter", position=(1.0, 1.0), radius=0.9, profile="cart"),
            Agent(id=COOK, name="cook", position=(2.0, 1.0), radius=0.45),
            Agent(id=LOST, name="lost", position=(3.0, 1.0), radius=1.5, profile="gone"),
        ),
    )  # fmt: skip


def after(level, edit):
    """Return the level after an edit, which must be invertible."""
    changed = edit.apply(level)
    assert edit.inverse().apply(changed) == level
    return changed


def names(level):
    """The names of its types, in order."""
    return [profile.name for profile in level.settings.profiles]


def test_a_new_type_has_a_free_name_and_the_radius_of_the_level(level):
    """Last, and labelled."""
    edit = op.add_profile(level)
    assert edit.label == "Add agent type type_1"
    grown = after(level, edit)
    assert grown.settings.profiles[-1] == Profile(name="type_1", radius=0.45)
    assert names(after(grown, op.add_profile(grown))) == ["cart", "ghost", "type_1", "type_2"]
    swimmer = op.add_profile(level, " swimmer ", radius=0.5, abilities=[" swim ", "", "swim"])
    assert after(level, swimmer).settings.profiles[-1] == Profile(
        name="swimmer", radius=0.5, abilities=("swim",)
    )


def test_a_copy_stands_behind_the_original(level):
    """It has all of its fields."""
    edit = op.duplicate_profile(level, "ghost")
    assert edit.label == "Duplicate agent type ghost"
    assert names(after(level, edit)) == ["cart", "ghost", "ghost_2"]
    assert after(level, edit).settings.profiles[2].abilities == ("fly",)
    assert names(after(level, op.duplicate_profile(level, ""))) == ["cart", "ghost", "type_1"]


def test_fields_change_with_a_label(level):
    """An unchanged value is no step."""
    edit = op.change_profile(level, "cart", abilities=["key"])
    assert edit.label == "Change abilities of cart"
    assert after(level, edit).settings.profiles[0].abilities == ("key",)
    edit = op.change_profile(level, "ghost", neighbours=8)
    assert edit.label == "Change neighbours of ghost"
    assert not op.change_profile(level, "cart", radius=0.9)


def test_agents_that_are_as_wide_as_their_type_stay_so(level):
    """Others keep the bodies that they have."""
    wider = after(level, op.change_profile(level, "cart", radius=1.1))
    assert [wider.agents[key].radius for key in (CARTER, COOK, LOST)] == [1.1, 0.45, 1.5]
    standard = op.change_profile(level, "", radius=0.6)
    assert standard.label == "Change agent radius"
    changed = after(level, standard)
    assert changed.settings.agent_radius == 0.6
    assert [changed.agents[key].radius for key in (CARTER, COOK, LOST)] == [0.9, 0.6, 1.5]


def test_agents_follow_a_new_name(level):
    """It is the same step."""
    edit = op.rename_profile(level, "cart", " wagon ")
    assert edit.label == "Rename agent type cart to wagon"
    changed = after(level, edit)
    assert names(changed) == ["wagon", "ghost"]
    assert changed.agents[CARTER].profile == "wagon"
    assert not op.rename_profile(level, "cart", "cart")


def test_agents_of_a_deleted_type_have_none(level):
    """Undo restores type and agents; agents with its radius get the level's radius."""
    edit = op.delete_profile(level, "cart")
    assert edit.label == "Delete agent type cart"
    changed = after(level, edit)
    assert names(changed) == ["ghost"]
    assert (changed.agents[CARTER].profile, changed.agents[CARTER].radius) == ("", 0.45)


def test_types_change_places(level):
    """Beyond the ends they stay at the end."""
    edit = op.move_profile(level, "ghost", 0)
    assert edit.label == "Move agent type ghost up"
    assert names(after(level, edit)) == ["ghost", "cart"]
    assert names(after(level, op.move_profile(level, "cart", 9))) == ["ghost", "cart"]
    assert not op.move_profile(level, "cart", -1)


def test_agents_get_a_type(level):
    """Agents as wide as the old type become as wide as the new one."""
    edit = op.assign_profile(level, [COOK, LOST], "cart")
    assert edit.label == "Change agent type of 2 agents"
    changed = after(level, edit)
    assert [changed.agents[key].profile for key in (COOK, LOST)] == ["cart", "cart"]
    assert [changed.agents[key].radius for key in (COOK, LOST)] == [0.9, 1.5]
    assert not op.assign_profile(level, [CARTER], "cart")
    assert after(level, op.assign_profile(level, [CARTER], "")).agents[CARTER].profile == ""


def test_agents_are_told_by_type(level):
    """Unknown names count as none."""
    assert [agent.id for agent in op.agents_of(level, "cart")] == [CARTER]
    assert [agent.id for agent in op.agents_of(level, "")] == [COOK, LOST]
    assert op.type_radius(level.settings, "cart") == 0.9
    assert op.type_radius(level.settings, "gone") == 0.45
    assert op.type_radius(level_of(Profile(name="thin")).settings, "thin") == 0.45


def test_abilities_are_listed_for_completion(level):
    """Those of types and those that areas and terrains require, each once."""
    door = Area(id=9, name="gate", polygon=((0, 0), (1, 0), (1, 1)), needs=("key", "fly"))
    assert op.abilities_in(level.with_items({9: door})) == (
        "fireproof", "fly", "key", "swim",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("do", "sentence"),
    [
        (lambda level: op.add_profile(level, "cart"), "Another agent type is called cart."),
        (lambda level: op.add_profile(level, "x" * 1001), "A name has at most 1,000 characters."),
        (lambda level: op.rename_profile(level, "cart", "ghost"),
         "Another agent type is called ghost."),
        (lambda level: op.rename_profile(level, "cart", "  "), "An agent type needs a name."),
        (lambda level: op.rename_profile(level, "", "x"), "No agent type is called Standard."),
        (lambda level: op.delete_profile(level, "gone"), "No agent type is called gone."),
        (lambda level: op.assign_profile(level, [COOK], "gone"), "No agent type is called gone."),
        (lambda level: op.change_profile(level, "cart", radius=0.0),
         "Radius must be a number over 0, at most 1000, not 0."),
        (lambda level: op.change_profile(level, "cart", neighbours=6),
         "A step goes to 4 or to 8 neighbours."),
        (lambda level: op.change_profile(level, "", abilities=("fly",)),
         "Only an agent type with a name has abilities and neighbours."),
    ],
)  # fmt: skip
def test_what_no_level_can_have_is_refused_with_a_sentence(level, do, sentence):
    """Nothing has changed."""
    with pytest.raises(NavcoreError) as refused:
        do(level)
    assert str(refused.value) == sentence
