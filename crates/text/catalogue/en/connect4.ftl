# Connect 4.

game-connect4 = Connect 4
connect4-first = Yellow
connect4-second = Red
connect4-wins-first = Yellow won
connect4-wins-second = Red won

preset-connect4-standard = Standard, 6 × 7
preset-connect4-small = Small, 5 × 6
preset-connect4-large = Large, 7 × 8

connect4-no-such-column = There is no column { $column }: the columns go from 1 to { $columns }.
connect4-column-full = Column { $column } is full.
connect4-game-over = The game is over.

connect4-move-unreadable = “{ $found }” is not a column. Expected: { $expected }.
connect4-columns-unreadable = Character { $column } of the position, “{ $found }”, cannot be played. Expected: { $expected }.
connect4-diagram-unreadable = The diagram is wrong at line { $line }, column { $column }: “{ $found }”. Expected: { $expected }.
connect4-diagram-floating = The piece at { $found } (row-column) floats: there is nothing under it.
connect4-diagram-counts = The pieces do not take turns: { $found }. Expected: { $expected }.
connect4-diagram-both-won = Both sides have four in line, which cannot happen.
connect4-diagram-played-on = The line of four was not made by the last piece: somebody played on after the end.
