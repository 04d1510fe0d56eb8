"""The games of `rulewright simulate`, shared out among processes."""

from __future__ import annotations

import contextlib
import multiprocessing
import signal
from collections.abc import Iterator
from multiprocessing.connection import Connection, wait

from .engine import library
from .tally import Tally, Task, in_turn


def in_processes(task: Task, jobs: int) -> Iterator[Tally]:
    """The same games shared out among processes; parts come as they are ready."""
    open_ends: list[Connection] = []
    workers: list[multiprocessing.Process] = []
    try:
        for job in range(jobs):
            receiver, sender = multiprocessing.Pipe(duplex=False)
            worker = multiprocessing.Process(target=_work, args=(sender, task, job, jobs), daemon=True)
            worker.start()
            sender.close()  # so that the end of the worker is the end of the pipe
            open_ends.append(receiver)
            workers.append(worker)
        while open_ends:
            for ready in wait(open_ends):
                assert isinstance(ready, Connection)
                try:
                    yield ready.recv()
                except EOFError:
                    open_ends.remove(ready)
    finally:
        for worker in workers:
            worker.terminate()
        for worker in workers:
            worker.join()


def _work(sender: Connection, task: Task, first: int, step: int) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent is interrupted too, and ends its workers
    with contextlib.suppress(BrokenPipeError):  # the parent has gone: nobody counts any more
        for part in in_turn(library().load(task.game), task, first, step):
            sender.send(part)
        sender.close()
