"""What only some operating systems have: every use of it stands here, with what happens on the others.

With the environment variable `QUOIN_PLAIN_SYSTEM` set, quoin uses none of it, as on Windows. So tests try
on any system what happens without it, and a user can find out whether one of these parts is at fault.

This module imports next to nothing, since the model's process uses it before its other imports.
"""

from __future__ import annotations

import os
import signal
import stat
import sys
from contextlib import suppress
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

if TYPE_CHECKING:
    import asyncio
    import subprocess
    from collections.abc import Callable

PLAIN = bool(os.environ.get("QUOIN_PLAIN_SYSTEM"))
"""Whether the parts that are not on every system are left alone."""

_PR_SET_PDEATHSIG = 1
_CPUS = Path("/sys/devices/system/cpu")
_QUOTA = Path("/sys/fs/cgroup/cpu.max")
_PROCESSES = Path("/proc")
_OWN_MEMORY = Path("/proc/self/statm")
# Options of glibc's `mallopt`: without the last two their values would change as the process runs.
_M_ARENA_MAX, _M_MMAP_THRESHOLD, _M_TRIM_THRESHOLD = -8, -3, -1
_MAPPED_BYTES, _FREE_AT_END_BYTES = 1 << 20, 4 << 20


# Processes.


def python() -> tuple[str, ...]:
    """Return the beginning of a command line for this Python, as isolated from the user's variables as it is.

    A server that brings its own Python must not get the packages of another one.
    """
    if not sys.flags.isolated:
        return (sys.executable,)
    # An isolated Python does not read from the variables either whether it may write compiled modules.
    return sys.executable, "-I", *(("-B",) if sys.flags.dont_write_bytecode else ())


def end_with_client(client: int) -> None:
    """Ask the system to kill this process when the process that started it ends.

    Only Linux can. Elsewhere a process notices the end of its client by the closed pipe between them.
    """
    if sys.platform != "linux" or PLAIN:
        return
    import ctypes  # noqa: PLC0415  other systems need not wait for it

    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != client:
        # The client has ended before the request to Linux.
        os._exit(0)


def is_alive(process_id: int) -> bool | None:
    """Return whether a process runs; a zombie does not. None where that is not known, as on Windows.

    Signal 0 tells it; on Windows `os.kill` would end the process.
    """
    if sys.platform == "win32" or PLAIN:
        return None
    try:
        os.kill(process_id, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return not _is_zombie(process_id)


def _is_zombie(process_id: int) -> bool:
    try:
        status = (_PROCESSES / str(process_id) / "stat").read_bytes()
    except OSError:
        return False
    # The name before the state is in brackets and may itself contain brackets.
    return status.rpartition(b")")[2].split()[:1] == [b"Z"]


def is_stopped(process_id: int) -> bool:
    """Return whether a signal has stopped a child process; False where the system cannot be asked."""
    if sys.platform != "linux" or PLAIN:
        return False
    # The child remains as it is for whoever waits for its end.
    look = os.WSTOPPED | os.WNOHANG | os.WNOWAIT
    with suppress(ChildProcessError):
        return os.waitid(os.P_PID, process_id, look) is not None
    return False


def resume(process_id: int) -> None:
    """Continue a process that a signal has stopped; no process is ever known to be stopped on Windows."""
    if sys.platform != "win32":
        with suppress(ProcessLookupError):
            os.kill(process_id, signal.SIGCONT)


def kill_at_once(process_id: int) -> bool:
    """Kill a process by its number, and return whether that is possible: it is not on Windows.

    The caller must know that the number has not been given to another process.
    """
    if sys.platform == "win32" or PLAIN:
        return False
    with suppress(ProcessLookupError):
        os.kill(process_id, signal.SIGKILL)
    return True


def kill_with_children(process: subprocess.Popen[bytes]) -> None:
    """Kill a process that was started with `start_new_session`; on Windows its children may live on."""
    if sys.platform == "win32" or PLAIN:
        process.kill()
        return
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)


