"""`python -m quoin.engine.supply [--servers]` prints the survey as one object of JSON."""

from __future__ import annotations

import json
import sys

from quoin.engine.supply.survey import survey

if __name__ == "__main__":
    sys.stdout.write(json.dumps(survey(servers="--servers" in sys.argv[1:])))
