"""Actions, offers and events by topic. Every field states its kind; all other forms are derived."""
