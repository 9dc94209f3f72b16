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
page-in-progress = My games
page-to-watch = Games to watch
page-moves-played = { $count ->
    [one] { $count } move
   *[other] { $count } moves
}

page-play-now = Play
page-game-rules = Rules
page-game-over-list = Finished
page-all-shown = Show all
page-game-against = with { $who }
page-help-title = Help
page-help-lead = How the table works, and the rules of the four games.
page-help-table-title = The table
page-help-table-1 = Touch a board on the front page and you are playing against the machine. “Choose opponent and rules” sets a game up as you like it: with someone here, with someone far away by a link, or against another machine.
page-help-table-2 = By keyboard: the arrows walk over the board and Enter plays. Away from the board, ← and → step through the moves. In Connect 4 the numbers drop a piece into their column.
page-help-table-3 = “Hint” shows a good move and says what it promises. Between two people there are hints only when that was agreed at the set-up.
page-help-table-4 = Games are kept by themselves. This device remembers yours on the front page; under “More” you can save one as a file and open it later.
page-rules-of = How { $game } is played
page-rules-go-1 = Black and White take turns to put a stone on a free crossing. Stones do not move.
page-rules-go-2 = Stones joined along the lines are a group. Its liberties are the empty crossings it touches: a group without liberties is captured and leaves the board.
page-rules-go-3 = You cannot play where your group would have no liberties (suicide), unless you capture. Nor may an earlier board be repeated (ko).
page-rules-go-4 = You may also pass. When both pass in a row it is counted: by area, your stones and the crossings you surround; by territory, surrounded crossings and prisoners. Komi makes up to White for moving second.
page-rules-connect4-1 = In turn, each drops a piece into a column; it rests on the last one there.
page-rules-connect4-2 = Whoever first has four pieces in a row, across, down or diagonally, wins.
page-rules-connect4-3 = A full board without four in a row is a draw. Yellow starts.
page-rules-dots-1 = In turn, each draws a line between two neighbouring dots.
page-rules-dots-2 = Whoever draws the fourth side of a box owns it and plays again.
page-rules-dots-3 = The game ends when every line is drawn. Whoever has more boxes wins.
page-rules-othello-1 = In turn, each puts a disc so that it encloses the other side's discs in a straight line, between the new one and another of their own: all of those turn over.
page-rules-othello-2 = A move that turns no disc is not allowed. Whoever has no move passes.
page-rules-othello-3 = The game ends when nobody can move. Whoever has more discs wins.

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
page-hints-allowed = Allow hints to both
page-value-refused = “{ $found }” does not work here. It can be: { $expected }.
page-value-allowed = It can be: { $expected }.
page-setup-refused = Something in the rules cannot be played: see what is marked.
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
page-turn = To move: { $side }
page-your-turn = Your turn
page-thinking = The machine is thinking… ({ $side })
page-thinks = thinking…
page-plays = to move
page-plays-side = to move
page-won-side = won
page-won = won
page-away = connection lost
page-awaited = not here yet
page-score = Score
page-pass = Pass
page-pass-said = pass
page-must-pass = { $side }: no move is possible.
page-hint = Hint
page-hint-level = Level of the hint
page-hint-thinking = Looking for a good move…
page-hint-seconds = Looking for a good move… { $seconds } s
page-hint-looks = Looking for a good move… { $seconds } s · now at { $move }
page-thinking-long = The machine is thinking… { $seconds } s
page-thinking-looks = The machine is thinking… { $seconds } s · now at { $move }
page-in-line = { $place ->
    [one] Other machines are thinking; yours is next, in about { $seconds } s
   *[other] Other machines are thinking; yours is number { $place } in line, about { $seconds } s
}
page-thinking-progress = How long it has thought
page-estimate-go = Show who owns what
page-estimating = Counting what is likely…
page-estimate-is = For now { $side } seems ahead by about { $lead } points ({ $chance } times in 100)
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
page-delete = Delete this game
page-delete-sure = Delete this game? Nothing of it will be kept.
page-delete-both = Delete this game? The other player is asked too; once both want it, nothing of it is kept.
page-delete-no = Keep it
page-delete-yes = Delete
page-copy-watch = Copy link to watch
page-play-on = Play on from here
page-export = Save the game ({ $format })
page-new-same = New game
page-rematch = Rematch
page-to-rematch = Go to the next game
page-accept = Accept
page-decline = No
page-offer-undo = { $side } asks to take back a move
page-offer-draw = { $side } offers a draw
page-offer-rematch = { $side } asks for a rematch
page-offered-undo = You asked to take back; waiting for the answer…
page-offered-draw = You offered a draw; waiting for the answer…
page-offer-again = { $side } proposes another game
page-offered-rematch = You asked for a rematch; waiting for the answer…
page-offered-again = You proposed another game; waiting for the answer…
page-offered-undo-away = You asked to take back; your opponent will see it on coming back.
page-offered-draw-away = You offered a draw; your opponent will see it on coming back.
page-offered-rematch-away = You asked for a rematch; your opponent will see it on coming back.
page-offered-again-away = You proposed another game; your opponent will see it on coming back.
page-offer-delete = { $side } asks to delete this game
page-offered-delete = You asked to delete this game; waiting for the answer…
page-declined-delete = { $side } prefers to keep this game.
page-offered-delete-away = You asked to delete this game; your opponent will see it on coming back.
page-withdraw = Withdraw
page-declined-undo = { $side } prefers not to take back.
page-declined-draw = { $side } prefers to play on.
page-declined-rematch = { $side } does not want a rematch for now.
page-declined-again = { $side } does not want another game for now.
page-again-offer = Propose another
page-question = Question
page-paused = Paused
page-plays-you = your move
page-person-side = Person ({ $side })
page-show-rules = Rules of the game
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
page-invite-side = Invite whoever plays { $side }
page-invite-local = This link works on this machine only: the page is open at { $host }, an address that other devices cannot reach.
page-invite-command = To let other devices of your network in, stop the program and start it as before, with --lan added:
page-invite-then = The page will then be at:
page-invite-keeps = The game is kept.
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
page-you-won = You won
page-wins-name = { $name } won
page-wins-machine = The machine won
page-drawn = A draw
page-result-score = { $head }, { $most }–{ $least }
page-result-reason = { $head } { $reason }
page-by-line = with four in a row
page-score-of = { $side } = { $score }
page-by-resignation = by resignation
page-by-time = on time
page-by-fault = because the engine failed
page-by-agreement = by agreement
page-by-record = as the record says: { $result }

