"""`python -m gdlc` is the same as `gdlc`."""

import sys

from gdlc.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
