"""The clock of a study: the seconds that it has taken in all sessions, and until when it may play."""

from __future__ import annotations

import time


class Clock:
    """Counts the seconds of a study; those of compiling, which happens once on a machine, are no part of them.

    Parameters
    ----------
    spent : float
        Seconds that earlier sessions took.

    Attributes
    ----------
    before : float
        Seconds of the requested time that went by before the study could count; only for what is said of that time.
    holds_page : bool
        Whether the requested time holds the page that is made afterwards.
    """

    def __init__(self, spent: float) -> None:
        self._earlier = spent
        self._begun = time.monotonic()
        self._until: float | None = None
        self.before, self.holds_page = 0.0, False

    @property
    def spent(self) -> float:
        """Seconds that the study has taken, in all sessions."""
        return self._earlier + time.monotonic() - self._begun

    @property
    def passed(self) -> float:
        """Seconds of this session."""
        return self.spent - self._earlier

    @property
    def requested(self) -> float | None:
        """Seconds that this session may take, page included; None: as many as it needs."""
        return None if self._until is None else self._until - self._earlier

    def restart(self) -> None:
        """Count this session from now on."""
        self._begun = time.monotonic()

    def set_limit(self, seconds: float | None, *, holds_page: bool, before: float) -> None:
        """Allow this session so many seconds from now on; None: no limit."""
        self._until = None if seconds is None else self.spent + seconds
        self.holds_page, self.before = holds_page, before

    def seconds_for_play(self, page: float, share: float = 1.0) -> float | None:
        """Return how many seconds a share of this session's play lasts, where the page takes `page` of them; None: no limit."""
        return None if self.requested is None else share * max(0.0, self.requested - page)

    def end(self, page: float, share: float = 1.0) -> float | None:
        """Return at what number of seconds spent a share of this session's play is over; None: never."""
        seconds = self.seconds_for_play(page, share)
        return None if seconds is None else self._earlier + seconds
