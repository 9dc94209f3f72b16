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
cli-time-range = --time takes seconds from 0 to { $most }
cli-seconds = --seconds takes a time in seconds, such as 2.5
cli-gtp-games = GTP is for go and othello, not for { $game }
cli-gtp-position = --position - is not for gtp: the controller speaks on standard input; give the diagram or @FILE
cli-match-position = a match of { $game } cannot begin from a diagram: its records would not say so; --moves can
cli-no-such-game-in-file = there is no game { $number } in the file, which has { $count }
cli-game-in-file = game { $number }: { $why }
cli-othello-form = --to { $form } is for othello, and this is a game of { $game }
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
cli-solve-total = total
cli-solve-speed = nodes { $nodes }, { $seconds } CPU s, { $rate } M nodes/s
cli-solve-table = table { $size } MiB
cli-solve-dots-value = value { $value }
cli-solve-dots-best = best { $line }
cli-analyze-best = best { $line } { $value }
cli-match-title = { $first } against { $second }, { $game } ({ $rules })
cli-match-result = { $games } games: { $won } won, { $drawn } drawn, { $lost } lost = { $rate } % (95 %: { $low }–{ $high }); CPU a move { $first } s and { $second } s
cli-match-faults = lost by fault { $first } and { $second }
cli-no-moves = the game has no moves
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

# --help: headings, then a message per command and per argument.
exit-not-found = there is no such file or directory
exit-denied = that is not permitted
exit-directory = that is a directory
exit-full = the disk is full
help-error-missing = Missing: { $what }
help-error-unknown = Not known, or one too many: { $what }
help-error-command = Not a command: { $what }
help-error-conflict = { $what } does not go with { $more }
help-error-no-value = { $what } needs a value
help-error-value = “{ $what }” is no value for { $more }
help-error-more = --help tells more.
help-usage = Usage:
help-commands = Commands
help-options = Options
help-arguments = Arguments
help-help = Print help
help-version = Print the version
help = Go, Connect 4, Dots and Boxes (ceritos) and Othello: play them, study them, serve them. Without a command it serves the page.
help-lang = Language of everything that is said: es or en [default: from LANG]
help-play = Play a game in the terminal
help-serve = Serve the page and the interface; what the bare program does too
help-games = List the games with their rules, presets and machine levels
help-perft = Count the move sequences of every length up to DEPTH
help-replay = Referee games given as move lists, one game a line on standard input
help-solve = Solve positions exactly
help-analyze = Say what every move of a game was worth
help-bench = Measure speed, in CPU time
help-gtp = Speak GTP on standard input and output
help-gtp-position = Begin from a diagram, until the controller clears the board: its text or @FILE
help-gtp-moves = Play these moves first, until the controller clears the board
help-nboard = Speak the NBoard protocol on standard input and output
help-match = Let two engines play each other
help-match-first = The first player: a level, a GTP command, or nboard:COMMAND (nboard@16:COMMAND for 16 plies instead of 12)
help-match-second = The second player, likewise
help-convert = Turn game files into one another
help-convert-game = The game to take of a file with several, from 1 [default: all]
help-ask = Answer Prolog goals over the courses’ predicates
help-predicates = List the courses’ predicates
help-completions = Print the completion script of a shell
help-any-size = Board size, such as 9 or 5x7; short for --rules size=…
help-any-rules = Rules as key=value pairs, such as "size=9 komi=7" (see the command games)
help-any-position = Begin from a diagram: its text, @FILE, or - for standard input
help-any-moves = Play these moves first, separated by blanks or commas
help-play-game = go, connect4, dots or othello (also ceritos, conecta4, reversi …)
help-play-first = Who makes the first move
help-play-level = The machine’s level (see the command games)
help-play-two = Two people share the terminal, no machine plays
help-play-watch = The machine plays both sides
help-play-time = The machine’s time for a move, in seconds
help-play-seed = Decides the machine’s lots; the same seed plays the same game
help-play-load = Begin with a game saved before
help-play-color = When to use colours
help-othello-lang = Language of the messages: es or en [default: es]
help-othello = The course’s two Othello programs: referee a game file, play from a board
