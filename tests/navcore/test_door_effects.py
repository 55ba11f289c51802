"""Predicted effects of toggling doors equal a bake of the level with toggled doors."""

from collections.abc import Iterable
from random import Random

import numpy as np
import numpy.typing as npt
import pytest
from msgspec.structs import replace
from peopled_levels import peopled
from reason_levels import random_level
from sim_levels import box

from navcore import Profile, World
from navcore.level.edit import Edit
from navcore.level.model import Agent, Area, Level, Link, Settings, Waypoint
from navcore.level.waypoint_stops import storey_of_stop
from navcore.path.space import Space
from navcore.proof.door_effects.effects import DoorEffects, Part
from navcore.proof.reach import Place, Reach

Mask = npt.NDArray[np.bool_]


class Baked:
    """Reachable floor and elements of a world, by its bake."""

    def __init__(self, world: World, profile: Profile, effects: DoorEffects) -> None:
        """Search a world; `effects` supplies the starts if there is no player."""
        self.world, self.reach = world, Reach.of(world, profile)
        level, self.starts = world.level, set[Place]()
        places = [
            (a.position, world.profile_of(a).layer) for a in level.agents.values() if a.player
        ]
        for point, layer in places:
            place = self.reach.place_at(point, layer)
            if place is not None:
                self.starts.add(place)
        if all(effects.graph.reach.place_at(*one) is None for one in places):
            for spot in effects.starts:
                place = self.reach.place_of(self.reach.storeys.names[spot.storey], spot.cells[0][0])
                assert place is not None
                self.starts.add(place)
        self.reached = self.reach.from_(self.starts)

    def mask(self, layer: str) -> Mask:
        """The reached cells of a storey."""
        number = self.reach.storeys.number_of(layer)
        labels = self.reach.labels(layer)
        chosen = np.zeros(int(labels.max()) + 1, np.bool_)
        chosen[[p & 0xFFFFFFFF for p in self.reached if p >> 32 == number]] = True
        found: Mask = chosen[labels]
        return found

    def free(self, layer: str) -> Mask:
        """The walkable cells of a storey."""
        found: Mask = self.reach.labels(layer) > 0
        return found

    def agents(self) -> set[int]:
        """Ids of the agents that stand on reached floor."""
        return {
            one.id for one in self.world.level.agents.values()
            if self.reach.place_at(one.position, self.world.profile_of(one).layer) in self.reached
        }  # fmt: skip

    def goals(self) -> set[tuple[int, int]]:
        """Agents and numbers of the goals that are reached."""
        settings = self.world.level.settings
        return {
            (one.id, index) for one in self.world.level.agents.values()
            for index, goal in enumerate(one.goals)
            if self.reach.place_at(
                goal, storey_of_stop(one, index, settings, self.world.profile_of(one).layer)
            ) in self.reached
        }  # fmt: skip

    def waypoints(self) -> set[int]:
        """Ids of the waypoints that are reached."""
        layer_of = self.world.level.settings.layer_of
        return {
            one.id for one in self.world.level.of(Waypoint).values()
            if self.reach.place_at(one.position, layer_of(one)) in self.reached
        }  # fmt: skip


def toggled(world: World, doors: Iterable[int]) -> World:
    """Return the world baked with these doors toggled."""
    level = world.level
    edit = Edit.put(
        level, [replace(level.areas[d], available=not level.areas[d].available) for d in doors]
    )
    return world.update(edit.apply(level), edit)


def check_part(effects: DoorEffects, part: Part, one: Baked, other: Baked) -> None:
    """Check that `part` is the floor and agents that `one` reaches and `other` doesn't."""
    count = 0
    for layer in one.world.level.settings.layer_names:
        wanted = one.mask(layer) & other.free(layer) & ~other.mask(layer)
        count += int(wanted.sum())
        assert (effects.mask(part, layer) == wanted).all()
    assert part.square_metres == pytest.approx(count * one.world.grid.cell_size**2)
    assert set(part.agents) == one.agents() - other.agents()
    assert set(part.goals) == {agent for agent, _ in one.goals() - other.goals()}
    assert set(part.waypoints) == one.waypoints() - other.waypoints()
    assert set(part.areas) == areas_reached(one, effects) - areas_reached(other, effects)


def areas_reached(baked: Baked, effects: DoorEffects) -> set[int]:
    """Return areas with reached floor that depends on no door, cell by cell."""
    level, found = baked.world.level, set()
    for area in level.areas.values():
        layer = level.settings.layer_of(area)
        cells = baked.mask(layer) & (effects.core_labels(layer) > 0)
        space = Space.of(baked.reach.grid(layer))
        if not area.door and any(
            area.holds(space.centre_of(int(cell))) for cell in np.flatnonzero(cells)
        ):
            found.add(area.id)
    return found


@pytest.mark.parametrize("part", range(4))
def test_effects_equal_bakes_on_random_levels(part: int) -> None:
    """Each door, some pairs and all of them are tested: floor, areas, agents, goals, waypoints."""
    toggles = matters = 0
    for seed in range(part * 30, part * 30 + 30):
        asked = random_level(seed)
        world = World.build(peopled(asked.level, seed))
        effects = DoorEffects(world, asked.profile)
        before = Baked(world, asked.profile, effects)
        doors = [d.id for d in world.level.areas.values() if d.door]
        random = Random(seed)
        sets = [{door} for door in doors]
        sets += [set(random.sample(doors, 2)) for _ in range(3) if len(doors) > 1]
        sets += [set(doors)] if doors else []
        for chosen in sets:
            effect = effects.of(chosen)
            after = Baked(toggled(world, chosen), asked.profile, effects)
            check_part(effects, effect.lost, before, after)
            check_part(effects, effect.gained, after, before)
            layers = world.level.settings.layer_names
            reached = sum(int(after.mask(layer).sum()) for layer in layers)
            assert effect.square_metres == pytest.approx(reached * world.grid.cell_size**2)
            toggles += 1
            matters += effect.matters
    assert toggles > 100
    assert matters > 20


