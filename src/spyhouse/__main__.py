"""`python -m spyhouse` is the `spyhouse` command."""

import sys

from spyhouse.cli import main

if __name__ == "__main__":
    sys.exit(main())
