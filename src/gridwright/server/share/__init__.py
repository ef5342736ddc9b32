"""What a table is outside of its page: previews of links, replays elsewhere, imported games."""
