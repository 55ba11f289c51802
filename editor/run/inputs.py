"""Manual changes in a run that the level does not contain."""

from collections.abc import Collection, Mapping

import msgspec

from navcore.level.edit import Edit
from navcore.level.model import Agent, Level, Point
from navcore.level.operations.keep import keep
from navcore.level.shared_routes import as_walked


class RunInputs:
    """The agents that were moved, sent and added; doors and obstacles are the run's world's."""

    def __init__(self) -> None:
        """Start without changes."""
        self.moved: dict[int, tuple[Point, float]] = {}
        """Last position, metres, and facing, radians, of each moved agent."""
        self.sent: dict[int, Point] = {}
        """Last goal of each agent that was sent."""
        self.moved_layers: dict[int, str] = {}
        """Storeys of moved agents, if the level has several."""
        self.sent_layers: dict[int, str] = {}
        """Storeys of goals, if one was named."""
        self.added: dict[int, Agent] = {}
        """Agents that the level does not hold, as they were added."""

    def copy(self) -> "RunInputs":
        """Return an independent copy."""
        made = RunInputs()
        made.moved, made.sent, made.added = dict(self.moved), dict(self.sent), dict(self.added)
        made.moved_layers, made.sent_layers = dict(self.moved_layers), dict(self.sent_layers)
        return made

    def move(self, agent_id: int, place: Point, facing: float, layer: str | None = None) -> None:
        """Record that an agent was moved; an added agent is then added at the new place."""
        if agent_id in self.added:
            agent = self.added[agent_id]
            self.added[agent_id] = msgspec.structs.replace(
                agent, position=place, facing=facing, layer=layer or agent.layer
            )
            return
        self.moved[agent_id] = (place, facing)
        if layer is not None:
            self.moved_layers[agent_id] = layer

    def send(self, ids: Collection[int], goal: Point, layer: str | None) -> None:
        """Record that agents were sent to a place, on a given storey or each on its own."""
        self.sent.update(dict.fromkeys(ids, goal))
        for agent_id in self.sent_layers.keys() & set(ids):
            del self.sent_layers[agent_id]
        if layer is not None:
            self.sent_layers.update(dict.fromkeys(ids, layer))

    def unsend(self, ids: Collection[int]) -> None:
        """Agents go on with their routes: they are not sent any more."""
        for record in (self.sent, self.sent_layers):
            for agent_id in record.keys() & ids:
                del record[agent_id]

    def drop(self, ids: Collection[int]) -> None:
        """Forget changes of these agents."""
        for record in (
            self.moved, self.sent, self.added, self.moved_layers, self.sent_layers,
        ):  # fmt: skip
            for agent_id in record.keys() & ids:
                del record[agent_id]

    def follow(self, level: Level) -> None:
        """Forget changes of agents that are neither in the level nor added."""
        self.drop((self.moved.keys() | self.sent.keys()) - level.agents.keys() - self.added.keys())

    def ids(self) -> frozenset[int]:
        """Return the ids of changed agents."""
        return frozenset(self.moved.keys() | self.sent.keys() | self.added.keys())

    def rerouted(self, level: Level, ids: Collection[int]) -> list[Agent]:
        """Return the given agents that have a route and were sent elsewhere."""
        sent = [self.added.get(i) or level.agents.get(i) for i in sorted(self.sent.keys() & ids)]
        return [one for one in sent if one is not None and as_walked(one, level).goals]

    def kept(
        self, level: Level, ids: Collection[int], switched: Mapping[int, bool], *, append: bool
    ) -> Edit:
        """Return the edit that saves the changes of these elements to the level; may be empty.

        `switched` maps doors, obstacles and zones to whether they are on. With `append` the places
        that agents were sent to come after their existing stops.
        """
        return keep(
            level,
            switches={i: on for i, on in switched.items() if i in ids},
            places={i: place for i, place in self.moved.items() if i in ids},
            goals={i: goal for i, goal in self.sent.items() if i in ids},
            layers=self.moved_layers,
            goal_layers=self.sent_layers,
            append=append,
            agents=[agent for i, agent in self.added.items() if i in ids],
        )
