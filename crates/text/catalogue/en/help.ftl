# --help: headings, then a message per command and per argument; `-long` is what
# a command says of itself in full, `help-any-…` what several share.
help-error-missing = Missing: { $what }
help-error-unknown = Not known, or one too many: { $what }
help-error-command = Not a command: { $what }
help-error-conflict = { $what } does not go with { $more }
help-error-no-value = { $what } needs a value
help-error-value = “{ $what }” is no value for { $more }
help-error-twice = { $what } may be given only once
help-error-many = “{ $what }” is one value too many for { $more }
help-error-number = { $what } needs another number of values
help-error-utf8 = One of the arguments is not UTF-8 text
help-error-subcommand = { $what } needs a command
help-error-other = The arguments are wrong
help-why-integer = expected a whole number
help-why-number = expected a number
help-why-empty = there is nothing
help-why-large = the number is too large
help-why-small = the number is too small
help-why-range = expected from { $least } to { $most }
help-why-least = expected at least { $least }
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
help-solve = Solve positions of Connect 4, Dots and Boxes or Othello exactly
help-analyze = Say what every move of a game was worth, what would have been better and why, or what the moves of a position are worth
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
help-any-rules = Rules as key=value pairs, such as "size=9 komi=7", or the name of a preset (see the command games)
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
help-play-color = When to use colours: auto (on a terminal, unless NO_COLOR is set), always or never
help-othello-lang = Language of the messages: es or en [default: es]
help-othello = The course’s two Othello programs: referee a game file, play from a board
help-any-preset = The rules of a preset by its name (see the command games); --size and --rules change them
help-any-game = go, connect4, dots or othello
help-any-seed = Decides the lots; the same seed repeats them
help-any-threads = Threads that search together
help-any-json = Write JSON, for programs
help-any-seconds = CPU seconds per line
help-any-level = Level of play (see the command games) [default: the strongest]
help-any-no_book = Search even what the opening book knows
help-play-long =
    Play a game in the terminal.

    Type a move as the game writes it (D4, 4, 2-1-h, d3) or a command: undo, pass, resign, hint, save FILE, load FILE, help, quit.
help-serve-listen = Where to listen (repeatable); with --course-pages the second and further ones are for the course’s pages alone
help-serve-lan = Listen on every address, so that the devices of the local network can play; the port is --listen’s
help-serve-data = Where the games are kept [default: sobremesa in the data directory of the user]
help-serve-database = A PostgreSQL database instead of the file: postgres://user@host/name
help-serve-thinkers = Threads on which machines think for long; one more is for what takes a moment [default: one less than there are cores, at least 2]
help-serve-creations = What an address may ask for in a minute, counted in new matches: a hint is a fifth of one, a record one and a sixteenth for every 4 kB
help-serve-connections = Connections an address may hold open
help-serve-trusted_proxy = A proxy that is believed when it says for whom it asks (Forwarded, X-Forwarded-For): an address or a range such as 10.0.0.0/8 (repeatable)
help-serve-origin = Another origin whose pages may connect, such as https://games.example (repeatable)
help-serve-engines = A file with outside engines to play against [default: engines.json in the data directory]
help-serve-course_pages = A directory with a course’s own pages, such as a student’s repository, served as they are; the ports that they ask by number are opened too
help-serve-course_doors = Who may ask the courses’ /pengine and /json: nobody; programs and the pages of this server, of its machine and of --origin; pages of any origin
help-serve-keep = Days for which a match in which nothing happens is kept [default: for ever]
help-serve-admin_listen = An address of the operator’s own: a page with what the server does, which asks for a token (SOBREMESA_ADMIN_TOKEN, or the file admin-token of the data directory), and GET /metrics
help-serve-log_json = Write the log as JSON; RUST_LOG says how much
help-games-game = One game; all of them when absent
help-perft-long =
    Count the move sequences of every length up to DEPTH.

    One line per depth: depth, count, CPU seconds, million leaves a second.
