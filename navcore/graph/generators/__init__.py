"""What lays networks of waypoints over floor: each a pure function that proposes one."""
