"""Code of each character in compiled code and in tables, in order of 2016 rank; 0 is nobody.

The order is part of the contract of the engine: append, never insert. The package calls this module `C`.
"""

from typing import Final

NONE: Final = 0
ASSASSIN: Final = 1
WITCH: Final = 2
MAGISTRATE: Final = 3
THIEF: Final = 4
SPY: Final = 5
BLACKMAILER: Final = 6
MAGICIAN: Final = 7
WIZARD: Final = 8
SEER: Final = 9
KING: Final = 10
EMPEROR: Final = 11
PATRICIAN: Final = 12
BISHOP: Final = 13
ABBOT: Final = 14
CARDINAL: Final = 15
MERCHANT: Final = 16
ALCHEMIST: Final = 17
TRADER: Final = 18
ARCHITECT: Final = 19
NAVIGATOR: Final = 20
SCHOLAR: Final = 21
WARLORD: Final = 22
DIPLOMAT: Final = 23
MARSHAL: Final = 24
QUEEN: Final = 25
ARTIST: Final = 26
TAX_COLLECTOR: Final = 27
