"""Names for the records that rules and bots take, so that a signature says what is meant.

To a type checker each of them is `Any`: compiled code gets the compiler's records, interpreted code those of NumPy, and neither tells it
the fields, which stand where the record is declared.
"""

from __future__ import annotations

from typing import Any, TypeAlias

State: TypeAlias = Any
"""A whole game (`engine.state.STATE`)."""
Public: TypeAlias = Any
"""What all players know (`engine.state.PUBLIC`)."""
Seat: TypeAlias = Any
"""What one player knows beside it (`engine.state.SEAT`)."""
Legal: TypeAlias = Any
"""The actions among which a player decides (`engine.state.LEGAL`)."""
Rules: TypeAlias = Any
"""The rules of a table (`engine.rules.RULES`)."""
Journal: TypeAlias = Any
"""The events of a game (`engine.journal.JOURNAL`)."""
Event: TypeAlias = Any
"""One of them (`engine.journal.EVENT`)."""
BotState: TypeAlias = Any
"""A bot's parameters, memory and random stream (`engine.loop.BOT_STATE`)."""
Lineup: TypeAlias = Any
"""The bots of a table, and where each sits (`engine.loop.LINEUP`)."""
