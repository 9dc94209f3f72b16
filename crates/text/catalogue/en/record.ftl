record-unreadable = I cannot read the game record (line { $line }, column { $column }): “{ $found }”. Expected: { $expected }.
record-wrong-turn = Move { $number } was not that side’s turn.

record-note-garbled = Some bytes are no characters of { $charset }; they are shown as �.
record-note-not-utf8 = It says it is UTF-8 and is not: read as Latin-1.
record-note-komi = The komi { $komi } is no number of half points: it was read as { $read }.
record-note-komi-words = The komi is written { $komi }: it was read as { $read }.
record-note-turn = The record names the other side for the first move; who moved it was taken.
record-note-handicap = This board has no fixed places for the handicap stones: none were placed.
record-note-pass = The pass at move { $number } came after the end of the game and changes nothing.
record-note-twice = At move { $number } the same colour moves again, as if the other had passed.
record-note-resumed = Play goes on at move { $number } after two passes.
record-note-edit = After move { $number } stones were put on the board or taken off it; the game is counted from there.
record-note-charset = Nobody knows a character set called { $charset }: it was read as if none were named.
record-note-bare = A semicolon is missing before the first property of a game or a variation.
record-note-small = Properties are written in small letters.
record-note-damage = The file is damaged at line { $line }, column { $column } (“{ $found }”): what can be read was read.
record-note-point = Move { $number } is written { $found }: it was read as { $play }.
record-note-node = Move { $number } and another stand in one node.
record-note-superko = At move { $number } an earlier position comes back: only the immediate retake of a ko was taken for forbidden.
record-note-free-handicap = The record does not say where the handicap stones stood: none were placed (move { $number }).
record-note-suicide = Move { $number } takes its own stones: its rules allow that.
record-note-forced = Move { $number } is against the rules, and the record says that it was played.
record-note-several = The file has { $count } games; this is the first.
record-note-variations = { $count ->
    [one] One move in variations is kept and saved again, but not shown here.
   *[other] { $count } moves in variations are kept and saved again, but not shown here.
}

record-part-start = where the game begins
record-part-edits = stones changed between moves
record-part-last-pass = a pass at the end
record-part-players = the names of the players
record-part-date = the date
record-part-event = the event
record-part-winner = the result
record-part-manner = how it was won
record-part-unfinished = that the game is not over
record-part-comments = comments
record-part-info = ranks, round, place, time limits and the like
record-part-archived = the numbers of WTHOR
record-part-dead = the stones that were agreed to be dead
record-part-variations = variations (--to sgf-tree keeps them)
record-part-properties = marks and other properties (--to sgf-tree keeps them)
