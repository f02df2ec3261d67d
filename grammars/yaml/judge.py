"""Says of each text what PyYAML's parser says.

The parser is PyYAML's own, in Python: not libyaml, and nothing is constructed. See "Programs" in
`grammars/README.md`.
"""

from __future__ import annotations

import json
import sys

import yaml


def refusal(text: str) -> str | None:
    """Why a text is refused; None if it is taken."""
    try:
        for _ in yaml.parse(text, Loader=yaml.SafeLoader):
            pass
    except yaml.YAMLError as error:
        return " ".join(str(error).split())
    except RecursionError as error:
        return "gave up: " + str(error)
    return None


def main() -> None:
    """Answer until the input ends."""
    print(json.dumps(f"PyYAML {yaml.__version__}"), flush=True)
    for line in sys.stdin.buffer:
        print(json.dumps(refusal(json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
