"""Networks of waypoints: arrays, search, what keeps them clear of walls, and what lays them."""
