game-dots = Dots and Boxes
dots-first = Player 1
dots-second = Player 2
dots-wins-first = Player 1 won
dots-wins-second = Player 2 won
dots-already-drawn = Line { $line } is already drawn.
dots-no-such-line = A board of { $rows }×{ $columns } boxes has no line { $line }.
dots-game-over = The game is over: every line is drawn.
dots-move-unreadable = “{ $found }” is not a line. Write row-column-h (top side) or row-column-v (left side), for example 2-1-h.
dots-diagram-unreadable = The diagram cannot be read at line { $line }, column { $column }: found “{ $found }”, expected { $expected }.
preset-dots-course = Course: 5×5 boxes (N = 6)
preset-dots-small = Small: 3×3 boxes
preset-dots-large = Large: 8×8 boxes
dots-kind-capture = { $boxes ->
    [one] closes 1 box
   *[other] closes { $boxes } boxes
}
dots-kind-safe = safe: gives nothing away
dots-kind-sacrifice = { $boxes ->
    [one] sacrifice: gives 1 box
   *[other] sacrifice: gives { $boxes } boxes
}
dots-kind-loony = loony: gives { $boxes } boxes and the choice of who moves next
dots-run-chain = { $length ->
    [one] chain of 1 box: { $boxes }
   *[other] chain of { $length } boxes: { $boxes }
}
dots-run-tied = { $length ->
    [one] chain of 1 box that meets others: { $boxes }
   *[other] chain of { $length } boxes that meets others: { $boxes }
}
dots-run-loop = loop of { $length } boxes: { $boxes }
dots-counts = safe lines: { $safe }; long chains and loops: { $long }
dots-control-certain = in control: { $side }
dots-control-likely = likely in control: { $side }
dots-long-chain-rule = the long chain rule favours, as it stands: { $side }
