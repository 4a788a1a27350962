"""Who plays the blocks of a study: this process, several on this machine, or a cluster, by joblib's backends."""

from __future__ import annotations

import sys
import threading
import warnings
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import ExitStack, closing, contextmanager
from importlib.util import find_spec
from typing import Any, Protocol, TypeVar

from coupdsl.language.signs import made_safe
from coupdsl.play.needs import needs
from coupdsl.play.not_loaded import not_loaded

K = TypeVar("K")
T = TypeVar("T")
ROUNDS = 4  # blocks that each worker is given at a time


class LostWork(Exception):
    """Workers went away before they had done everything."""


class NoCluster(Exception):
    """The address that was given is not that of a cluster, or none answers there."""


class MissingPackage(Exception):
    """An engine whose package is not installed."""


class Crew(Protocol):
    at_once: int

    def work(self, do: Callable[..., T], plan: object, blocks: Iterable[Any]) -> Generator[T, None, None]:
        """What comes of each block, in any order; raises LostWork where workers went away."""


class Alone:
    """This process."""

    at_once = 1

    def work(self, do: Callable[..., T], plan: object, blocks: Iterable[Any]) -> Generator[T, None, None]:
        yield from (do(plan, block) for block in blocks)


class Joblib:
    """Workers of one of joblib's backends."""

    def __init__(self, backend: str, jobs: int, in_order: bool = False) -> None:
        self.backend = backend
        self.jobs = jobs
        self.at_once = jobs * ROUNDS
        self._return_as = "list" if in_order else "generator_unordered"

    def work(self, do: Callable[..., T], plan: object, blocks: Iterable[Any]) -> Generator[T, None, None]:
        from coupdsl.play.workers import end_with_parent, starting

        with starting():  # what is raised in the midst of an import leaves a part of it behind
            from joblib import Parallel, delayed, parallel_config

        here = {"initializer": end_with_parent} if self.backend == "loky" else {}
        with parallel_config(self.backend, **here):
            parallel = Parallel(self.jobs, return_as=self._return_as, batch_size=1)
            results = None
            try:
                with starting():
                    results = parallel(delayed(do)(plan, block) for block in blocks)
                for result in results:  # noqa: UP028 - closed below, in our own way
                    yield result
            except Exception as error:
                raise not_loaded(error) or LostWork(str(error)) from error
            finally:
                _stop(results)


def _stop(results: Any) -> None:
    """Ends what is still being worked on; joblib would warn of what is meant here."""
    if hasattr(results, "close"):
        with warnings.catch_warnings(), _given_up():
            warnings.simplefilter("ignore")
            results.close()


@contextmanager
def _given_up() -> Iterator[None]:
    """Work given up while more is handed out: a thread of joblib's then looks for what is there no more, and ends."""
    before = threading.excepthook

    def failed(given: threading.ExceptHookArgs) -> None:
        if given.exc_type is not KeyError or given.thread is None or given.thread.name != "ExecutorManagerThread":
            before(given)

    threading.excepthook = failed
    try:
        yield
    finally:
        threading.excepthook = before


def patient(
    crew: Crew, do: Callable[[Any, K], tuple[K, T]], plan: object, wanted: Iterable[K], lost: Callable[[K], T]
) -> Generator[tuple[K, T], None, None]:
    """What comes of each of those wanted, in any order.

    What was lost with a worker is tried once more, one at a time; where that is lost again, `lost` says what comes.
    """
    sent: dict[K, None] = {}
    left = iter(wanted)

    def sending() -> Iterator[K]:
        for one in left:
            sent[one] = None
            yield one

    while True:
        try:
            with closing(crew.work(do, plan, sending())) as results:
                for one, outcome in results:
                    del sent[one]
                    yield one, outcome
            return
        except LostWork:
            for one in list(sent):
                yield one, _alone(crew, do, plan, one, lost)
                del sent[one]


def _alone(crew: Crew, do: Callable[[Any, K], tuple[K, T]], plan: object, one: K, lost: Callable[[K], T]) -> T:
    try:
        with closing(crew.work(do, plan, [one])) as results:
            return next(results)[1]
    except LostWork:
        return lost(one)


def crew(engine: str, jobs: int, scheduler: str | None, stack: ExitStack) -> Crew:
    """The crew of an engine, whose cluster `stack` ends; raises MissingPackage with what to install, or NoCluster."""
    if engine == "local" and jobs == 1:
        return Alone()
    for package in {"local": ("joblib",), "dask": ("joblib", "distributed"), "ray": ("joblib", "ray")}[engine]:
        if find_spec(package) is None:
            raise MissingPackage(needs(package))
    if engine == "dask":
        return _dask(jobs, scheduler, stack)
    if engine == "ray":
        return _ray(jobs, scheduler, stack)
    stack.callback(_dismiss)
    return Joblib("loky", jobs)


def _dismiss() -> None:
    """Ends the processes here; left to itself, joblib would warn of what they share when the program has ended."""
    executor = getattr(sys.modules.get("joblib.externals.loky.reusable_executor"), "_executor", None)
    if executor is None:
        return  # none has begun
    with _given_up():
        getattr(executor, "terminate", executor.shutdown)(kill_workers=True)


@contextmanager
def _reached(scheduler: str | None) -> Iterator[None]:
    """Says of a cluster that it was not reached."""
    try:
        yield
    except (OSError, ValueError, RuntimeError) as error:
        if scheduler is None:
            raise
        raise NoCluster(f"no cluster is reached at `{made_safe(scheduler)}`: {made_safe(str(error))}") from None


def _dask(jobs: int, scheduler: str | None, stack: ExitStack) -> Crew:
    from distributed import Client, LocalCluster

    if scheduler is None:
        cluster = stack.enter_context(
            LocalCluster(n_workers=jobs, threads_per_worker=1, dashboard_address=None, silence_logs=50)
        )  # fmt: skip
        scheduler = cluster.scheduler_address
    with _reached(scheduler):
        client = stack.enter_context(Client(scheduler))
    return Joblib("dask", max(jobs, len(client.nthreads())))


def _ray(jobs: int, scheduler: str | None, stack: ExitStack) -> Crew:
    import ray
    from ray.util.joblib import register_ray

    mine = {"num_cpus": jobs, "include_dashboard": False} if scheduler is None else {}
    with _reached(scheduler):
        ray.init(address=scheduler, log_to_driver=False, logging_level=40, **mine)
    stack.callback(ray.shutdown)
    ray.get(ray.remote(lambda: None).remote())  # joblib's backend fails before the first worker is there
    register_ray()
    return Joblib("ray", jobs, in_order=True)
