# What moves were worth, and why.

judgement-class-best = best
judgement-class-good = good
judgement-class-inaccuracy = inaccuracy
judgement-class-mistake = mistake
judgement-class-blunder = blunder
judgement-count-inaccuracy = { $count ->
    [one] 1 inaccuracy
   *[other] { $count } inaccuracies
}
judgement-count-mistake = { $count ->
    [one] 1 mistake
   *[other] { $count } mistakes
}
judgement-count-blunder = { $count ->
    [one] 1 blunder
   *[other] { $count } blunders
}
judgement-game = Game { $number }
judgement-game-of = Game { $number }: { $first } – { $second }
judgement-time = { $seconds } CPU s
judgement-no-review = Moves of this game cannot be judged.
judgement-no-such-game = The file has { $count ->
    [one] 1 game
   *[other] { $count } games
}; there is no game { $number }.

help-analyze-go = Say what every move of a game of Go was worth, what would have been better and why; or value the moves of a position
help-analyze-connect4 = Say what every move of a game of Connect 4 was worth, exactly, what would have been better and why; or value the columns of a position
help-any-record = A file of games in any format that convert reads (also @FILE), - for standard input, or the moves themselves; without it the moves of the position are valued
help-any-only = The game to take of a file with several, from 1 [default: all]
help-any-workers = Threads that work on a game [default: as many as there are cores]
help-any-nodes = Nodes or playouts for a position

judgement-connect4-misses-win = misses the win in column { $column }
judgement-connect4-misses-two = misses two threats at once with column { $column }
judgement-connect4-leaves-win = lets the rival win at once in column { $column }
judgement-connect4-opens-win = gives the rival the winning cell above, in column { $column }
judgement-connect4-lets-two = lets the rival make two threats at once with column { $column }
judgement-connect4-spoils-threat = gives up its own threat in column { $column }: the rival can block it now
judgement-connect4-lets-threat = lets the rival, with column { $column }, make a threat at row { $row } of column { $at }
judgement-connect4-misses-threat = misses a threat at row { $row } of column { $at }, made by column { $column }
judgement-connect4-loses = { $turns ->
    [one] the rival now wins in 1 turn, whatever is played
   *[other] the rival now wins in { $turns } turns, whatever is played
}

judgement-dots-leaves = { $boxes ->
    [one] leaves a box that could be taken
   *[other] leaves { $boxes } boxes that one line could take
}
judgement-dots-gives = { $boxes ->
    [one] gives the rival 1 box
   *[other] gives the rival { $boxes } boxes
}
judgement-dots-opens = opens a chain or loop of { $boxes } boxes
judgement-dots-takes-all = takes a box where { $line } leaves the last ones and makes the rival move first elsewhere
judgement-dots-safe-even = leaves { $count } safe lines ({ $other } after the best one): if they are taken in turn, the rival is the first without one
judgement-dots-safe-odd = { $count ->
    [one] leaves 1 safe line ({ $other } after the best one): if the rival takes it, this side is the first without one
   *[other] leaves { $count } safe lines ({ $other } after the best one): if they are taken in turn, this side is the first without one
}
judgement-dots-long-chains = leaves { $count } long chains, { $other } after the best line

judgement-othello-gives-corner = gives the corner { $corner }
judgement-othello-leaves-corner = leaves the corner { $corner } to the rival
judgement-othello-misses-corner = misses the corner { $corner }
judgement-othello-loses-corner = loses the corner { $corner }: { $line }
judgement-othello-x-square = plays the X square { $square } beside the empty corner { $corner }
judgement-othello-c-square = plays the C square { $square } beside the empty corner { $corner }
judgement-othello-no-moves = leaves itself without a move
judgement-othello-misses-pass = misses { $square }, after which the rival has to pass
judgement-othello-rival-moves = leaves the rival { $count } moves ({ $other } after the best one)
judgement-othello-own-moves = has only { $count } moves itself ({ $other } after the best one)
judgement-othello-frontier = leaves { $count } discs open to the outside ({ $other } after the best one)

judgement-go-misses-capture = { $count ->
    [one] misses the capture of 1 stone at { $at }
   *[other] misses the capture of { $count } stones at { $at }
}
judgement-go-self-atari = { $count ->
    [one] puts its own stone { $at } in atari
   *[other] puts { $count } stones of its own at { $at } in atari
}
judgement-go-leaves-atari = { $count ->
    [one] lets the rival capture the stone { $at } at once
   *[other] lets the rival capture { $count } stones at { $at } at once
}
judgement-go-misses-atari = { $count ->
    [one] misses the atari { $at } on 1 stone
   *[other] misses the atari { $at } on { $count } stones
}
judgement-go-passes = passes while { $at } is worth playing
judgement-go-dies = { $count ->
    [one] as far as the engine can tell the stone { $at } dies
   *[other] as far as the engine can tell the { $count } stones at { $at } die
}
judgement-go-lets-live = { $count ->
    [one] as far as the engine can tell it lets the rival’s stone { $at } live
   *[other] as far as the engine can tell it lets { $count } stones of the rival at { $at } live
}
judgement-go-points = as far as the engine can tell { $count } points around { $at } change hands

