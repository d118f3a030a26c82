"""Everything that only one game has besides its rules: a folder for each game, named like the folder of its rules.

    routes.py       its HTTP routes: `ROUTES`, and `opened(house)` for anything that runs while the house is open
    commands.py     its commands: `COMMANDS`; `add_options` for options that `play`, `simulate` and `match` take only
                    for this game; `add_settings` for options of `serve`; `ask_in_menu` for its own questions in the
                    menu

`parlour.games.room` finds them by the name of the game. A package with a game names such modules by entry points in
the groups `parlour.routes` and `parlour.commands`; docs/write-a-game.md shows both.
"""
