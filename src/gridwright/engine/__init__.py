"""The rules engine: pure and deterministic; imports only itself and the typing basics."""
