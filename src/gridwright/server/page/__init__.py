"""The browser client, built by ``make web`` and included in the wheel."""
