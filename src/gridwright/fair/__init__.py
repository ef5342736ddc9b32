"""Fair dealing: the server commits to a seed before it deals, and anyone can verify it later."""
