# What the terminal program says.

cli-no-server-yet = Without arguments this program will serve the games as a page. That part is not built yet; here is what works.
cli-unknown-game = there is no game “{ $found }”; the games are: { $games }
cli-move-refused = move { $number }, { $move }: { $why }
cli-games-rules = Rules (--rules "key=value …")
cli-games-presets = Presets
cli-games-levels = Machine levels
