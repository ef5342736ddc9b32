"""The browser's client, built by ``make web`` and carried by the wheel."""