help-perft-depth = Plies
help-perft-divide = Show the count below each first move instead
help-replay-long =
    Referee games given as move lists, one game a line on standard input.

    For every game: a line SIDE MOVE… per ply with who moves and every legal move, then a line “over first|second|draw [SCORE SCORE]”, “open”, or “refused PLY MOVE REASON”, then an empty line.
help-replay-end = Say only how each game ends
help-replay-json = Write JSON, for programs: an object a game
help-solve-connect4 = The exact score of Connect 4 positions
help-solve-connect4-long =
    The exact score of Connect 4 positions.

    A position is the string of columns played from the empty board, such as 4455; only the first word of a line is read, and an empty line is the empty board. A terminal gets words. A pipe gets columns: the position, the score, the nodes searched and the CPU microseconds, then what --columns and --line add. The score is for the side to move: 22 minus the pieces the winner has played when it wins, negative if the rival does, 0 for a draw.
help-solve-connect4-positions = Positions; without any, and without --file, standard input is read
help-solve-connect4-file = A file of positions, one a line; - is standard input
help-solve-connect4-columns = Add the score of playing in each column, left to right; a full column is a dot
help-solve-connect4-line = Add best play for both sides to the end of the game
help-solve-connect4-wdl = Only the sign of the score: 1 won, 0 drawn, -1 lost
help-solve-connect4-table = Size of the table, such as 64M or 2G
help-solve-connect4-warm = Keep the table from one position to the next instead of starting each with an empty one
help-solve-connect4-size = Board size, rows x columns
help-solve-dots = Solve a Dots and Boxes position: net boxes for the side to move from now on, with best play by both
help-solve-dots-board = Rows x columns of boxes; the same as --size
help-solve-dots-size = Rows x columns of boxes, such as 4 or 3x4
help-solve-dots-position = Begin from a diagram (see docs/dots.md): its text, @FILE, or - for standard input; / stands for a new line
help-solve-dots-moves = Play these lines first, such as "1-1-h 2-2-v"
help-solve-dots-threads = Threads that share the table
help-solve-dots-table = Size of the table, such as 512M or 2G
help-solve-dots-lines = Also say what every line is worth
help-solve-dots-no_book = Do without the book, if there is one for this board
help-solve-othello = Solve Othello positions: the score for the side to move with best play by both, empty squares going to the winner
help-solve-othello-obf = Solve every problem of an OBF file (- is standard input) and compare with its scores
help-solve-othello-wld = Only who wins, not by how much
help-solve-othello-bits = Size of the table: 2^BITS boards of 16 bytes
help-analyze-dots = Say what every line of a game of Dots and Boxes was worth, what would have been better and why; or explain a position: what every line is worth and what kind of move it is, the chains and loops, and who is in control
help-analyze-dots-seconds = Seconds to spend on exact values of a position; what is not reached is estimated
help-analyze-othello = Say what every move of an Othello game was worth, what would have been better and why, and what each side lost, in discs; or value the moves of a position
help-analyze-othello-depth = Plies of search while more squares are empty than --exact [default: 16]
help-analyze-othello-exact = Empty squares from which values are exact [default: 23]
help-bench-connect4 = The Connect 4 solver on six kinds of position, each solved from an empty table without the book
help-bench-connect4-long =
    The Connect 4 solver on six kinds of position, each solved from an empty table without the book.

    The positions come of random play by seed and are sorted into kinds by how many pieces stand and how many plies of best play remain: easy fewer than 14, medium fewer than 28, hard more; the book helps to sort them. Where a piece wins at once there is nothing to solve: such positions are left out.
help-bench-connect4-kind = Only this kind, such as middle-medium
help-bench-connect4-count = Positions of each kind; hard ones are a tenth of that
help-bench-connect4-list = Print the positions with their scores instead of measuring
help-bench-go = Playouts of Go per CPU second: light (random with an eye rule), heavy, and whole simulations of the engine
help-bench-othello = Othello: perft, the FFO endgame suite, endings of games, the evaluation
help-bench-othello-long =
    Othello: perft, the FFO endgame suite, endings of games, the evaluation.

    The games begin with 8 random plies and go on with searches of 4.
