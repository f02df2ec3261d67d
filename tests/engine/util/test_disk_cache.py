"""Files that can be made anew: bounded, whole or absent, also with several writers."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest

from quoin.engine.util.disk_cache import Shelf

if TYPE_CHECKING:
    from pathlib import Path

SUM = 32
SHELF = Shelf("some", max_files=6, max_bytes=10_000, max_file_bytes=10_000, key=lambda: b"key")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "quoin" / "some"


@pytest.mark.parametrize(
    ("sizes", "left"),
    [
        ([40] * 6, [0, 1, 2, 3, 4, 5]),
        ([40] * 9, [3, 4, 5, 6, 7, 8]),
        ([4000, 4000, 4000, 1000], [1, 2, 3]),
        ([4000, 4000, 4000, 2001], [2, 3]),
        ([4000, 4000, 10_000], [2]),
        ([4000, 10_001, 4000], [0, 2]),
        ([32, 9936, 32], [0, 1, 2]),
    ],
)
def test_the_oldest_files_go(folder: Path, sizes: list[int], left: list[int]) -> None:
    for number, size in enumerate(sizes):
        SHELF.write(f"{number}", bytes([number]) * (size - SUM))
        if (folder / f"{number}").exists():
            os.utime(folder / f"{number}", (number, number))
    found = {number: SHELF.read(f"{number}") for number in range(len(sizes))}
    assert [number for number, data in found.items() if data is not None] == left
    assert all(data in (None, bytes([number]) * (sizes[number] - SUM)) for number, data in found.items())
    assert sum(file.stat().st_size for file in folder.iterdir()) <= SHELF.max_bytes
    assert len(list(folder.iterdir())) <= SHELF.max_files


def test_a_file_that_is_read_is_not_the_oldest(folder: Path) -> None:
    for number in range(SHELF.max_files):
        SHELF.write(f"{number}", b"x")
        os.utime(folder / f"{number}", (number, number))
    assert SHELF.read("0") == b"x"
    SHELF.write("new", b"x")
    assert sorted(file.name for file in folder.iterdir()) == ["0", "2", "3", "4", "5", "new"]


def test_only_files_are_read(folder: Path, tmp_path: Path) -> None:
    folder.mkdir(parents=True)
    (folder / "large").write_bytes(bytes(SHELF.max_bytes + 1))
    (folder / "folder").mkdir()
    (folder / "nowhere").symlink_to(tmp_path / "nothing")
    os.mkfifo(folder / "pipe")
    assert stat.S_ISFIFO((folder / "pipe").stat().st_mode)
    for name in ("large", "folder", "nowhere", "pipe", "absent", "a/b"):
        assert SHELF.read(name) is None


def test_what_was_not_written_so_is_absent(folder: Path) -> None:
    SHELF.write("a", b"content")
    whole = (folder / "a").read_bytes()
    assert SHELF.read("a") == b"content"
    (folder / "b").write_bytes(whole)
    assert SHELF.read("b") is None
    for data in (b"", whole[:SUM], whole[:-1], whole + b"x", whole[:3] + b"x" + whole[4:], whole[:-1] + b"x"):
        (folder / "a").write_bytes(data)
        assert SHELF.read("a") is None
    other = Shelf("some", 6, 10_000, 10_000, lambda: b"yek")
    (folder / "a").write_bytes(whole)
    assert other.read("a") is None
    SHELF.remove("a")
    assert not (folder / "a").exists()


def test_a_file_is_whole_with_several_writers_and_readers() -> None:
    contents = [bytes([number]) * (1000 + 37 * number) for number in range(8)]

    def write(number: int) -> None:
        for turn in range(40):
            SHELF.write(f"{(number + turn) % 3}", contents[number])

    def read(number: int) -> set[bytes | None]:
        return {SHELF.read(f"{number % 3}") for _ in range(200)}

    with ThreadPoolExecutor(16) as threads:
        writing = [threads.submit(write, number) for number in range(8)]
        seen = set().union(*threads.map(read, range(6)))
        for future in writing:
            future.result()
    assert seen <= {None, *contents}
    assert {SHELF.read(f"{number}") for number in range(3)} <= set(contents)


def made(log: list[str], name: str = "a") -> bytes:
    """Make a file that is not there, as those do whose files these are."""
    with SHELF.making(name):
        kept = SHELF.read(name)
        if kept is None:
            log.append(name)
            SHELF.write(name, kept := name.encode())
        return kept


def test_what_several_need_one_makes(folder: Path) -> None:
    log: list[str] = []
    together = threading.Barrier(8)

    def make(number: int) -> bytes:
        together.wait()
        return made(log, "ab"[number % 2])

    with ThreadPoolExecutor(8) as threads:
        assert list(threads.map(make, range(8))) == [b"a", b"b"] * 4
    assert sorted(log) == ["a", "b"]
    assert sorted(file.name for file in folder.iterdir()) == ["a", "b"]


HOLDER = """
import sys
from quoin.engine.util.disk_cache import Shelf
with Shelf("some", 6, 10_000, 10_000, lambda: b"key").making("a"):
    print("held", flush=True)
    sys.stdin.read()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="nothing is locked there")
@pytest.mark.parametrize("end", ["killed", "stopped"])
def test_a_lock_blocks_nobody_for_ever(folder: Path, end: str) -> None:
    pipe = subprocess.PIPE
    holder = subprocess.Popen([sys.executable, "-c", HOLDER], stdin=pipe, stdout=pipe, text=True)
    assert holder.stdout is not None
    assert holder.stdout.readline() == "held\n"
    if end == "killed":
        holder.kill()
        holder.wait()
        assert made([]) == b"a"
    else:
        with SHELF.making("a", most=0.1):
            assert (folder / ".a.lock").exists()
    holder.kill()
    holder.communicate()


@pytest.mark.parametrize("age", [10, 10_000])
def test_old_locks_go(folder: Path, age: int) -> None:
    folder.mkdir(parents=True)
    lock = folder / ".b.lock"
    lock.touch()
    now = lock.stat().st_mtime
    os.utime(lock, (now - age, now - age))
    SHELF.write("a", b"a")
    assert lock.exists() == (age < 3600)


def test_without_a_folder_nobody_waits(folder: Path) -> None:
    folder.parent.mkdir(parents=True)
    folder.write_text("no folder")
    log: list[str] = []
    assert (made(log), made(log), log) == (b"a", b"a", ["a", "a"])
