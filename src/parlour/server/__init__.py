"""The web application: lobby, tables, seats, replays."""
