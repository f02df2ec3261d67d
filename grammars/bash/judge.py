"""Says of each text what `bash -n` says: see "Programs" in grammars/README.md. Needs Bash 5.2 in `PATH`."""

from __future__ import annotations

import json
import re
import subprocess
import sys

# What Bash writes to say that a text is taken all the same: a here-document that ends with the file.
_TAKEN = re.compile(r"warning: (here-document|command substitution: \d+ unterminated here-document)")
# The version that the grammar describes, as Bash writes it.
_VERSION = "5.2."
# Seconds that one text may take.
_LIMIT = 20


def _version() -> str:
    found = subprocess.run(["bash", "-c", 'echo "$BASH_VERSION"'], capture_output=True, text=True, check=True)
    return found.stdout.strip()


def refusal(text: str) -> str | None:
    """Why Bash refuses a text; None if it takes it."""
    if "\0" in text:
        return "gave up: a zero byte"
    try:
        data = text.encode()
    except UnicodeEncodeError:
        return "not UTF-8"
    try:
        found = subprocess.run(["bash", "-n"], input=data, capture_output=True, check=False, timeout=_LIMIT)
    except subprocess.TimeoutExpired:
        return "gave up: it takes too long"
    said = [line for line in found.stderr.decode(errors="replace").splitlines() if not _TAKEN.search(line)]
    if found.returncode == 0 and not said:
        return None
    return said[0].removeprefix("bash: ") if said else "refused"


def main() -> None:
    """Answer until the input ends."""
    try:
        version = _version()
    except OSError:
        sys.exit("there is no bash")
    if not version.startswith(_VERSION):
        sys.exit(f"this is Bash {version}, not {_VERSION}")
    print(json.dumps(f"Bash {version}"), flush=True)
    for line in sys.stdin:
        print(json.dumps(refusal(json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
