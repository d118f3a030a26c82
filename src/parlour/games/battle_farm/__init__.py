"""Battle Farm: plant, trade and harvest against your neighbours, for two to six."""
