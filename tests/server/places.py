"""Where the services answer that every machine has. If they do not, the tests fail."""

import os
from typing import Final

REDIS: Final = os.environ.get("GRIDWRIGHT_TEST_REDIS", "redis://127.0.0.1:6379")
