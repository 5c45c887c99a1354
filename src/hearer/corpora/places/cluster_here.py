"""A Dask cluster of this machine alone: a scheduler and workers, in processes of their own.

ClusterHere    such a cluster at work; whoever starts it closes it
main           what runs in its first process: the scheduler, and who looks after the workers

Its first process is ours, so that scripts and notebooks that start a cluster need no guard, and it
ends when its standard input does: nothing is left where whoever started it was killed. It listens
on 127.0.0.1 only, and on no port for a dashboard.
"""

from __future__ import annotations

import asyncio
import logging
import os
import subprocess
import sys
from contextlib import suppress
from functools import cached_property
from signal import SIGKILL
from tempfile import TemporaryFile

from hearer.errors import HearerError

HOST = "127.0.0.1"
LONGEST_END = 10  # seconds that it may take to end by itself
OFTEN = 0.5  # seconds after which we look whether all workers are there
OVER = frozenset({"closing", "closed", "failed"})
SETTINGS = {
    # A worker that Dask pauses at 80 % waits for memory to be freed that nobody frees: ours keep
    # nothing between batches. One that is over its limit is killed instead, and begins anew.
    "distributed.worker.memory.target": False,
    "distributed.worker.memory.spill": False,
    "distributed.worker.memory.pause": False,
    "distributed.worker.memory.terminate": 0.95,
    "distributed.worker.memory.monitor-interval": "500ms",
    "distributed.worker.profile.enabled": False,
    # Dask's MALLOC_TRIM_THRESHOLD_ gives memory back that is asked for again at once.
    "distributed.nanny.pre-spawn-environ": {"OMP_NUM_THREADS": 1},
    # Whoever looks often takes the interpreter from whoever hears.
    "distributed.admin.system-monitor.interval": "5s",
    "distributed.admin.tick.interval": "500ms",
    "distributed.scheduler.active-memory-manager.start": False,
    "distributed.scheduler.allowed-failures": 3,
}


class ClusterHere:
    """A scheduler and workers of one thread each on this machine, and its `address`."""

    def __init__(self, workers: int, *, memory: int | None = None) -> None:
        command = [sys.executable, "-P", "-m", __name__, str(workers), str(memory or 0)]
        self._errors = TemporaryFile()  # noqa: SIM115 - open as long as the process writes to it
        self._process = subprocess.Popen(  # noqa: S603 - ourselves
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            start_new_session=True,  # Ctrl-C is for us: we close it in good order
        )

    @cached_property
    def address(self) -> str:
        """The address of its scheduler, once all of it is there."""
        pipe = self._process.stdout
        address = pipe.readline().decode().strip() if pipe else ""
        if not address:
            raise HearerError(f"No Dask cluster could be started here: {self._last_words()}")
        return address

    def _last_words(self) -> str:
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(LONGEST_END)
        self._errors.seek(0)
        lines = self._errors.read().decode(errors="replace").strip().splitlines()
        return lines[-1] if lines else f"it ended with {self._process.returncode}"

    def close(self) -> None:
        """End all of its processes."""
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with suppress(BrokenPipeError):
                    pipe.close()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(LONGEST_END)
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, SIGKILL)  # a session of its own: nobody else is in it
        self._process.wait()
        self._errors.close()


def main(workers: int, memory: int) -> None:
    """Run a cluster until standard input ends; its address is the one line on standard output."""
    from dask import config
    from distributed.utils import silence_logging_cmgr

    with config.set(SETTINGS), silence_logging_cmgr(logging.CRITICAL):
        asyncio.run(_run(workers, memory))


async def _run(workers: int, memory: int) -> None:
    from distributed import Nanny, Scheduler

    end = asyncio.get_running_loop().run_in_executor(None, sys.stdin.buffer.read)
    async with Scheduler(host=HOST, port=0, dashboard=False) as scheduler:

        async def another() -> Nanny:
            return await Nanny(
                scheduler.address,
                nthreads=1,
                host=HOST,
                memory_limit=memory,
                dashboard=False,
                silence_logs=logging.CRITICAL,
            )

        nannies = await asyncio.gather(*(another() for _ in range(workers)))
        print(scheduler.address, flush=True)
        while not (await asyncio.wait([end], timeout=OFTEN))[0]:
            # A nanny replaces a worker that dies, and goes itself if that one dies at its start.
            nannies = [nanny for nanny in nannies if nanny.status.name not in OVER]
            missing = (another() for _ in range(workers - len(nannies)))
            started = await asyncio.gather(*missing, return_exceptions=True)
            nannies += [nanny for nanny in started if isinstance(nanny, Nanny)]
        await asyncio.gather(*(nanny.close(timeout=1) for nanny in nannies))


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
