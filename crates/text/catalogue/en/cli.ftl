# What the terminal program says.

cli-unknown-game = there is no game “{ $found }”; the games are: { $games }
cli-unknown-preset = { $game } has no preset “{ $found }”; there are: { $presets }
cli-move-refused = move { $number }, { $move }: { $why }
cli-games-rules = Rules (--rules "key=value …")
cli-games-presets = Presets
cli-games-levels = Machine levels

cli-welcome = { $game } ({ $rules })
cli-seat-human = { $side }: you
cli-seat-machine = { $side }: the machine, level { $level } ({ $name })
cli-try-help = Type help to see what you can type.
cli-no-such-level = there is no level { $level }; levels go from 0 to { $most }
cli-time-range = --time takes seconds from 0 to { $most }
cli-seconds = --seconds takes a time in seconds, such as 2.5
cli-gtp-games = GTP is for go and othello, not for { $game }
cli-network-inputs = { $file }: a network of version { $version } with { $planes } planes and { $globals } global inputs; those with 22 planes and 19 global inputs (version 8 and later) are understood
cli-networks-own = comes with the program
cli-networks-none = No other network in { $directory }. A KataGo network (.bin.gz or .txt.gz) put there is listed here; --network FILE or SOBREMESA_GO_NETWORK names one elsewhere.
cli-networks-line = { $file }: { $name }, { $shape }, version { $version }, { $weights } weights
cli-networks-wrong = { $count ->
    [one] a network cannot be used
   *[other] { $count } networks cannot be used
 }
cli-gtp-position = --position - is not for gtp: the controller speaks on standard input; give the diagram or @FILE
cli-match-position = a match of { $game } cannot begin from a diagram: its records would not say so; --moves can
cli-no-such-game-in-file = there is no game { $number } in the file, which has { $count }
cli-game-in-file = game { $number }: { $why }
cli-othello-form = --to { $form } is for othello, and this is a game of { $game }
cli-convert-unusual = { $count ->
    [one] game { $number }: { $why }
   *[other] { $count } games, the first is game { $number }: { $why }
}
cli-convert-lost = { $form } cannot say: { $part } ({ $count ->
    [one] one game
   *[other] { $count } games
})
cli-form-start = --to { $form } cannot say where a game begins, and this one does not begin with the four discs and Black; sgf and ggf can
cli-dots-too-many-lines = more than 64 lines are left: too many to solve
cli-positions-refused = { $count ->
    [one] 1 of the positions could not be read
   *[other] { $count } of the positions could not be read
}
cli-no-problems = { $file } has no problem
cli-results-wrong = { $count ->
    [one] 1 result is not the file’s
   *[other] { $count } results are not the file’s
}
cli-solve-value = { $empties } empty: { $value }
cli-solve-win = win
cli-solve-draw = draw
cli-solve-loss = loss
cli-solve-right = expected { $expected }: right
cli-solve-wrong = expected { $expected }: WRONG
cli-connect4-empty = the empty board
cli-connect4-win = { $count ->
    [one] { $position }: { $side } to move, and wins with the next move (score { $score })
   *[other] { $position }: { $side } to move, and wins in { $count } moves of its own (score { $score })
}
cli-connect4-loss = { $count ->
    [one] { $position }: { $side } to move, and loses: the rival needs 1 more move (score { $score })
   *[other] { $position }: { $side } to move, and loses: the rival needs { $count } more moves (score { $score })
}
cli-connect4-win-only = { $position }: { $side } to move, and wins
cli-connect4-loss-only = { $position }: { $side } to move, and loses
cli-connect4-draw = { $position }: { $side } to move, and it is a draw
cli-connect4-columns = column
cli-connect4-line = best play: { $line }
cli-connect4-known = without a search: the book has it, or it is seen at once
cli-connect4-effort = { $nodes } nodes, { $time } ms of CPU time
cli-solve-total = total
cli-solve-speed = nodes { $nodes }, { $seconds } CPU s, { $rate } M nodes/s
cli-solve-table = table { $size } MiB
cli-dots-wins = { $side } to move, and wins { $own }–{ $rival } (value { $value })
cli-dots-loses = { $side } to move, and loses { $own }–{ $rival } (value { $value })
cli-dots-draws = { $side } to move, and it ends { $own }–{ $rival }, a draw (value { $value })
cli-dots-best-line = the line to draw: { $line }
cli-dots-every-line = what each line is worth:
cli-not-for = the command { $command } is not for { $game } but for { $games }
cli-one-size = { $game } has a board of one size: there is no --size
cli-solve-dots-value = value { $value }
cli-solve-dots-best = best { $line }
cli-analyze-best = best { $line } { $value }
cli-match-title = { $first } against { $second }, { $game } ({ $rules })
cli-match-result = { $games ->
    [one] 1 game
   *[other] { $games } games
 }: { $won } won, { $drawn } drawn, { $lost } lost = { $rate } % (95 %, n = { $games }: { $low }–{ $high }); CPU a move { $first } s and { $second } s
