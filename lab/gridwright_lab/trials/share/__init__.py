"""Pictures of links, and games that are imported as transcripts."""
