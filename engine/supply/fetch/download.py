"""A known model is downloaded into the user's data folder.

What has come is kept in a file that is named after the digest, so that a later download goes on from there,
and none mixes two files. The file gets its name only when its digest is right.
"""

from __future__ import annotations

import errno
import hashlib
import shutil
from contextlib import contextmanager
from typing import IO, TYPE_CHECKING

from quoin.engine.errors import SupplyError
from quoin.engine.model import describe_model_file
from quoin.engine.supply.fetch.digest import checked_digest, digest_of
from quoin.engine.supply.fetch.http import BeyondError, BrokenError, request_rest
from quoin.engine.supply.fetch.stop import Stop
from quoin.engine.util.file_lock import locked
from quoin.engine.util.system import can_lock_files

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from quoin.engine.supply.catalogue import KnownModel
    from quoin.engine.supply.fetch.http import Body

RESERVE = 200_000_000
"""The space in bytes that a download leaves on the disk; with less it does not begin."""

MAX_ATTEMPTS = 5
"""The number of attempts one after another in which no more comes than before; then the download gives up."""

PAUSE = 1.0
"""The pause in seconds before another attempt; it doubles with each one in which no more has come."""

_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


class Download:
    """One download.

    Args:
        model: The model.
        folder: The folder for the file; it is made if it is missing.
        sha256: The digest that the user has named, for a model whose digest is not in the list.

    Attributes:
        target: The file that the download makes.

    Raises:
        SupplyError: No digest is known, or two differ.
    """

    def __init__(
        self,
        model: KnownModel,
        folder: Path,
        sha256: str | None = None,
    ) -> None:
        self._model = model
        self._digest = _agreed_digest(model, sha256)
        self._on_progress: Callable[[int, int], None] = _ignore
        self._stop = Stop()
        self.target = folder / model.file_name
        self._partial = partial_file(folder, self._digest)
        self._hash: hashlib._Hash

    def stop(self) -> None:
        """End `run` from another thread, which then raises `StoppedError`."""
        self._stop.stop()

    def run(self, on_progress: Callable[[int, int], None] | None = None) -> Path:
        """Download the file, or what is missing of it, and return its path. A file that is there is checked.

        Args:
            on_progress: A function that is called with the bytes that have come and their number in the end.

        Raises:
            SupplyError: The file cannot be had; the message says why, and what has become of the part.
            StoppedError: `stop` was called.
        """
        self._on_progress = on_progress or _ignore
        with _file_errors(self._partial), self._alone():
            if self.target.exists():
                if digest_of(self.target, self._stop).hexdigest() == self._digest:
                    return self.target
                raise SupplyError(f"{self.target} is there already and is another file; move it away first")
            self._hash = digest_of(self._partial, self._stop)
            with self._partial.open("ab") as file:
                if self._hash.hexdigest() != self._digest:
                    self._check_space(file.tell())
                    self._fetch(file)
            return self._finish()

    @contextmanager
    def _alone(self) -> Iterator[None]:
        self.target.parent.mkdir(parents=True, exist_ok=True)
        lock = self._partial.with_suffix(".lock")
        with locked(lock, 0.0) as held:
            if not held and can_lock_files():
                raise SupplyError(f"{self._model.title} is being downloaded by another quoin already")
            try:
                yield
            finally:
                lock.unlink(missing_ok=True)

    def _check_space(self, done: int) -> None:
        free = shutil.disk_usage(self.target.parent).free
        missing = self._model.bytes - done
        if free < missing + RESERVE:
            raise SupplyError(
                f"the disk of {self.target.parent} has {_gigabytes(free)} free; {self._model.title} needs "
                f"{_gigabytes(missing)} more, and {_gigabytes(RESERVE)} are left free"
            )

    def _fetch(self, file: IO[bytes]) -> None:
        """Make attempts until the file is whole."""
        failures, most = 0, file.tell()
        while True:
            try:
                if self._attempt(file):
                    return
                reason = "the connection ended early"
            except BrokenError as error:
                self._stop.check()
                reason = str(error)
            failures = 1 if file.tell() > most else failures + 1
            most = max(most, file.tell())
            if failures >= MAX_ATTEMPTS:
                raise SupplyError(
                    f"the download broke off after {_gigabytes(file.tell())}: {reason}; what has come "
                    "is kept, and the next download goes on from there"
                )
            self._stop.wait(PAUSE * 2 ** (failures - 1))

    def _attempt(self, file: IO[bytes]) -> bool:
        """Ask for what is missing and append it; return whether the file is whole then."""
        done = file.tell()
        try:
            body = request_rest(self._model.address, done, self._model.allows, self._stop)
        except BeyondError as error:
            self._restart(file)
            raise BrokenError(str(error)) from error
        try:
            if body.total is not None and not self._model.may_have(body.total):
                raise SupplyError(
                    f"the server's file has {body.total} bytes, where the list says {self._model.bytes}; "
                    "it is not downloaded"
                )
            if body.start != done:
                self._restart(file)
            self._append(file, body)
        finally:
            body.close()
        self._stop.check()
        return self._model.may_have(file.tell()) if body.total is None else file.tell() == body.total

    def _append(self, file: IO[bytes], body: Body) -> None:
        total = body.total or self._model.bytes
        while chunk := body.read():
            self._stop.check()
            file.write(chunk)
            self._hash.update(chunk)
            if file.tell() > total and not self._model.may_have(file.tell()):
                self._partial.unlink()
                raise SupplyError(f"more came than the {total} bytes of the file; what has come is removed")
            self._on_progress(file.tell(), total)

    def _restart(self, file: IO[bytes]) -> None:
        """Begin anew, since the server only sends the whole file."""
        file.seek(0)
        file.truncate()
        self._hash = hashlib.sha256()

    def _finish(self) -> Path:
        """Check the digest and the header, and give the file its name."""
        came = self._hash.hexdigest()
        if came != self._digest:
            self._partial.unlink()
            raise SupplyError(
                f"what came from {self._model.address} has the digest {came}, and not "
                f"{self._digest}; it is removed"
            )
        self._partial.replace(self.target)
        problem = describe_model_file(self.target).problem
        if problem is not None:
            raise SupplyError(f"the file has come whole, but cannot be used: {problem}")
        return self.target


def _ignore(_done: int, _total: int) -> None:
    """Report no progress."""


def partial_file(folder: Path, digest: str) -> Path:
    """Return the file for what has come of the file with a digest."""
    return folder / f".{digest}.part"


def _agreed_digest(model: KnownModel, named: str | None) -> str:
    digest = None if named is None else checked_digest(named)
    if model.sha256 is None and digest is None:
        raise SupplyError(
            f"no digest of {model.title} is known, so it is not downloaded unless you name one: {model.page} "
            "shows it as SHA256"
        )
    if model.sha256 is not None and digest not in (None, model.sha256):
        raise SupplyError(
            f"the digest of {model.title} in the list is {model.sha256}, another one than yours"
        )
    return model.sha256 or digest or ""


@contextmanager
def _file_errors(partial: Path) -> Iterator[None]:
    """Turn errors of the disk into messages; on a full disk what has come is removed to make room."""
    try:
        yield
    except OSError as error:
        reason = error.strerror or str(error)
        if error.errno in _FULL:
            partial.unlink(missing_ok=True)
            raise SupplyError(f"the disk of {partial.parent} is full; what had come is removed") from error
        raise SupplyError(f"{partial.parent} cannot be written to: {reason}") from error


def _gigabytes(size: int) -> str:
    return f"{size / 1e9:.1f} GB"
