"""``python -m gridwright`` is ``gridwright``."""

from gridwright.cli.main import main

if __name__ == "__main__":
    main()
