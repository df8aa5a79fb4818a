"""Variants: the rules a table agrees on before play, read from TOML files, checked, resolved and compared.

The switches of the rules are declared here; what they do is the engine's business.
"""

from citadels_sim.errors import Fault, VariantError
from citadels_sim.variants.compare import Change, Comparison, Line, compare, diff
from citadels_sim.variants.history import REVISIONS, Revision, rules_version
from citadels_sim.variants.model import Table, Variant
from citadels_sim.variants.numbers import NUMBERS
from citadels_sim.variants.reader import edition_names, from_resolved, load_variant, variant_names
from citadels_sim.variants.switches import SWITCHES, Switch, reading

__all__ = [
    "NUMBERS",
    "REVISIONS",
    "SWITCHES",
    "Change",
    "Comparison",
    "Fault",
    "Line",
    "Revision",
    "Switch",
    "Table",
    "Variant",
    "VariantError",
    "compare",
    "diff",
    "edition_names",
    "from_resolved",
    "load_variant",
    "reading",
    "rules_version",
    "variant_names",
]
