# The server: what it refuses and why, and what it says when it starts.

server-unknown-message = I did not understand that message.
server-too-large = That is too large: at most { $most } KB.
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
server-answer-first = Your opponent asks to take back a move: answer that first.
server-not-over = The game is still on.
server-machine-plays-on = The machine prefers to play on.
server-no-show = Only a game between machines can be paused.
server-name-too-long = The name is too long: at most { $most } characters.
server-odd-clock = That clock is not possible: from 1 second to 24 hours, and at most 1 hour more a move.
server-format-without-set-up = A game that began from a diagram cannot be written in that format.
server-no-estimate = Nothing is estimated in this game.
server-no-hints = This game was agreed to be played without hints.
server-busy = The machines are busy. Try again in a moment.
server-too-many-matches = Too many new games at once. Wait a minute.
server-too-much = Too much was asked for from this address. Wait a minute.
server-match-too-long = This game is too long to go on. Start a new one.
server-too-many-messages = Too many messages at once.
server-other-origin = A page from another place cannot connect here.
server-not-kept = The move could not be saved. Nothing was lost; try again.
server-record-too-long = The record is too long: at most { $most } moves.
server-record-damaged = The record of this game is damaged. The others are fine.
server-too-slow = That took too long. Try again.
server-failed = Something failed here, not on your side.
server-stopping = The server is restarting; the game is safe and goes on in a moment.

server-listening = The table is set: { $address }
server-this-machine = It opens on this machine only; for the other devices of the local network: sobremesa --lan
server-lan = In the local network: { $address }
server-no-lan = This machine has no address in any local network.
server-listen-form = Cannot listen on { $address }: { $what }; expected host:port such as 127.0.0.1:9999
server-listen-taken = Cannot listen on { $address }: the port is taken, perhaps by another sobremesa; choose another with --listen
server-listen-forbidden = Cannot listen on { $address }: not permitted; ports below 1024 need privileges
server-listen-failed = Cannot listen on { $address }: { $what }
server-no-store = The games cannot be kept: { $what }
server-no-course-pages = --course-pages: { $directory } is not a directory
server-also = And here: { $address }
server-course-page = The course’s page: { $address } ({ $file }, works on any port)
server-course-page-port = The course’s page: { $address } ({ $file }, expects port { $ports })
server-course-no-page = No page that asks a course’s server was found; the files of the directory are served as they are.
server-course-more = { $count ->
    [one] And one more page.
   *[other] And { $count } more pages.
}
server-course-port = Port { $port }, which { $file } expects, is open for the course’s pages.
server-course-port-taken = Port { $port }, which { $file } expects, could not be opened: another program may have it, and the page will ask that program. Stop it and start again.
server-course-alone = For the course’s pages alone: { $address }
server-stop-with = Stop with Ctrl-C; the games are kept.
server-review-too-long = Only games of up to { $most } moves are reviewed.
