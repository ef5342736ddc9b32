"""What leaves the table: pictures of links, and games that come in as transcripts."""
