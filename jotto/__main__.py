"""Run the command line: ``python -m jotto``."""

from jotto.cli import main

if __name__ == "__main__":
    main()
