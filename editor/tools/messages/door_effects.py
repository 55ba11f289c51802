"""Messages about doors: effects of toggling, and required keys."""

from collections.abc import Collection, Sequence

from editor.tools.messages import short
from editor.tools.messages.states import toggles
from navcore.i18n import grouped, several, tr
from navcore.level.model import Level
from navcore.proof.door_effects.effects import Effect, Part
from navcore.proof.door_effects.table import DoorRow, Lock

_NAMED = 2
"""Number of areas that are named; others are counted."""


def doors(row: DoorRow, level: Level) -> str:
    """Return the names of the doors of a row."""
    count = len(row.doors)
    if row.why == "all shut":
        return tr("All {0} open doors").format(count)
    if row.why == "all open":
        return tr("All {0} shut doors").format(count)
    if row.why == "around":
        return tr("All {0} open doors of {1}").format(count, name(level, row.area))
    return " + ".join(name(level, one) for one in row.doors)


def stands(row: DoorRow, level: Level) -> str:
    """Return whether the doors of a row are open or closed."""
    found = {level.areas[one].available for one in row.doors if one in level.areas}
    return tr("mixed") if len(found) > 1 else tr("open") if True in found else tr("shut")


def square_metres(metres: float) -> str:
    """Floor; large ones without decimals."""
    return tr("{0} m²").format(grouped(metres, 0 if metres >= 100 else 1))


def does(row: DoorRow, level: Level) -> str:
    """Return the effect of toggling the doors of a row, in one line."""
    told = effect(row.effect, level)
    return tr("with the key {0}").format(told) if row.keyed else told


def _keyed(row: DoorRow, told: str) -> str:
    """Return the effect of a door in a hint; of a locked one with the key, if there is one."""
    if not row.keyed:
        return told
    missing = [lock for lock in row.locks if not (lock.is_had or lock.givers or lock.types)]
    if missing:
        return tr("it requires {0}, which nothing gives").format(missing[0].ability)
    return tr("with the key {0}").format(told)


def toggling(
    row: DoorRow, level: Level, state: str = "", *, says_key: bool = True, names: bool = False
) -> str:
    """Return the effect of toggling a door as clauses of a hint: floor, then elements.

    With `says_key` it begins with the key and, where a state is shown, the state it goes into;
    with `names` the door is named.
    """
    said, held = [], list[str]()
    for part, form in (
        (row.effect.lost, tr("{0} would be cut off")),
        (row.effect.gained, tr("{0} would be opened up")),
    ):
        floor, there = square_metres(part.square_metres), _held(part, level)
        if part:
            said.append(form.format(floor if part.square_metres else ", ".join(there)))
            held += there if part.square_metres else ()
    told = ", ".join(said) or _nothing(row.effect, tr("everything stays within reach"))
    told = _keyed(row, told)
    if says_key:
        is_open = any(level.areas[one].available for one in row.doors if one in level.areas)
        door = doors(row, level) if names else ""
        told = tr("{0}: {1}").format(toggles(is_open=is_open, state=state, door=door), told)
    return " · ".join(filter(None, (told, ", ".join(held))))


def toggled(name: str, found: Effect, *, is_open: bool) -> str:
    """Return the effect of having toggled a door as a sentence; "" for none."""
    lost, gained = found.lost.square_metres, found.gained.square_metres
    if is_open:
        said = tr("{0} is open: {1} more can be reached.")
        return said.format(short(name), square_metres(gained)) if gained else ""
    said = tr("{0} is shut: {1} are cut off.")
    return said.format(short(name), square_metres(lost)) if lost else ""


def effect(found: Effect, level: Level) -> str:
    """Return the effect of toggling, in one line."""
    said = []
    if found.lost:
        said.append(_part(tr("cuts off {0}"), found.lost, level))
    if found.gained:
        said.append(_part(tr("opens {0}"), found.gained, level))
    return "; ".join(said) or _nothing(found, tr("changes nothing"))


def _nothing(found: Effect, otherwise: str) -> str:
    """Return the words for a door that changes nothing that players reach."""
    return tr("players don't get here, open or shut") if found.apart else otherwise


def _part(form: str, part: Part, level: Level) -> str:
    floor, held = square_metres(part.square_metres), ", ".join(_held(part, level))
    return form.format(tr("{0} with {1}").format(floor, held) if held else floor)


def _held(part: Part, level: Level) -> list[str]:
    """Return the elements on the floor of a part."""
    said = [_names(part.areas, level)] if part.areas else []
    if part.agents:
        said.append(_counted(len(part.agents), tr("1 agent"), tr("{0} agents")))
    if part.goals:
        said.append(several(len(part.goals), "goals of 1 agent", "goals of {0} agents"))
    if part.waypoints:
        said.append(_counted(len(part.waypoints), tr("1 waypoint"), tr("{0} waypoints")))
    return said


def _counted(count: int, one: str, many: str) -> str:
    """Words of the kinds, which have no plural forms of their own."""
    return one if count == 1 else many.format(count)


def _names(areas: Sequence[int], level: Level) -> str:
    named = ", ".join(name(level, one) for one in areas[:_NAMED])
    more = len(areas) - _NAMED
    return tr("{0} and {1} more").format(named, more) if more > 0 else named


def keys(row: DoorRow, level: Level) -> str:
    """Return the abilities that a door needs, and where they are."""
    return "; ".join(_key(lock, level) for lock in row.locks)


def _key(lock: Lock, level: Level) -> str:
    if lock.is_had:
        return tr("{0}, which this type has").format(lock.ability)
    if lock.givers:
        where = name(level, lock.givers[0])
        return tr("{0}, at {1}").format(lock.ability, where)
    if lock.types:
        return tr("{0}, which {1} has").format(lock.ability, lock.types[0])
    return tr("{0}, which nothing gives").format(lock.ability)


def opens(row: DoorRow) -> str:
    """Return the step from which a door can be passed."""
    if not row.locks:
        return ""
    if row.step is None:
        return tr("never")
    return tr("at once") if row.step == 0 else tr("step {0}").format(row.step)


def name(level: Level, element_id: int) -> str:
    """Return the name of an element, or words for a missing element or name."""
    found = getattr(level.get(element_id), "name", "")
    return found or tr("without a name")


def summary(rows: Collection[DoorRow]) -> str:
    """Return the numbers of doors with and without an effect."""
    alone = [row for row in rows if row.why == "alone"]
    matter = sum(row.effect.matters for row in alone)
    some = several(matter, "1 door matters alone", "{0} doors matter alone")
    rest = len(alone) - matter
    return some + ", " + several(rest, "1 changes nothing", "{0} change nothing")
