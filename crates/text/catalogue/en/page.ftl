# The page.

page-lead = Four games on the table: against the machine, with whoever sits beside you, or with someone far away.
page-other-language = Español
page-theme-light = Light theme
page-theme-dark = Dark theme
page-sound = Sound
page-home = Back to the table
page-retry = Try again
page-missing = There is nothing here
page-missing-more = That address leads to no game.
page-trouble = Something went wrong
page-trouble-more = Your games are safe on the server.
page-no-server = The server does not answer

# Home.

page-start-quick = Play { $game } against the machine
page-quick-against = against the machine
page-choose = Choose opponent and rules
page-in-progress = Games in progress
page-to-watch = Games to watch
page-moves-played = { $count ->
    [one] { $count } move
   *[other] { $count } moves
}

# Setting up a game.

page-setup-title = New game of { $game }
page-games = Games
page-seat-here = Here
page-seat-link = By link
page-seat-machine = Machine
page-level-of = Level of the machine, { $side }
page-name = Name
page-name-hint = optional
page-link-later = You will get a link to send once you start.
page-swap = ⇄ Swap sides
page-rules = Rules
page-more = More options
page-other-value = Other…
page-clock = Clock
page-clock-none = No clock
page-clock-plain = { $minutes } min
page-clock-plus = { $minutes } min + { $seconds } s a move
page-listed = Let anyone find and watch it
page-start = Start
page-opponent = Who plays
page-own-machine = Sobremesa
page-value-start-black = Black
page-value-start-white = White
page-value-ko-simple = Simple
page-value-ko-positional = Positional superko
page-value-ko-situational = Situational superko
page-value-count-area = Area, stones as they stand
page-help-count-area = Nothing is taken off the board: capture what is dead before you pass.
page-value-count-agreed = Area, dead stones by agreement (Chinese)
page-help-count-agreed = After two passes the program proposes the dead stones; you mark, agree or play on.
page-value-count-territory = Territory, dead stones by agreement (Japanese)
page-help-count-territory = Surrounded points and prisoners. Limits: no proof of life and death by play, empty points inside a seki count when one colour touches them, and the machine itself plans by area.

# The game screen.

page-board = { $game } board
page-machine = Machine
page-machine-at = Machine · { $level }
page-you = You
page-person = Opponent
page-person-here = Here
page-turn = To move: { $side }
page-your-turn = Your turn
page-thinking = The machine is thinking… ({ $side })
page-thinks = thinking…
page-plays = to move
page-won = won
page-away = not here
page-score = Score
page-pass = Pass
page-pass-said = pass
page-must-pass = { $side }: no move is possible.
page-hint = Hint
page-hint-level = Level of the hint
page-hint-thinking = Looking for a good move…
page-hint-is = Hint · { $level }: { $move } · { $value }
page-estimate-go = Show who owns what
page-estimating = Counting what is likely…
page-estimate-is = Estimate · { $side } +{ $lead } · chance of { $side }: { $chance } %
page-go-likely = likely of { $side }
page-undo = Undo
page-draw = Draw
page-draw-sure = Offer a draw?
page-draw-yes = Offer
page-resign = Resign
page-resign-sure = End here and give up the game?
page-resign-yes = Yes, I resign
page-no = Keep playing
page-pause = Pause
page-resume = Resume
page-speed = Speed
page-actions = Actions
page-more-actions = More
page-show-legal = Show possible moves
page-copy-watch = Copy link to watch
page-export = Save the game ({ $format })
page-new-same = New game
page-rematch = Rematch
page-rematch-accept = Accept the rematch
page-rematch-asked = Rematch offered…
page-to-rematch = Go to the rematch
page-accept = Accept
page-decline = No
page-offer-undo = { $side } asks to take back a move
page-offer-draw = { $side } offers a draw
page-offer-rematch = { $side } asks for a rematch
page-offered-undo = You asked to take back; waiting for the answer…
page-offered-draw = You offered a draw; waiting for the answer…
page-moves = Moves
page-to-start = To the start
page-step-back = One move back
page-step-on = One move on
page-to-present = Back to the present
page-present = Current position
page-looking-back = Move { $number } of { $count }
page-looking-at = After move { $number }: { $move }
page-looking-start = Starting position
page-type-move = Type a move
page-play = Play
page-type-go = For example D4, or pass
page-type-connect4 = The number of the column
page-type-dots = Row-column-h or v, for example 2-1-h
page-type-othello = For example D3
page-tap-again = Tap { $move } again to play there.
page-over-already = The game is over.
page-watching-only = You are watching: others play this game.
page-not-yet = Not yet: { $side } is to move.
page-lost = No connection. Reconnecting…
page-will-send = No connection: the move will be sent as soon as it is back.
page-invite = Invite your opponent
page-invite-more = Whoever opens this link takes the other side of the table, on any device.
page-link-of = Link to play { $side }
page-waiting-friend = Waiting for your opponent
page-copy = Copy link
page-copied = Link copied
page-share = Share
page-share-text = Come and play { $game }
page-qr = QR code of the link

