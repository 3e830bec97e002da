"""Make word lists: the same as `jotto lists`, for a checkout.

python scripts/build_wordlists.py scowl --length 6 -o english-6.txt
python scripts/build_wordlists.py ship wordlists
"""

import sys

from jotto.cli import main

if __name__ == "__main__":
    sys.argv[1:1] = ["lists"]
    main()
