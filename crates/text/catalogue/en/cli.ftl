# What the terminal program says.

cli-unknown-game = there is no game “{ $found }”; the games are: { $games }
cli-move-refused = move { $number }, { $move }: { $why }
cli-games-rules = Rules (--rules "key=value …")
cli-games-presets = Presets
cli-games-levels = Machine levels

cli-welcome = { $game } ({ $rules })
cli-seat-human = { $side }: you
cli-seat-machine = { $side }: the machine, level { $level } ({ $name })
cli-try-help = Type help to see what you can type.
cli-no-such-level = there is no level { $level }; levels go from 0 to { $most }
cli-thinking = thinking…
cli-thinking-so-far = thinking: { $move } { $value }, depth { $depth }, { $nodes } nodes
cli-machine-plays = { $side } plays { $move }
cli-machine-plays-with-value = { $side } plays { $move } (value { $value }, { $nodes } nodes)
cli-forced-pass = { $side } has no move and passes.
cli-hint = { $move }  value { $value }  ({ $line })
cli-legal-moves = { $count ->
    [one] 1 legal move: { $list }
   *[other] { $count } legal moves: { $list }
}
cli-nothing-to-undo = There is nothing to take back.
cli-file-missing = Which file? For example: save game.sgf
cli-saved = Saved in { $file }.
cli-save-set-up = a game that began from a diagram cannot be saved as a move list
cli-load-failed = { $file }: { $why }
cli-load-other-game = { $file } is a game of { $game }
cli-help =
    undo         take your last move back
    pass         pass your turn, where the game allows it
    resign       give the game up
    hint         ask the strongest machine what it would play
    moves        list every legal move
    board        show the board again
    save FILE    save the game (SGF)
    load FILE    go on with a saved game
    new          start again with the same rules
    quit         leave
cli-help-go = A move is a point: a column letter (without I) and a row number, such as D4.
cli-help-connect4 = A move is the number of a column, such as 4.
cli-help-dots = A move is a line: F-C-h is the top side of the box at row F, column C, and F-C-v its left side; such as 2-1-h.
cli-help-othello = A move is a square: a column letter and a row number, such as d3. Squares where you may play are marked.
