"""Addresses of the services that every machine has; the tests fail if they do not answer."""

import os
from typing import Final

REDIS: Final = os.environ.get("GRIDWRIGHT_TEST_REDIS", "redis://127.0.0.1:6379")
