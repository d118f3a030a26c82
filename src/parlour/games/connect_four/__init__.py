"""Connect four, the worked example."""
