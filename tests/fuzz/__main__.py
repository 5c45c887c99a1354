"""Run cases: see `running`."""

import sys

from tests.fuzz.running import main

sys.exit(main())
