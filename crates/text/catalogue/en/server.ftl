# The server: what it refuses and why, and what it says when it starts.

server-unknown-message = I did not understand that message.
server-no-such-page = There is nothing here.
server-no-such-match = There is no such game.
server-no-such-game = There is no game of that name.
server-no-such-level = That level does not exist: they go from 0 to { $most }.
server-no-such-engine = There is no engine of that name for this game.
server-engine-needs-start = That engine plays only from the usual start.
server-no-such-language = There is no such language.
server-no-such-move = The game has not got that far.
server-no-secret = Only the players can do that, with their link.
server-not-seated = You are watching: that seat belongs to somebody else.
server-not-your-turn = It is not your turn yet.
server-settling = Play has stopped: agree on the dead stones, or play on first.
server-not-settling = There is nothing to agree on right now.
server-nothing-there = There is no stone there.
server-stale = The game has moved on; look at the board again.
server-nothing-to-take-back = There is no move to take back.
server-nothing-offered = There is nothing to answer any more.
server-not-over = The game is still on.
server-machine-plays-on = The machine prefers to play on.
server-no-show = Only a game between machines can be paused.
server-name-too-long = The name is too long: at most { $most } characters.
server-odd-clock = That clock is not possible: from 1 second to 24 hours, and at most 1 hour more a move.
server-format-without-set-up = A game that began from a diagram cannot be written in that format.
server-busy = The machines are busy. Try again in a moment.
server-too-many-matches = Too many new games at once. Wait a minute.
server-too-many-messages = Too many messages at once.
server-other-origin = A page from another place cannot connect here.
server-not-kept = The move could not be saved. Nothing was lost; try again.
server-record-too-long = The record is too long: at most { $most } moves.
server-record-damaged = The record of this game is damaged. The others are fine.
server-failed = Something failed here, not on your side.
server-stopping = The server is restarting; the game is safe and goes on in a moment.

server-listening = The table is set: { $address }
server-stop-with = Stop with Ctrl-C; the games are kept.