def name_of_ending(status: int) -> str:
    """Return what is said of an exit status: a signal's name for a negative one, where it has a name."""
    if status >= 0:
        return f"status {status}"
    try:
        return signal.Signals(-status).name
    except ValueError:
        return f"signal {-status}"


# Signals.


def ignore_interrupts() -> None:
    """Leave an interrupt from the terminal to the process that started this one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def on_end_signals(loop: asyncio.AbstractEventLoop, end: Callable[[], None]) -> None:
    """Call `end` in a loop when the process is asked to end; where loops hear no signals it ends at once."""
    if PLAIN:
        return
    for number in (signal.SIGTERM, signal.SIGINT):
        # Loops on Windows, and those outside the main thread, cannot have handlers.
        with suppress(NotImplementedError, RuntimeError, ValueError):
            loop.add_signal_handler(number, end)


# Pipes.


def can_adopt_pipes() -> bool:
    """Return whether an event loop can take over the pipes of a process that it has not started.

    It cannot on Windows, so a process of the model is started there when it is needed and not before.
    """
    return sys.platform != "win32" and not PLAIN


def can_be_polled(descriptor: int) -> bool:
    """Return whether a descriptor is a pipe or a socket, on a system that can poll them.

    Where it is not, a thread reads from it and another one writes to it.
    """
    if sys.platform == "win32" or PLAIN:
        return False
    mode = os.fstat(descriptor).st_mode
    return stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode)


def room_in(descriptor: int) -> Callable[[int], bool] | None:
    """Return a function that says whether so many bytes can be written without waiting.

    None where that cannot be known; bytes are then written by a thread.
    """
    if sys.platform == "win32" or not can_be_polled(descriptor):
        return None
    import select  # noqa: PLC0415  has no `poll` on every system

    poll, most, ready = select.poll(), select.PIPE_BUF, [(descriptor, select.POLLOUT)]
    poll.register(descriptor, select.POLLOUT)
    # A pipe with room accepts `PIPE_BUF` bytes without blocking.
    return lambda size: size <= most and poll.poll(0) == ready


def use_binary(descriptor: int) -> None:
    """Keep line ends as they are; only Windows would change them."""
    if sys.platform == "win32":
        import msvcrt  # noqa: PLC0415  exists on one system only

        msvcrt.setmode(descriptor, os.O_BINARY)


# Files.


def user_folder(variable: str, *, mac: str, other: str) -> Path:
    """Return one of the user's folders: the XDG variable's if that is absolute, else the system's custom.

    Args:
        variable: The variable's name, for example `XDG_CACHE_HOME`.
        mac: The folder on macOS, from the home folder.
        other: The folder elsewhere, from the home folder; on Windows it is always `LOCALAPPDATA`.
    """
    named = Path(os.environ.get(variable, ""))
    if named.is_absolute():
        return named
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    return Path.home() / (mac if sys.platform == "darwin" else other)


def service_folders(name: str) -> list[Path]:
    """Return the folders in which a program that Linux runs as a service may have its home."""
    if sys.platform != "linux" or PLAIN:
        return []
    return [Path("/usr/share") / name, Path("/var/lib") / name]


def can_lock_files() -> bool:
    """Return whether `lock` locks; it does not on Windows, where two processes may do the same work."""
    return sys.platform != "win32" and not PLAIN


def lock(file: IO[bytes], *, waits: bool) -> bool:
    """Lock a file until it is closed, and return whether it is locked now.

    Raises:
        OSError: The file's system has no locks.
    """
    if sys.platform == "win32" or PLAIN:
        return False
    import fcntl  # noqa: PLC0415  exists on some systems only

    try:
        fcntl.flock(file, fcntl.LOCK_EX if waits else fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


# Memory and processors.


def limit_data(size: int) -> None:
    """Limit what this process allocates, without mapped files, to `size` bytes. Only Linux has that limit."""
    if sys.platform != "linux" or PLAIN:
        return
    import resource  # noqa: PLC0415  not on every system

    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    soft = size if hard == resource.RLIM_INFINITY else min(size, hard)
    resource.setrlimit(resource.RLIMIT_DATA, (soft, hard))


def limit_address_space(size: int) -> None:
    """Limit the addresses of this process to `size` bytes; nothing is limited where that is not possible."""
    if sys.platform == "win32" or PLAIN:
        return
    import resource  # noqa: PLC0415  not on every system

    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_AS, (size, size))


def limit_processor_time(seconds: int) -> bool:
    """Limit the processor time of this process to so many seconds; return whether that is possible.

    The system ends a process that exceeds it; `is_out_of_time` tells from its exit status.
    """
    if sys.platform == "win32" or PLAIN:
        return False
    import resource  # noqa: PLC0415  not on every system

    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
        return True
    return False


def is_out_of_time(status: int) -> bool:
    """Return whether an exit status is that of a process that has exceeded its limit of processor time."""
    return sys.platform != "win32" and status == -signal.SIGXCPU


def keep_one_heap() -> None:
    """Let all threads of this process, which has one yet, allocate from one heap of the C library.

    With a heap for each thread, what one thread has freed is of no use to the others, and what one thread has
    allocated and another frees leaves holes. Pieces of a megabyte and more are mapped by themselves, so that
    they go back to the system as soon as they are freed; by itself the library ceases to do so after the
    first large one. Only glibc can be told.
    """
    if sys.platform != "linux" or PLAIN:
        return
    import ctypes  # noqa: PLC0415  other systems need not wait for it

    library = ctypes.CDLL(None)
    if hasattr(library, "malloc_trim"):
        library.mallopt(_M_ARENA_MAX, 1)
        library.mallopt(_M_MMAP_THRESHOLD, _MAPPED_BYTES)
        library.mallopt(_M_TRIM_THRESHOLD, _FREE_AT_END_BYTES)


def resident_memory() -> int | None:
    """Return the bytes of this process that are in memory; None where Linux does not tell."""
    if sys.platform != "linux" or PLAIN:
        return None
    try:
        _, pages, *_ = _OWN_MEMORY.read_bytes().split()
    except (OSError, ValueError):
        return None
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


def give_memory_back() -> None:
    """Give the pages of the C library's free memory back to the system, which takes some milliseconds.

    The library keeps what was freed between pieces that are in use: after languages were prepared and large
    files read, nearly as much as is in use. Only glibc can be asked to give it back.
    """
    if sys.platform != "linux" or PLAIN:
        return
    import ctypes  # noqa: PLC0415  other systems need not wait for it

    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)


def usable_processors() -> list[int]:
    """Return the numbers of the logical processors for this process; empty where that is not known."""
    if sys.platform != "linux" or PLAIN:
        return []
    return sorted(os.sched_getaffinity(0))


def siblings(processor: int) -> str | None:
    """Return the logical processors that share a core with this one; None where Linux does not list them."""
    if PLAIN:
        return None
    try:
        listed = _CPUS / f"cpu{processor}" / "topology" / "thread_siblings_list"
        return listed.read_text(encoding="ascii")
    except OSError:
        return None


def quota_of_processors() -> int | None:
    """Return the whole processors of a container's quota; None without one, and where it is not known."""
    if PLAIN:
        return None
    try:
        quota, period = _QUOTA.read_text(encoding="ascii").split()
        return max(1, int(quota) // int(period))
    except (OSError, ValueError):
        return None


# Native code.


def c_library() -> Any:  # noqa: ANN401  a library has the functions that it has
    """Return the C library of this process."""
    import ctypes  # noqa: PLC0415  not every user of this module needs it

    return ctypes.cdll.msvcrt if sys.platform == "win32" else ctypes.CDLL(None)
