"""Programs that guests upload and the house runs in a sandbox: reading, building and playing them."""