# Results.

page-winner = WINNER { $side }
page-tie = DRAW
page-score-of = { $side } = { $score }
page-by-resignation = by resignation
page-by-time = on time
page-by-fault = because the engine failed
page-by-agreement = by agreement

# Which stones are dead, after two passes.

page-settle-judging = Play has stopped. Looking for dead stones…
page-settle = Touch the groups that are dead.
page-settle-yours = You agree; waiting for the other side.
page-settle-away = The other side left: after 2 min the proposal counts.
page-settle-theirs = { $side } agrees to these marks.
page-settle-watch = The players are agreeing on the dead stones.
page-settle-agree = Agree
page-settle-resume = Play on
page-settle-agreed = agrees
page-settle-out = Play goes on: at the next stop the stones count as they stand.
page-settle-on = Play goes on.
page-said-dead = { $count ->
    [0] No stone is marked as dead
    [one] { $count } stone is marked as dead
   *[other] { $count } stones are marked as dead
}
page-said-settle = Enter on a stone marks its group as dead or alive
page-go-dead = dead

# What those hear who do not see the board.

page-cell-empty = empty
page-cell-last = last move
page-cell-hint = hint
page-cell-winning = winning line
page-go-stone-first = black stone
page-go-stone-second = white stone
page-go-territory = territory of { $side }
page-go-ko = empty, ko
page-othello-disc-first = black disc
page-othello-disc-second = white disc
page-othello-turns = { $count ->
    [one] possible, turns { $count } disc
   *[other] possible, turns { $count } discs
}
page-connect4-piece-first = yellow piece
page-connect4-piece-second = red piece
page-dots-across = horizontal line
page-dots-down = vertical line
page-dots-open = free
page-dots-drawn = drawn
page-dots-drawn-by = drawn by { $side }
page-dots-closes = { $count ->
    [one] free, closes { $count } box
   *[other] free, closes { $count } boxes
}
page-dots-box = box, { $count } of 4 sides
page-dots-box-of = box of { $side }
page-said-move = { $side }: { $move }
page-said-undone = Move taken back
page-said-joined = { $side } has arrived
page-said-left = { $side } lost the connection
page-said-go-changes = { $count ->
    [one] captures { $count } stone
   *[other] captures { $count } stones
}
page-said-othello-changes = { $count ->
    [one] turns { $count } disc
   *[other] turns { $count } discs
}
page-said-dots-changes = { $count ->
    [one] closes { $count } box and plays again
   *[other] closes { $count } boxes and plays again
}

# Opening a game record.

page-open = Open a game record (SGF)
page-open-more = Go and Othello. The game is replayed by the rules; then you can walk through it and play on from anywhere.
page-open-file = File
page-open-paste = Or paste it here
page-open-go = Open
page-open-illegal = Move { $number } of the record cannot be played. { $why }