def corridor(count: int, **settings: float) -> Level:
    """Rooms in a row, each joined to the next by a door; the player is in the first."""
    items: dict[int, Area | Agent] = {}
    for n in range(count):
        items[n + 1] = Area(
            id=n + 1, order=float(n), name=f"room_{n}", polygon=box(n * 5, 0, n * 5 + 4.5, 4)
        )
    for n in range(count - 1):
        ring = box(n * 5 + 4.5, 1, n * 5 + 5, 3)
        items[100 + n] = Area(
            id=100 + n, order=100.0 + n, name=f"door_{n}", polygon=ring, door=True
        )
    items[1000] = Agent(id=1000, order=0.0, name="player", position=(2, 2), player=True)
    return Level(settings=Settings(cell_size=0.25, **settings)).with_items(dict(items))


def test_door_in_a_row_cuts_off_all_rooms_behind() -> None:
    """The farther a door is from the player, the less floor is behind it."""
    effects = DoorEffects(World.build(corridor(5)))
    assert [effect.lost.areas for effect in effects.of_each] == [
        (2, 3, 4, 5), (3, 4, 5), (4, 5), (5,),
    ]  # fmt: skip
    assert all(effect.matters for effect in effects.of_each)


def test_two_ways_in_make_no_single_door_matter() -> None:
    """Only both together cut the room off."""
    level = corridor(2)
    second = Area(id=200, order=200.0, name="b", polygon=box(4.5, 3.2, 5, 4), door=True)
    effects = DoorEffects(World.build(level.with_items({200: second})))
    assert not any(effect.matters for effect in effects.of_each)
    assert effects.of([100, 200]).lost.areas == (2,)


def test_shut_door_gains_what_lies_behind() -> None:
    """Toggling a shut door opens it."""
    level = corridor(3)
    level = level.with_items({101: replace(level.areas[101], available=False)})
    effects = DoorEffects(World.build(level))
    effect = effects.of_door(101)
    assert effect.gained.areas == (3,)
    assert not effect.lost
    assert effects.of_door(100).lost.areas == (2,)


def test_door_that_needs_a_key_changes_nothing_for_agents_without() -> None:
    """For agents that have the key it does."""
    level = corridor(2)
    level = level.with_items({100: replace(level.areas[100], needs=("key",))})
    world = World.build(level)
    assert not DoorEffects(world).of_door(100).matters
    with_key = Profile(name="thief", abilities=("key",))
    assert DoorEffects(world, with_key).of_door(100).lost.areas == (2,)


def test_goal_and_waypoint_behind_a_door_are_told() -> None:
    """The agent itself is on this side."""
    level = corridor(2).with_items(
        {
            1001: Agent(id=1001, order=1.0, name="a", position=(2, 3), goals=((7.0, 2.0),)),
            2000: Waypoint(id=2000, order=2.0, name="w", position=(8, 2)),
        }
    )
    lost = DoorEffects(World.build(level)).of_door(100).lost
    assert (lost.agents, lost.goals, lost.waypoints) == ((), (1001,), (2000,))


def test_one_way_link_leads_behind_a_door_and_not_back() -> None:
    """So the door matters only where the link leads the other way."""
    level = corridor(2)
    drop = Link(id=3000, order=0.0, name="drop", start=((1, 1),), end=((7, 1),), one_way=True)
    assert not DoorEffects(World.build(level.with_items({3000: drop}))).of_door(100).matters
    climb = replace(drop, start=((7, 1),), end=((1, 1),))
    assert DoorEffects(World.build(level.with_items({3000: climb}))).of_door(100).matters


def test_player_in_a_doorway_that_shuts_is_moved_out_of_it() -> None:
    """It goes on from the nearest floor, as searches do."""
    level = corridor(3)
    agent = replace(level.agents[1000], position=(4.7, 2.0))
    world = World.build(level.with_items({1000: agent}))
    effects = DoorEffects(world)
    effect = effects.of_door(100)
    after = Baked(toggled(world, [100]), Profile(), effects)
    check_part(effects, effect.lost, Baked(world, Profile(), effects), after)
    assert effect.lost


def test_level_without_floor_has_no_effects() -> None:
    """There are no doors."""
    assert DoorEffects(World.build(Level())).of_each == ()


def test_doors_are_asked_of_worlds_whose_cells_grew_in_a_drag() -> None:
    """Toggling doors does not lay the level's own cells again."""
    hall = Area(id=1, polygon=box(0, 0, 10, 10))
    level = Level(
        settings=Settings(cell_size=0.4),
        areas={
            1: hall,
            2: Area(id=2, polygon=box(10.4, 0, 20, 10)),
            3: Area(id=3, name="door", door=True, polygon=box(10, 4, 10.4, 7)),
        },
    )
    moved = replace(hall, polygon=box(-3.13, -2.07, 10, 10))
    edit = Edit.put(level, [moved])
    grown = World.build(level).update(edit.apply(level), edit, keep_lattice=True)
    fresh = World.build(edit.apply(level), lattice=grown.grid.lattice)
    effects = [DoorEffects(world).of_door(3).lost.square_metres for world in (grown, fresh)]
    assert effects[0] == effects[1] > 50
