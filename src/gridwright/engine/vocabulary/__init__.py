"""Actions, offers and events by topic. Every field says its kind; all other forms are derived."""
