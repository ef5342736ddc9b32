"""``python -m gridwright_lab`` is ``gridwright-lab``."""

from gridwright_lab.cli.main import main

if __name__ == "__main__":
    main()
