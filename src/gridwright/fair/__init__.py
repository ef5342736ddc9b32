"""Fair dealing: the server commits before it deals, and anyone can check it afterwards."""