help-any-annotate = Write the games as SGF with marks, values, reasons and better lines as variations

judgement-connect4-wins = it wins at once
judgement-connect4-blocks = it blocks the rival’s win in column { $column }
judgement-connect4-makes-two = it makes two threats at once
judgement-connect4-makes-threat = it makes a threat at row { $row } of column { $at }
judgement-dots-takes = { $boxes ->
    [one] it takes a box
   *[other] it takes { $boxes } boxes
}
judgement-dots-safe = it gives nothing away
judgement-dots-gives-least = { $boxes ->
    [one] something has to be given, and this is only 1 box
   *[other] something has to be given, and nothing gives less than these { $boxes } boxes
}
judgement-othello-takes-corner = it takes the corner { $corner }
judgement-othello-rival-passes = the rival has to pass
judgement-othello-few-moves = { $count ->
    [one] it leaves the rival a single move
   *[other] it leaves the rival only { $count } moves
}
judgement-go-captures = { $count ->
    [one] it captures the stone { $at }
   *[other] it captures { $count } stones at { $at }
}
judgement-go-saves = { $count ->
    [one] it saves the stone { $at }
   *[other] it saves { $count } stones at { $at }
}
judgement-go-puts-in-atari = { $count ->
    [one] it puts the stone { $at } in atari
   *[other] it puts { $count } stones at { $at } in atari
}
help-any-html = Write a report to read and to print: boards, graph and reasons in one file
judgement-report = What the moves were worth

judgement-connect4-below-odd = has to play below the rival’s odd threat at row { $row } of column { $at } in the end
judgement-connect4-below-even = has to play below the rival’s even threat at row { $row } of column { $at } in the end
judgement-connect4-misses-odd = gives away its odd threat at row { $row } of column { $at }, below which the rival would have to play in the end
judgement-connect4-misses-even = gives away its even threat at row { $row } of column { $at }, below which the rival would have to play in the end
judgement-connect4-rival-follows = lets the rival play column { $column } and then above every piece of this side: the marked pairs block every line that is left
judgement-connect4-misses-follow-up = misses column { $column }, after which it is enough to play above every piece of the rival: the marked pairs block every line that is left

judgement-dots-wants-odd = leaves { $count } long chains ({ $other } after the best line), where this side needs an odd number
judgement-dots-wants-even = leaves { $count } long chains ({ $other } after the best line), where this side needs an even number
judgement-dots-half-open = gives { $boxes } boxes so that the rival can leave the last ones and keep control; { $line } makes it take all it is given
judgement-dots-first-without = { $count ->
    [one] once what lies open is taken, 1 safe line is left, and this side is the first without one; after the best line it is the rival
   *[other] once what lies open is taken, { $count } safe lines are left, and this side is the first without one; after the best line it is the rival
}
judgement-dots-opens-first = in the best play of both it is this side that opens the first long chain, with { $line }; after the best line it is the rival
judgement-dots-margin = with the best play of both it ends { $own } to { $rival }, and { $better } to { $worse } after the best line
judgement-dots-keeps-control = { $boxes ->
    [one] it leaves a box, and who takes it has to give the next ones
   *[other] it leaves { $boxes } boxes, and who takes them has to give the next ones
}

judgement-othello-lets-force = lets the rival play { $square } and then take a corner, whatever is answered
judgement-othello-misses-force = misses { $square }, after which a corner can be taken whatever the rival plays
judgement-othello-even-region = plays first among { $count } empty squares, so that the rival can play last there; the best move is among { $other }
judgement-othello-rival-turns = lets the rival turn { $count } discs at once with { $square } ({ $other } at most after the best move)
judgement-othello-rival-stable = lets the rival make { $count } discs safe for good with { $square }
judgement-othello-misses-stable = misses { $square }, which makes { $count } discs safe for good
judgement-othello-lets-play = lets the rival play { $square }, where it could not after the best move
judgement-othello-leaves-square = leaves the square { $square } to the rival
judgement-othello-ends = with the best play of both it ends { $own } to { $rival }, and { $better } to { $worse } after the best move

judgement-go-ladder-caught = { $count ->
    [one] lets the rival catch the stone { $at } in a ladder: { $line }
   *[other] lets the rival catch the { $count } stones at { $at } in a ladder: { $line }
}
judgement-go-ladder-runs = runs with the { $count } stones at { $at } in a ladder that works: { $line }
judgement-go-ladder-missed = { $count ->
    [one] misses the ladder that catches the stone { $at }: { $line }
   *[other] misses the ladder that catches { $count } stones at { $at }: { $line }
}
judgement-go-ladder-fails = { $count ->
    [one] chases the stone { $at } in a ladder that does not work: { $line }
   *[other] chases the { $count } stones at { $at } in a ladder that does not work: { $line }
}
judgement-go-lets-cut = lets the rival cut at { $at }
judgement-go-misses-cut = misses the cut { $at }
judgement-go-misses-connection = misses the connection { $at }
judgement-go-cuts = it cuts
judgement-go-connects = it connects
