"""AI Gardening War: two gardeners, one board of eight by eight, a hundred rounds."""
