"""Tables whose people leave, vanish, vote and come back."""
