"""Drawing the charts of a report: several at a time, by processes that are started afresh."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import Final

from citadels_sim.processes import end_with_parent, ignore_sigint, single_threaded, spawning
from citadels_sim.show.charts.chart import Chart, FigureKind

_CHARTS_PER_HELPER: Final = 6
"""A process takes as long to start as to draw so many charts."""


def draw_charts(charts: Sequence[Chart], kinds: Sequence[FigureKind], workers: int = 1) -> Iterator[tuple[Chart, dict[FigureKind, bytes]]]:
    """Draw charts, in no order.

    Parameters
    ----------
    charts : sequence of Chart
    kinds : sequence of {"svg", "png"}
        Kinds of files.
    workers : int
        Most processes, this one among them.

    Yields
    ------
    chart : Chart
    files : dict
        Kind -> content. Any number of workers gives the same bytes.
    """
    helpers = min(workers - 1, len(charts) // _CHARTS_PER_HELPER)
    if helpers < 1:
        yield from ((chart, chart.files(kinds)) for chart in charts)
        return
    # Not forked: the threads of Polars would be missing in the copy.
    pool = ProcessPoolExecutor(helpers, spawning(), end_with_parent)
    try:
        with single_threaded(), ignore_sigint():
            drawn = [(chart, pool.submit(chart.files, kinds)) for chart in charts]
        # The helpers begin at the front, this process at the back.
        for chart, future in reversed(drawn):
            if future.cancel():
                yield chart, chart.files(kinds)
        for chart, future in drawn:
            if not future.cancelled():
                yield chart, future.result()
    finally:
        pool.shutdown(cancel_futures=True)
