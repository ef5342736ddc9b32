"""Many games at once, written so that a stopped run can go on."""
