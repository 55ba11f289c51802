"""Traps: places that links lead into but nothing leads out of.

Only reachable places count: an unreachable ledge does not make the hall below it a trap.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from navcore.i18n import tr
from navcore.level.edit import Edit
from navcore.level.elements import middle
from navcore.level.model import Link, Profile
from navcore.level.naming import called
from navcore.level.profiles import grounded
from navcore.proof.cut_off import drawn_starts, islands_of, starts_of
from navcore.proof.place_cells import areas_under
from navcore.proof.problem import Finding
from navcore.proof.reach import Place, Reach
from navcore.proof.survey import Survey


def traps(survey: Survey) -> Iterator[Finding]:
    """Yield the places that agents of some type can enter and not leave, with all doors open."""
    level = survey.level
    told: dict[tuple[int, ...], Finding] = {}
    for profile, trap, links in _entered(survey):
        ids = tuple(link.id for link in links)
        if ids in told:
            continue
        reach = survey.reach(profile)
        largest = max(trap, key=lambda place: (reach.cells[place], -place))
        under = areas_under(survey, reach, largest)
        name = called([level.areas[under[0]]]) if under else tr("A place")
        said = tr("{0} can be entered by {1} and not left.").format(name, called(links))
        who = _type_text(profile)
        first = links[0]
        told[ids] = Finding(
            f"{said}{who}", ids, middle(first.end), _both_ways(survey, first),
            layer=reach.layer_of(largest),
        )  # fmt: skip
    yield from told.values()


def trapped(survey: Survey) -> dict[Profile, set[Place]]:
    """Return the places that agents of each type can enter and not leave, by grounded type."""
    found: dict[Profile, set[Place]] = {}
    for profile, trap, _ in _entered(survey):
        found.setdefault(grounded(profile), set()).update(trap)
    return found


def _entered(survey: Survey) -> Iterator[tuple[Profile, frozenset[Place], list[Link]]]:
    """Yield each trap that agents of a type come to: the type, the trap, the links into it."""
    for profile in survey.types:
        reach = survey.reach(profile)
        if not reach.traps:
            continue
        come_to = reach.from_(_start_places(survey, reach, profile))
        led_to = survey.once(_led_to)
        for trap in reach.traps:
            inward = {
                link for start, end, link in reach.links
                if end in trap and start not in trap and (start in come_to or link in led_to)
            }  # fmt: skip
            if inward:
                links = (survey.level.element(one) for one in sorted(inward))
                yield profile, trap, [one for one in links if isinstance(one, Link)]


def _led_to(survey: Survey) -> set[int]:
    """Return ids of the links whose start agents reach, or would but for a gap or a door."""
    islands, of = survey.once(islands_of), survey.level.settings.layer_of
    known = islands.reach.from_(islands.reached.union(*islands.behind.values()))
    return {
        link.id for link in survey.level.of(Link).values()
        if islands.reach.place_at(middle(link.start), of(link)) in known
    }  # fmt: skip


def _start_places(survey: Survey, reach: Reach, profile: Profile) -> set[Place]:
    """Return where agents of a type begin: as players or spawned, else as drawn, else anywhere."""
    starts = starts_of(survey, reach, profile) or drawn_starts(survey, reach, profile)
    if not starts and reach.largest is not None:
        starts = {reach.largest}
    return starts


def _type_text(profile: Profile) -> str:
    return " " + tr("{0} is stuck there.").format(profile.name) if profile.name else ""


def _both_ways(survey: Survey, link: Link) -> Edit:
    """The edit that lets a link be taken both ways; what only falls is climbed then."""
    kind = "climb" if link.type == "drop" else link.type
    label = tr("Let {0} be taken both ways").format(called([link]))
    return Edit.put(survey.level, [replace(link, one_way=False, type=kind)], label)