cli-match-faults = lost by fault { $first } and { $second }
cli-match-sprt-higher = sequential test: { $higher } Elo rather than { $lower } (logarithm of the ratio { $ratio }, bounds ±{ $bound })
cli-match-sprt-lower = sequential test: { $lower } Elo rather than { $higher } (logarithm of the ratio { $ratio }, bounds ±{ $bound })
cli-match-sprt-open = sequential test: not decided between { $lower } and { $higher } Elo (logarithm of the ratio { $ratio }, bounds ±{ $bound })
cli-match-sprt-odd = --sprt wants two differences in Elo, the smaller first, such as 0 10
cli-match-out-other = another match is kept in that directory: { $found }
cli-match-out-nameless = that directory has games of a match whose terms it does not say; name another one
cli-match-out-busy = another program is playing the match in that directory
cli-match-player = player { $number }: { $why }
cli-match-judge = the judge: { $why }
cli-fault-missing = the engine cannot be started: { $what }
cli-fault-silent = the engine does not answer in time
cli-fault-gone = the engine ended
cli-fault-nonsense = the engine answered “{ $what }”
cli-fault-refused = the engine refused: { $what }
cli-fault-set-up = the engine cannot begin from there: { $what }
cli-no-moves = the game has no moves
cli-thinking = thinking…
cli-thinking-so-far = thinking: { $move } { $value }, depth { $depth }, { $nodes } nodes
cli-machine-plays = { $side }: { $move }
cli-machine-plays-with-value = { $side }: { $move } (value { $value }, { $nodes } nodes)
cli-forced-pass = { $side } has no move and passes.
cli-hint-goes-on = It might go on like this: { $line }
cli-resigned = { $wins }, by resignation
cli-next-game = Type new to play again, or quit to leave.
cli-hint-others = Other moves: { $list }
cli-legal-moves = { $count ->
    [one] 1 legal move: { $list }
   *[other] { $count } legal moves: { $list }
}
cli-settle = Play has stopped. Taken for dead: { $list }.
cli-settle-none = Play has stopped. No stone is taken for dead.
cli-settle-help = Type agree to count like this, resume to play on, or a stone to change what its group is.
cli-file-missing = Which file? For example: save game.sgf
cli-saved = Saved in { $file }.
cli-save-set-up = a game that began from a diagram cannot be saved as a move list
cli-load-failed = { $file }: { $why }
cli-load-other-game = { $file } is a game of { $game }
cli-help =
    undo         take your last move back
    pass         pass your turn, where the game allows it
    resign       give the game up
    agree        count without the dead stones, once play has stopped
    resume       play on instead
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

exit-not-found = there is no such file or directory
exit-denied = that is not permitted
exit-directory = that is a directory
exit-full = the disk is full

# What benchmarks measure: the unit after each number.
bench-kinds = the kinds are: { $kinds }
bench-wrong = WRONG
bench-positions = positions
bench-microseconds = µs
bench-nodes = nodes
bench-playouts-per-second = playouts/s
bench-moves-per-playout = moves/playout
bench-batch = at a time
bench-evaluations-per-second = evaluations/s
bench-positions-per-second = positions/s
bench-depth = plies
bench-leaves = leaves
bench-cpu-seconds = CPU s
bench-elapsed-seconds = s elapsed
bench-million-leaves-per-second = M leaves/s
bench-million-nodes-per-second = M nodes/s
bench-games-per-second = games/s
bench-moves-per-second = moves/s
bench-moves-per-game = moves/game
bench-score = discs
bench-empties = empty
bench-endings = endings
bench-milliseconds-each = ms each
bench-games = games
bench-mean-error = discs from the true score
bench-root-mean-square = root mean square
bench-moves-per-match = moves a match
bench-watchers = watchers
bench-database-megabytes = MB on disk
bench-fill-s = s to fill the database
bench-start-s = s to start
bench-list-ms = ms for the list
bench-open-ms = ms for a match
bench-megabytes = MB resident
bench-kilobytes-per-watcher = kB a watcher
bench-wanted-per-second = moves/s wanted
bench-matches = matches
bench-durable-moves-per-second = durable moves/s
bench-moves-per-cpu-second = moves per server CPU second
bench-acknowledged-ms-p50 = ms to half of the acknowledgements
bench-acknowledged-ms-p99 = ms to 99 % of them
bench-acknowledged-ms-max = ms to the last
cli-admin-well = Matches that are well: { $count }
cli-admin-damaged = { $match } is damaged: { $what }
cli-admin-file = the file is damaged: { $what }
cli-admin-not-well = not everything is well; a backup has it as it was (admin restore)
cli-admin-missing = { $count ->
    [one] one match is not there
   *[other] { $count } matches are not there
}
cli-admin-removed = Matches removed: { $count }
cli-admin-stats = Matches: { $matches } ({ $over } over, { $listed } listed); events: { $events }; size: { $size } KiB
cli-admin-exists = { $file } is there already
cli-admin-backup = Matches in { $file }: { $count }
cli-admin-left-out = damaged matches are not in the backup
cli-admin-not-empty = there are matches in the database already ({ $count }): restore into an empty one
cli-admin-restored = Matches restored from { $file }: { $count }
cli-admin-no-backup = { $file } is no backup that can be restored: { $what }
