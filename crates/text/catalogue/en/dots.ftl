game-dots = Dots and Boxes
dots-first = Player 1
dots-second = Player 2
dots-already-drawn = Line { $line } is already drawn.
dots-no-such-line = A board of { $rows }×{ $columns } boxes has no line { $line }.
dots-game-over = The game is over: every line is drawn.
dots-move-unreadable = “{ $found }” is not a line. Write row-column-h (top side) or row-column-v (left side), for example 2-1-h.
dots-diagram-unreadable = The diagram cannot be read at line { $line }, column { $column }: found “{ $found }”, expected { $expected }.
preset-dots-course = Course: 5×5 boxes (N = 6)
preset-dots-small = Small: 3×3 boxes
preset-dots-large = Large: 8×8 boxes
