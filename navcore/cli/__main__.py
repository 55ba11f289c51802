"""`python -m navcore.cli`."""

import sys

from navcore.cli import main

if __name__ == "__main__":
    sys.exit(main())
