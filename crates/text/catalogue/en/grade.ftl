# The teacher's tool.

grade-no-course = no course { $name }: there are { $known }
grade-no-prolog = SWI-Prolog is not installed (package swi-prolog): the programs are run in it
grade-no-sandbox = no sandbox works here ({ $why }), and strangers’ programs are not run without one. Install bubblewrap, or say --trust if you trust whoever wrote them.
grade-nothing-handed-in = there is nothing to grade there
grade-taken = Taken: { $files }
grade-messages = SWI-Prolog says of it:
grade-asked = { $asked ->
    [one] 1 question
   *[other] { $asked } questions
 }, { $wrong } answered wrongly
grade-sheet-says = The sheet:
grade-kind-wrong = wrong by the sheet
grade-kind-open = the sheet leaves this open, it costs nothing
grade-kind-style = style
grade-answered = the program answers:
grade-right = right is:
grade-smallest = No smaller board shows it: all were tried.
grade-one-less = Without any one piece of it the fault is gone.
grade-mark = { $points } of { $of } points
grade-late = { $points } points are taken off for being late.
grade-passed = { $pass } pass: passed.
grade-not-passed = { $pass } pass: not passed.
grade-made-with = sobremesa { $version }, seed { $seed }, rubric “{ $rubric }”, sandbox: { $sandbox }

grade-note-link = A link was not followed: { $about }
grade-note-special = Neither file nor folder, left out: { $about }
grade-note-outside = A path that leads out of the archive was refused: { $about }
grade-note-too-large = Larger than a program can be, left out: { $about }
grade-note-too-much = There is more than a submission can have; the rest is left out: { $about }
grade-note-nested = An archive in an archive in an archive was left closed: { $about }
grade-note-foreign-archive = This kind of archive cannot be opened (zip, tar and tar.gz can): { $about }
grade-note-damaged = Damaged, and read as far as it goes: { $about }
grade-note-not-taken = It defines predicates of the sheet as well and was not taken: { $about }
grade-note-nothing = No Prolog file defines any of { $about }
grade-note-not-loaded = SWI-Prolog did not come to the end of loading it. { $about }

grade-wrong-failed = it fails where it should succeed
grade-wrong-succeeded = it succeeds where it should fail
grade-wrong-value = it answers something else
grade-wrong-second = on backtracking it gives a second, different answer
grade-wrong-missing = it does not find every answer
grade-wrong-extra = it gives answers that are none
grade-wrong-error = it ends with an error
grade-wrong-endless = it does not come to an end
grade-wrong-ended = it ends Prolog itself
grade-wrong-unreadable = its answer is no finite term
grade-wrong-undefined = it is not defined

grade-open-error = it raises an error where failing would do
grade-open-order = the answers come in another order
grade-open-reading = a move that wins at once is read another way
grade-open-long-line = of a line of more than four it names four
grade-open-line-order = the cells of a line come in another order
grade-open-lines-together = two lines come as one list
grade-open-one-line = of several lines not each is told
grade-open-remembers = what it answers depends on what it was asked before; asked alone it is right

grade-style-repeated = it gives the same answer more than once
grade-style-choice-point = it leaves something to try after its only answer (a choice point)
grade-style-error-after = after the answer it ends with an error on backtracking
grade-style-endless-after = after the answer it does not come to an end on backtracking
grade-style-slow = it is right and slow

grade-ended-done = false
grade-ended-more = … and more
grade-ended-limit = (no end)
grade-ended-error = error: { $error }
grade-ended-undefined = (there is no such predicate)
grade-ended-silent = (Prolog ended or said nothing)
grade-right-fails = false
grade-right-holds = true
grade-right-any = (the sheet does not say)
grade-right-lines = any of these
grade-right-values = false

grade-c4-no-diagonals = Diagonals are not looked at.
grade-c4-no-falling-diagonals = The diagonals that fall to the right are not looked at.
grade-c4-no-rising-diagonals = The diagonals that rise to the right are not looked at.
grade-c4-no-rows = Lines across are not looked at.
grade-c4-no-columns = Lines down a column are not looked at.
grade-c4-three = Three in a line are taken for enough.
grade-c4-five = Five in a line are asked for.
grade-c4-exactly-four = A line of more than four is not taken for one: the sheet says “at least four”.
grade-c4-gaps = Four pieces in one line count although others stand between them: the sheet says “consecutively”.
grade-c4-wraps = A line goes on from the end of a row to the beginning of the next.
grade-c4-empties = Four empty cells are taken for a line.
grade-c4-no-last-column = The last column is not looked at.
grade-c4-no-first-column = The first column is not looked at.
grade-c4-no-bottom-row = The bottom row is not looked at.
grade-c4-no-top-row = The top row is not looked at.
grade-c4-from-bottom = Rows are counted from the bottom.
grade-c4-swapped = Row and column are taken for each other.
grade-c4-from-zero = Rows and columns are counted from 0.
grade-c4-floats = The piece stays at the top instead of falling.
grade-c4-full-unchanged = A piece in a full column succeeds and changes nothing.
grade-c4-full-overwritten = A piece in a full column takes the place of the topmost one.
grade-c4-off-board = A column off the board is accepted.
grade-c4-room-only-empty = Only columns without a single piece are taken for free.
grade-c4-room-every = Full columns are taken for free too.
grade-c4-draw-is-full = A full board is taken for a draw even when somebody has won.
grade-c4-draw-is-unwon = A board without a winner is taken for a draw even when there is room.
grade-c4-safe-same-column = Only the rival’s answer in the same column is looked at.
grade-c4-safe-before = The rival’s threats are looked for before the piece has landed.
grade-c4-safe-new-only = Threats that the rival had before do not count.
grade-c4-safe-wrong-side = It is looked whether the player, not the rival, can win next.
grade-c4-definitive-blind = That the rival can win with its answer is not looked at.
grade-c4-definitive-some-reply = One answer of the rival that lets the player win is taken for enough.
grade-c4-definitive-no-reply = The rival does not get to answer.
grade-c4-definitive-wins-now = A move that wins at once is asked for.
grade-c4-no-gravity = A piece may land on any empty cell of its column.
grade-c4-first-only = Only the first of several answers is given.

grade-note-not-graded = Under none of these names is there anything that answers as is understood here, so it is not graded: { $about }

grade-go-suicide-first = Suicide is looked at before what the move captures is taken off.
grade-go-suicide-allowed = Suicide is not refused.
grade-go-suicide-of-one = Only the suicide of a single stone is refused, not that of a group.
grade-go-own-removed = A move that is suicide is accepted and takes the own stones off.
grade-go-one-group = Of several groups that a move surrounds only one is captured.
grade-go-single-stones = Only single stones are captured, not groups.
grade-go-nothing-captured = Nothing is captured.
grade-go-diagonals = Diagonals count as adjacent.
grade-go-edge-breathes = The edge of the board is taken for a liberty.
grade-go-occupied = A stone may be set on another.
grade-go-off-board = A point off the board is accepted.
grade-go-empty-both = An empty region with no stone at its side belongs to both.
grade-go-no-territory = Only stones are counted, not what they surround.
grade-go-shared = An empty region that both colours touch counts for both.
grade-go-stones-do-not-count = Only what is surrounded is counted, not the stones.
grade-go-single-points = Only single points are taken for surrounded, not regions.

grade-index = Reports
grade-written = written: { $file }
