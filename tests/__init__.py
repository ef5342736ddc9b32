"""The project's tests; a package, so that test modules may share names and the kit."""
