"""What only one game has besides its rules: a room for each, called like the folder of its rules.

    routes.py       what can be asked over HTTP: `ROUTES`, and `opened(house)`, what is open while the house is
    commands.py     what can be typed: `COMMANDS`; `add_options`, for options that `play`, `simulate` and `match` take
                    for this game only; `ask_in_menu`, questions of its own in the menu

`parlour.games.room` finds them by the name of the game. A package with a game of its own names such modules by entry
points in the groups `parlour.routes` and `parlour.commands`; docs/write-a-game.md shows both.
"""
