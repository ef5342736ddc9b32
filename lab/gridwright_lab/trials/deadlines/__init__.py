"""Each deadline fires once, even with hundreds of thousands of them."""
