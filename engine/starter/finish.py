"""Write the file that ships from a trained one: `python -m quoin.engine.starter.finish F16 OUT`.

Matrices become Q8_0, half as large, and the shares of n-grams that
`quoin.engine.starter.measures.shares` has found are written into the file.
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

from quoin.engine.starter import export


def main() -> None:
    """Convert a file."""
    parser = argparse.ArgumentParser(prog="python -m quoin.engine.starter.finish", description=__doc__)
    parser.add_argument("trained", type=Path, help="the file that the training has written")
    parser.add_argument("out", type=Path, help="the GGUF file to write")
    parser.add_argument(
        "--shares",
        default="",
        help=f"how much n-grams of the file count, the metadata key {export.SHARES_KEY} (default: nothing)",
    )
    options = parser.parse_args()
    export.write(options.out, replace(export.read(options.trained), shares=options.shares))


if __name__ == "__main__":
    main()
