"""Fair dealing: the server commits before it deals, and anybody can check it afterwards."""
