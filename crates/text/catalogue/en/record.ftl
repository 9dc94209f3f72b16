record-unreadable = I cannot read the game record (line { $line }, column { $column }): “{ $found }”. Expected: { $expected }.
record-wrong-turn = Move { $number } was not that side’s turn.
