"""Bots of somebody's own, for the tests: the same player in plain Python and compiled, and some that go wrong."""

from citadels_sim.bots import compiled_bot


def first(view, legal, rng):
    """Plays the first legal action."""
    return legal[0]


@compiled_bot
def first_compiled(public, me, rules, legal, n, bot_state):
    """Plays the first legal action, compiled."""
    return 0


def dice(view, legal, rng):
    """Plays any legal action."""
    return rng.choice(legal)


def prints(view, legal, rng):
    """Says what it does."""
    print("hello")  # noqa: T201
    return legal[0]


def nonsense(view, legal, rng):
    return "nonsense"


def broken(view, legal, rng):
    return view["nothing"]


def builds(view, legal, rng):
    """Builds when it can."""
    return rng.choice([label for label in legal if label.startswith("build:")] or list(legal))


def ends(view, legal, rng):
    """Ends the program."""
    raise SystemExit(0)


@compiled_bot
def beyond(public, me, rules, legal, n, bot_state):
    """Chooses what is no action."""
    return n


@compiled_bot
def before(public, me, rules, legal, n, bot_state):
    """Chooses what is no action."""
    return -1