help-bench-othello-perft = Depth of perft, 0 for none
help-bench-othello-ffo = The last FFO problem to solve, from 40; 39 for none
help-bench-othello-endings = Solve this many endings of games with 20 empty squares
help-bench-othello-evaluation = Measure the evaluation on this many games, at 24 to 40 empty squares
help-bench-playouts = Random games per CPU second, every move uniform over the legal ones
help-bench-playouts-game = One game; all of them when absent
help-bench-playouts-rules = Rules instead of the usual ones
help-bench-perft = Move sequences counted per CPU second
help-bench-perft-game = One game; all of them when absent
help-bench-server = The server under load: durable moves a second, acknowledgement times, memory of idle watchers. It runs as a process of its own
help-bench-server-watchers = Idle watchers to connect
help-bench-server-matches = Matches played at the same time
help-bench-server-seconds = Seconds of each measurement
help-bench-server-rate = Moves a second of the paced measurement
help-bench-server-game = The game that is played and watched
help-bench-server-database = A PostgreSQL database instead of an SQLite file
help-bench-server-stored = Instead of a load: how long a server takes to start on so many finished matches
help-bench-server-data = Where the SQLite file is made: the disk is part of what is measured
help-gtp-long =
    Answer GTP 2 on standard input and output, for Go or Othello.

    GoGui, Sabaki, Lizzie, KGS clients and Quarry can drive it. Nothing but answers is written to standard output. What --position and --moves set up is on the board until the controller clears it.
help-gtp-game = go or othello
help-gtp-time = Seconds a move, instead of the level’s own limit
help-gtp-nodes = Playouts or nodes a move, instead of the level’s own limit
help-gtp-resign = Resign below this chance of winning (0 never resigns)
help-gtp-seed = Seed of the player’s own choices [default: from the clock]
help-dots-engine = Speak the line protocol of Dots and Boxes (docs/dots.md) on standard input and output
help-match-long =
    Play a match between levels and outside engines.

    A player is a level of ours (6 or level:6) or the command line of an outside engine: GTP for Go and Othello, the line protocol of docs/dots.md for Dots and Boxes. nboard:COMMAND speaks NBoard to an Othello engine and asks for 12 plies, nboard@16:COMMAND for 16. The sides are swapped after every game. With --out every game is kept as SGF, and a match that was stopped goes on where it was. A game depends on its number and the seed: levels with a budget in nodes or plies play the same match again.
help-match-games = Games to play
help-match-parallel = Games at the same time
help-match-opening = Random plies at the start, the same for both games of a pair
help-match-time = Seconds a move [default: what each level uses]
help-match-nodes = Playouts or nodes a move for our levels
help-match-komi = Komi, in Go; short for --rules komi=…
help-match-judge = GTP engine whose final_score decides games that two passes ended [default: the rules’ own count; where players agree on dead stones, what ours takes for dead]
help-match-out = Directory for the log and the SGF of every game; resumes from it
help-convert-long =
    Read game records, check them by the rules and write them in another form.

    Reads SGF of all four games, JSON as the server exports it, GGF, WTHOR, Othello transcripts (one a line, if they are several) and Othello boards (OBF, 64 cells, diagrams), told apart by their contents. A board is a game that was set up and has no moves. What is unusual about a record and what a form cannot hold is said on standard error, once, with the number of games. Where a move is illegal it says which and why, and exits with 1.
help-convert-input = The file, or - for standard input
help-convert-to = The form to write: moves (one a line), sgf (the main line, replayed), sgf-tree (the file as it is, with variations, not replayed), ggf, transcript, wthor; of the final position: diagram, obf, board (64 cells and who moves)
help-convert-output = Where to write [default: standard output]
help-ask-long =
    Answer a Prolog goal over the games’ predicates, without a Prolog.

    Without a goal: a prompt on a terminal, otherwise the goals of the standard input. The exit status is 0 after an answer, 1 after false, 2 after an error.
