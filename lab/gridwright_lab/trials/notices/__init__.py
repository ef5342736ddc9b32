"""Every turn is notified, and none twice, while workers die."""
