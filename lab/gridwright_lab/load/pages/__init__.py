"""What pages read at a full server: how long it takes, and by which plans."""
