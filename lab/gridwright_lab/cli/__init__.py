"""The command `gridwright-lab`."""
