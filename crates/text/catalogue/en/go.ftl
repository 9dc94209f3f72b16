# Go.
game-go = Go
go-first = Black
go-second = White
go-wins-first = Black won
go-wins-second = White won

go-result-win = { $winner } WINS
go-result-draw = DRAW
go-score-first = Black = { $points }
go-score-second = White = { $points }

rule-ko = Ko rule
rule-komi = Komi (points for White)
rule-handicap = Handicap stones
rule-count = Counting
go-ko-rule-simple = simple ko
go-ko-rule-positional = positional superko
go-ko-rule-situational = situational superko
preset-go-course = The course: 19×19 without komi
preset-go-9 = 9×9, komi 7
preset-go-13 = 13×13, komi 7.5
preset-go-19 = 19×19, komi 7.5
count-captures = captures

go-level-2 = Beginner
go-level-3 = Novice
go-level-4 = Apprentice
go-level-5 = Casual
go-level-6 = Regular
go-level-7 = Keen
go-level-8 = Serious
go-level-9 = Club player
go-level-10 = Strong club player
go-level-11 = Expert
go-level-12 = Candidate master
go-level-13 = Master
go-level-14 = Champion

go-over = The game is over.
go-off-board = Invalid move: { $at } is off the board.
go-occupied = Invalid move: { $at } is occupied.
go-suicide = Suicide: at { $at } the stone would have no liberties and capture nothing.
go-ko-simple = Ko: the stone at { $at } may not be retaken at once.
go-ko-positional = Ko (eternity): playing { $at } would repeat an earlier board.
go-ko-situational = Ko (eternity): playing { $at } would repeat an earlier board with the same side to move.
go-move-unreadable = “{ $found }” is not a move: expected a point such as D4 (columns A to Z without I, rows 1 to 25) or pass.
go-diagram-unreadable = The board cannot be read at line { $line }, column { $column }: found “{ $found }”, expected { $expected }.
go-diagram-breathless = The group of { $found } has no liberties (row { $line } from the top, column { $column }).
go-diagram-ko = { $found } cannot be a ko point on this board.
