"""The web application: lobby, tables and replays."""