help-ask-goal = A goal, such as 'tableroInicial(T), columnaDisp(T,C).'
help-ask-all = Print every answer instead of asking for each
help-ask-pretty = Draw the boards
help-ask-json = Write JSON, for programs: an object a goal
help-ask-module = Where unqualified names are looked for first
help-ask-time = Seconds an answer may take
help-predicates-module = One module; all of them when absent
help-predicates-markdown = As a Markdown page
help-predicates-pack = As the SWI-Prolog module file of the pack
help-completions-long =
    Print the completion script of a shell.

    For bash: source <(sobremesa completions bash).
help-completions-shell = bash, elvish, fish, powershell or zsh
help-othello-long =
    The course’s two Othello programs: referee a list of moves, and play on.

    They speak Spanish unless --lang says otherwise. Exit codes: 0 done, 1 a file cannot be read or written or has not the right form, or the input ended before the game, 2 wrong arguments, 3 (referee) the list has an incorrect move.
help-othello-referee = Check a list of moves; write the board when the game is not over
help-othello-referee-input = Two lines name,B|N, the colour that started, a move a line; - reads standard input
help-othello-referee-output = Where the board goes; - is standard output
help-othello-play = Go on from a board that the referee wrote, person against program
help-othello-play-board = The board file; - reads it from standard input, before the moves
help-othello-play-colour = The person’s colour: B or white, N or black (also blancas, negras)
help-othello-play-level = 0 random, 1 most discs turned, higher is stronger
help-othello-play-seed = Makes the program’s choices repeat
help-arbitro = Checks a game of Othello and writes the board if it is not over
help-arbitro-long =
    Checks a game of Othello and writes the board if it is not over.

    Exit codes: 0 done, 1 a file cannot be read or written or has not the right form, 2 wrong arguments, 3 there is an incorrect move.
help-arbitro-entrada = The list of moves; - is standard input
help-arbitro-salida = Where to write the board; - is standard output
help-arbitro-lang = Language of the messages: es or en [default: es]
help-jugar = Goes on with a game of Othello against the program
help-jugar-long =
    Goes on with a game of Othello against the program.

    Moves are typed on standard input; salir (or quit) leaves the game.

    Exit codes: 0 done (the game ended or was left with salir), 1 the board cannot be read or has not the right form, or the input ended before the game, 2 wrong arguments.
help-jugar-tablero = The board that the referee wrote; - is standard input
help-jugar-color = The person’s colour: B or white, N or black
help-jugar-nivel = 0 random, 1 most discs turned; higher is stronger
help-jugar-seed = Makes the program’s choices repeat
help-jugar-lang = Language of the messages: es or en [default: es]
help-bench-json = Write JSON, for programs: an object a line
help-match-sprt = End the match when a sequential test has decided between these two differences in Elo, with errors of 5 %
help-match-json = Write JSON, for programs: an object with the sum
help-convert-json = Write what was found as JSON, for programs: an object a game
help-grade = Grade submissions of a course, with counterexamples
help-grade-long =
    Grade submissions of a course, with counterexamples.

    A submission is a file, a folder, a .zip or a .tar.gz, or a folder or archive of them, as Moodle’s “download all” makes it. The programs run in a sandbox. What is wrong by the sheet costs points; what the sheet leaves open and what is style is shown and costs nothing.
