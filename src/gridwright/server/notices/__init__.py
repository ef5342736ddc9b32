"""Turn notices: recipients, channels and quiet hours."""
