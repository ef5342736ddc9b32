"""No message depends on hidden information."""
