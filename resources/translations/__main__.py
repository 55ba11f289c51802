"""`python -m resources.translations CODE`, see the package."""

import sys

from resources.translations import update

if len(sys.argv) != 2:
    sys.exit("usage: python -m resources.translations CODE, like de")
update(sys.argv[1])
