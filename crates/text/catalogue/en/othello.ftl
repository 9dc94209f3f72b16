game-othello = Othello
othello-first = Black
othello-second = White
rule-start = Who starts
preset-othello-black = Black starts
preset-othello-white = White starts

othello-game-over = The game is over.
othello-occupied = { $square } is taken: a disc goes on an empty square.
othello-no-flip = A disc on { $square } would turn no disc.
othello-can-move = You may pass only when you have no move, and { $square } is one.
othello-move-unreadable = "{ $found }" is not a square: write a column A to H and a row 1 to 8, such as D3.
othello-board-unreadable = The board cannot be read at line { $line }, column { $column }: found "{ $found }", expected { $expected }.