# Which stones are dead, after two passes.

page-settle-judging = Play has stopped. Looking for dead stones…
page-settle = Touch the groups that are dead.
page-settle-yours = You agree; waiting for the other side.
page-settle-away = The other side left: after 2 min the proposal counts.
page-settle-theirs = { $side } agrees to these marks.
page-settle-watch = The players are agreeing on the dead stones.
page-settle-list = The dead stones are to be agreed on
page-settle-ask = Count with these marks?
page-settle-back = Would you rather play on?
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

page-open = Open a game record
page-open-more = SGF of all four games, and GGF or a list of moves of Othello. The game is replayed by the rules; then you can walk through it and play on from any move.
page-open-file = File
page-open-paste = Or paste it here
page-open-go = Open
page-open-anyway = Open the game
page-open-illegal = Move { $number } of the record cannot be played. { $why }

## Seats and links on this device
page-own-link = This is the link for your opponent: send it to them. Your own seat is already yours.
page-own-link-sit = This link is for one of the players. Do you want to sit there yourself?
page-sit-here = Sit here
page-link-cut = This link is not complete, so it opens no seat. Ask for it again; meanwhile you can watch.
page-not-kept = This browser cannot keep your seat. Copy your link to come back to it.
page-copy-mine = Copy my link
page-copy-failed = It could not be copied. The link is: { $link }
page-not-here = not on this server
page-forget = Forget it
page-forget-of = Forget this game of { $game }
page-waiting-both = waiting for both players

# The review of a game
page-review = Review
page-review-close = Close
page-review-progress = How much of the game has been judged
page-review-graph = The game: who is ahead after each move
page-review-dearest = The dearest mistakes
page-review-better = Better ({ $value }):
page-review-line = Better line, move { $step } of { $count }
page-review-back = Back to the game
page-review-working = Judging the moves: { $done } of { $count }
page-review-done = { $count ->
    [0] No mistake worth a word.
    [one] 1 move could have been better.
   *[other] { $count } moves could have been better.
}
page-review-unknown = Not judged yet
page-review-cost = costs { $count }
page-review-cost-chance = costs { $count } % of the chances
page-review-column-move = Move
page-review-column-value = Worth
page-review-column-class = How good
page-cell-place = pointed at
page-review-wins = wins
page-review-draws = draws
page-review-loses = loses
page-review-open = not known
page-review-turn-wins-loses = a win becomes a loss
page-review-turn-wins-draws = a win becomes a draw
page-review-turn-draws-loses = a draw becomes a loss
page-review-turn-slower = wins later or loses sooner
