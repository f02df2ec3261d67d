"""Python imports this module at its start if this folder is on its path: the list of models is a test's."""

import os
from pathlib import Path

from quoin.engine.supply import catalogue

catalogue.FILE = Path(os.environ["QUOIN_TEST_MODELS"])