help-grade-course = The course: conecta4 or go
help-grade-submissions = Files, folders and archives that were handed in
help-grade-rubric = Points, late penalty and passing mark, as TOML [default: the sheet’s]
help-grade-late = They were handed in late
help-grade-seed = Decides the boards of chance; the same seed asks the same
help-grade-only = Ask about this predicate alone; may be said again
help-grade-one = A folder or archive is one submission, whatever it looks like
help-grade-class = A folder or archive holds one submission each
help-grade-jobs = Submissions graded at once [default: one a processor]
help-grade-json = Write JSON, for programs, in check50’s form
help-grade-html = Write pages to this folder: one a submission, and a list
help-grade-junit = Write JUnit’s XML to this file
help-grade-worksheet = Fill in a copy of Moodle’s grading worksheet, beside it
help-grade-vpl = Write what Moodle’s VPL reads
help-grade-trust = Run the programs without a sandbox where none works
help-note-default = default: { $value }
help-note-values = values: { $value }
help-note-env = variable: { $value }
help-note-aliases = also: { $value }
help-similar = Perhaps you mean: { $what }
help-word-options = OPTIONS
help-word-command = COMMAND
help-word-game = GAME
help-word-size = SIZE
help-word-rules = RULES
help-word-preset = PRESET
help-word-diagram = DIAGRAM
help-word-moves = MOVES
help-word-seconds = SECONDS
help-word-file = FILE
help-word-dir = DIR
help-word-origin = ORIGIN
help-word-player = PLAYER
help-word-goal = GOAL
help-word-module = MODULE
help-word-level = LEVEL
help-word-seed = SEED
help-word-depth = DEPTH
help-word-threads = THREADS
help-word-positions = POSITIONS
help-word-lines = LINES
help-word-board = BOARD
help-word-colour = COLOUR
help-word-input = INPUT
help-word-output = OUTPUT
help-word-kind = KIND
help-word-count = COUNT
help-word-games = GAMES
help-word-table = TABLE
help-word-nodes = NODES
help-word-first = FIRST
help-word-opening = OPENING
help-word-time = TIME

help-analysis = Answer a review tool’s queries about positions of Go
help-analysis-long =
    Answer queries about positions of Go as KataGo’s analysis engine does.

    KaTrain and review tools write a JSON object a line and read one for every position. Many queries may wait; those of the highest priority come first, and terminate ends them. docs/gtp.md says which fields are honoured.
help-analysis-level = Level that looks where there is no network (see games) [default: the strongest]
help-analysis-network = Look with a KataGo network: a file, or a name that networks lists
help-analysis-visits = Visits for a position whose query does not say
help-analysis-parallel = Positions looked at together
help-analysis-threads = Threads for each position
help-analysis-quit_without_waiting = Leave when the input ends, whatever still waits
help-networks = List the networks for Go that are at hand, and check them
help-networks-long = List the networks for Go that are at hand, and check them: the one that comes with the program, those in the directory networks of the data directory and the one that SOBREMESA_GO_NETWORK names
help-networks-files = Network files to check instead
help-gtp-network = Play Go with a KataGo network: a file, or a name that networks lists
help-bench-nn = Evaluations of a network per CPU second, with every kernel of this machine, one position and eight at a time
help-bench-nn-network = A KataGo network; without one, random weights in the shape b6c96
help-word-files = FILES
help-word-days = DAYS
help-word-endings = ENDINGS
help-word-evaluation = EVALUATION
help-word-exact = EXACT
help-word-ids = IDS
help-word-parallel = PARALLEL
help-word-port = PORT
help-word-resign = RESIGN
help-word-to = TO
help-word-visits = VISITS
help-word-who = WHO
help-word-workers = WORKERS
help-word-watchers = WATCHERS
help-word-matches = MATCHES
help-word-rate = RATE
help-word-course = COURSE
help-word-submissions = SUBMISSIONS
help-word-predicate = PREDICATE
help-admin = Care for the matches that a server keeps, also while it runs
help-any-data = Where the games are kept [default: sobremesa in the data directory of the user]
help-any-database = A PostgreSQL database instead of the file: postgres://user@host/name
help-admin-backup = Write all matches to a file, as they are at one moment
help-admin-backup-file = The file to write, which must not be there yet
help-admin-restore = Put the matches of a backup into a database without any, while no server uses it
help-admin-restore-file = A file that backup wrote
help-admin-check = Look whether every match can be read, is what was kept and keeps the rules
help-admin-export = Write all that is kept of matches as JSON, one line for each, without the secrets of the seats
help-admin-export-ids = The ids of the matches [default: all]
help-admin-delete = Remove matches with all that happened in them
help-admin-delete-ids = The ids of the matches
help-admin-prune = Remove the matches in which nothing has happened for long
help-admin-prune-older = Days without anything
help-admin-stats = Say how much is kept
