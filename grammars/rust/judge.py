"""Says of each text what rustc's parser says, before macros are expanded and names are resolved.

A text is judged by the newest edition that the grammar knows, unless `QUOIN_RUST_EDITION` names another one.
See "Programs" in `grammars/README.md`.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys

EDITION = "2024"

# Stopping after the parser is an option of the compiler that only its developers' versions take without this.
_ENVIRONMENT = {**os.environ, "RUSTC_BOOTSTRAP": "1"}


class Judge:
    """The verdicts of the compiler in `PATH`.

    Raises:
        FileNotFoundError: There is no compiler.
    """

    def __init__(self, edition: str = os.environ.get("QUOIN_RUST_EDITION", EDITION)) -> None:
        self._command = [
            *("rustc", f"--edition={edition}", "-Zparse-crate-root-only", "--error-format=short", "-")
        ]
        version = subprocess.run(["rustc", "--version"], check=True, capture_output=True, text=True)
        self.release = version.stdout.split()[1]
        self.name = f"rustc {self.release}, edition {edition}"

    def refusal(self, text: str) -> str | None:
        """Why a text is refused; None if it is taken."""
        try:
            data = text.encode()
        except UnicodeEncodeError:
            return "not UTF-8"
        done = subprocess.run(self._command, check=False, input=data, capture_output=True, env=_ENVIRONMENT)
        if done.returncode == 0:
            return None
        said = done.stderr.decode("utf-8", "replace")
        first = re.search(r"^<anon>:\d+:\d+: error(?:\[\w+\])?: (.*)$", said, re.MULTILINE)
        if first is not None:
            return first[1]
        return f"gave up: {said.strip().partition(chr(10))[0] or 'without a reason'}"


def main() -> None:
    """Answer until the input ends."""
    judge = Judge()
    print(json.dumps(judge.name), flush=True)
    for line in sys.stdin.buffer:
        print(json.dumps(judge.refusal(json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
