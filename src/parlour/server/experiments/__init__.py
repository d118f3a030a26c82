"""The lab of an open house."""
