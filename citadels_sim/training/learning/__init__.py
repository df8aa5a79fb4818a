"""How `learner` learns: it plays, and makes likelier what turned out better than expected."""
