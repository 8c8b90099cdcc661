"""Lets ``python -m cli`` be the ``podlaw`` command."""

import sys

from cli.main import main

sys.exit(main())
