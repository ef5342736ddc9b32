"""The server's own code in simulated time: faults drawn by a seed, and what must hold in spite."""
