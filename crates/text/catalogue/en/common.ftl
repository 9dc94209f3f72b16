# Words that every game and every front end shares.

common-draw = A draw
common-score = { $first } to { $second }
common-moves-played = { $count ->
    [one] { $count } move played
   *[other] { $count } moves played
}
common-game-over = The game is over.
common-human = human
common-machine = machine
common-pass = pass

rules-unreadable = I cannot read the rules at column { $column }: “{ $found }”. Expected: { $expected }.

rule-size = Size

level-random = Random
level-greedy = Greedy
level-apprentice = Apprentice
level-casual = Casual
level-serious = Serious
level-expert = Expert
level-master = Master
level-perfect = Perfect
common-score-word = Score

# What a move promises, says whoever gives the hint.
hint-try = Try { $move }
hint-now = Try { $move }: you win with this move.
hint-wins-in = Try { $move }: you win in { $count } moves, whatever the other side does.
hint-holds = Try { $move }: if nobody goes wrong it ends in a draw.
hint-loses-in = { $count ->
    [one] Try { $move }: the other side can win with its next move; this holds out longest.
   *[other] Try { $move }: the other side can win in { $count } moves; this holds out longest.
}
hint-sure-up = Try { $move }: if nobody goes wrong you win by { $count }.
hint-sure-down = Try { $move }: if nobody goes wrong you lose by { $count }; nothing is better.
hint-least-up = Try { $move }: you win by { $count } at least, whatever the other side does.
hint-likely-up = Try { $move }: you seem to win by about { $count } ({ $level }).
hint-likely-down = Try { $move }: you seem to lose by about { $count } ({ $level }).
hint-likely-even = Try { $move }: the game looks even ({ $level }).
hint-better = Try { $move }: it looks good for you ({ $level }).
hint-worse = Try { $move }: the game is uphill ({ $level }).
hint-chance = Try { $move }: this way you would win { $count } times in 100 ({ $level }).
