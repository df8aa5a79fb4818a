"""Code of each district in compiled code and in tables: 17 basic ones (2016 4.3), the 30 uniques of 2016, 7 that only classic has.

The order is part of the contract of the engine: append, never insert. The package calls this module `D`.
"""

from typing import Final

MANOR: Final = 0
CASTLE: Final = 1
PALACE: Final = 2
TEMPLE: Final = 3
CHURCH: Final = 4
MONASTERY: Final = 5
CATHEDRAL: Final = 6
TAVERN: Final = 7
MARKET: Final = 8
TRADING_POST: Final = 9
DOCKS: Final = 10
HARBOR: Final = 11
TOWN_HALL: Final = 12
WATCHTOWER: Final = 13
PRISON: Final = 14
BARRACKS: Final = 15
FORTRESS: Final = 16
ARMORY: Final = 17
BASILICA: Final = 18
CAPITOL: Final = 19
DRAGON_GATE: Final = 20
FACTORY: Final = 21
FRAMEWORK: Final = 22
GOLD_MINE: Final = 23
GREAT_WALL: Final = 24
HAUNTED_QUARTER: Final = 25
IMPERIAL_TREASURY: Final = 26
IVORY_TOWER: Final = 27
KEEP: Final = 28
LABORATORY: Final = 29
LIBRARY: Final = 30
MAP_ROOM: Final = 31
MONUMENT: Final = 32
MUSEUM: Final = 33
NECROPOLIS: Final = 34
OBSERVATORY: Final = 35
PARK: Final = 36
POOR_HOUSE: Final = 37
QUARRY: Final = 38
SCHOOL_OF_MAGIC: Final = 39
SECRET_VAULT: Final = 40
SMITHY: Final = 41
STABLES: Final = 42
STATUE: Final = 43
THEATER: Final = 44
THIEVES_DEN: Final = 45
WISHING_WELL: Final = 46
GRAVEYARD: Final = 47
UNIVERSITY: Final = 48
LIGHTHOUSE: Final = 49
BELL_TOWER: Final = 50
HOSPITAL: Final = 51
THRONE_ROOM: Final = 52
BALLROOM: Final = 53
