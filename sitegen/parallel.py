"""Map pure functions over batches through one executor, in order, with a progress bar.

The executor is a process pool here; any `concurrent.futures.Executor` (a Dask client's, say) does.
Nothing else in the generator knows where work runs.
"""

from __future__ import annotations

import multiprocessing
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tqdm import tqdm

from sitegen.benchmarks.discovery import import_benchmark

_AHEAD = 3
"""Batches in flight per worker: enough to keep workers busy, few enough to bound memory."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderedMap:
    """A `ParallelMap`: over `executor` with `workers` workers, or in this process when it is None."""

    executor: Executor | None
    workers: int

    def __call__[T, R](
        self, function: Callable[[Sequence[T]], R], rows: Sequence[T], *, batch: int, label: str
    ) -> Iterator[R]:
        """Yield `function` of each batch of `rows` in order, counting rows on a progress bar."""
        batches = [rows[start : start + batch] for start in range(0, len(rows), batch)]
        with tqdm(total=len(rows), desc=label, unit="", disable=None, leave=False) as bar:
            for done, result in zip(batches, self._results(function, batches), strict=True):
                bar.update(len(done))
                yield result

    def _results[T, R](
        self, function: Callable[[Sequence[T]], R], batches: Sequence[Sequence[T]]
    ) -> Iterator[R]:
        if self.executor is None:
            yield from map(function, batches)
            return
        pending: deque[Future[R]] = deque()
        for batch in batches:
            pending.append(self.executor.submit(function, batch))
            if len(pending) >= self.workers * _AHEAD:
                yield pending.popleft().result()
        while pending:
            yield pending.popleft().result()


@contextmanager
def ordered_map(jobs: int, folders: Sequence[Path]) -> Iterator[OrderedMap]:
    """Give an `OrderedMap` over `jobs` processes that can import the benchmarks in `folders`."""
    if jobs <= 1:
        yield OrderedMap(executor=None, workers=1)
        return
    # forkserver: workers start from a clean process, whatever threads this one has.
    methods = multiprocessing.get_all_start_methods()
    context = multiprocessing.get_context("forkserver" if "forkserver" in methods else "spawn")
    executor = ProcessPoolExecutor(
        jobs, mp_context=context, initializer=_start_worker, initargs=(tuple(folders),)
    )
    with executor:
        try:
            yield OrderedMap(executor=executor, workers=jobs)
        except BaseException:
            executor.shutdown(wait=False, cancel_futures=True)
            raise


def _start_worker(folders: Sequence[Path]) -> None:
    for folder in folders:
        import_benchmark(folder)
