"""The assistant and laboratory for word-deduction games.

One player has a *secret*, the other makes *guesses*; each guess gets a *score*.

============== =================================================================================
game           a list of guesses, a list of secrets, and a rule that scores one against the other
secret         what the guesses are to find
guess          a try; it need not be a possible secret
score          the answer to a guess; for words a pair (exact, elsewhere): letters in the right
               place, further letters in common, repeats counted once per pair
turn, history  one guess with its score; the turns so far
candidate      a secret that agrees with every turn so far
position       a game together with the turns so far
partition      the candidates grouped by the score a guess would get; one group is a *part*
measure        what a partition is worth: entropy, largest part, expected size, number of parts
strategy       how the next guess is chosen
opening        the first guess, or the first few fixed guesses
tree           a strategy written out: a guess, and a subtree for every score
lengths        the guesses that each secret takes; from them total, mean, sd, worst, games
============== =================================================================================

>>> import jotto
>>> at = jotto.start(jotto.words(["hatch", "latch", "match", "crane"]), ("hatch", "4,0"))
>>> at.candidates, jotto.evaluate(at).mean
(['latch', 'match'], 1.5)

Names are loaded when they are first used, so that importing the package is fast.
Axis letters in docstrings: G guesses, S secrets, A candidates, K score codes.
"""


def _homes() -> dict[str, str]:
    """Read the module of each public name from the stub, where type checkers find them."""
    import re
    from pathlib import Path

    stub = Path(__file__).with_suffix(".pyi").read_text("utf-8")
    imports = re.findall(r"^from (\S+) import (\([^)]*|.*)", stub, re.MULTILINE)
    return {name: home for home, names in imports for name in re.findall(r" as (\w+)", names)}


def _installed_version() -> str:
    """Return the version that the build took from git; of files that are not installed, none."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("jotto")
    except PackageNotFoundError:
        return "0+not.installed"


def __getattr__(name: str) -> object:
    """Load a public name when it is first used (PEP 562)."""
    from importlib import import_module

    homes = _homes()
    if name == "__version__":
        value: object = _installed_version()
    elif name == "__all__":
        value = sorted(homes)
    elif name in homes:
        value = getattr(import_module(homes[name]), name)
    else:
        raise AttributeError(f"module 'jotto' has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> object:
    return __getattr__("__all__")


def lazy_modules(package: str) -> object:
    """Return a ``__getattr__`` that imports the modules of a package when they are first used."""

    def load(name: str) -> object:
        from importlib import import_module

        module = f"{package}.{name}"
        try:
            return import_module(module)
        except ModuleNotFoundError as error:
            if error.name != module:  # something that it imports
                raise
            raise AttributeError(f"module {package!r} has no attribute {name!r}") from None

    return load
