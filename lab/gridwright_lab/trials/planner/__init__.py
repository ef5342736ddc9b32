"""What a planner does badly, counted in games that it plays against itself."""
