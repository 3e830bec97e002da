"""The assistant and laboratory for word-deduction games.

One keeps a *secret*, the other makes *guesses*; every guess is answered with a *score*.

========== ==========================================================================
game       a list of guesses, a list of secrets, and a rule that scores one against
           the other
secret     what is to be found
guess      what is tried; it need not be a possible secret
score      the answer to a guess; for words a pair (exact, elsewhere): letters in the
           right place, further letters in common, repeats counted once per pair
turn       one guess with its score; the turns so far are the *history*
candidate  a secret that agrees with every turn so far
partition  the candidates grouped by the score a guess would get; one group is a *part*
strategy   how the next guess is chosen
opening    the first guess, or the first few fixed guesses
tree       a strategy written out: a guess, and a subtree for every score
total      guesses over all secrets, the winning guess counted; *mean* is per secret,
           *worst* is the longest game
========== ==========================================================================

The rooms, each allowed to import those to its right::

    cli -> assistant, analysis -> games -> engine        (errors: the ground)

Axis letters in docstrings: G guesses, S secrets, A candidates, K score codes.
"""

__version__ = "0.1.0"
