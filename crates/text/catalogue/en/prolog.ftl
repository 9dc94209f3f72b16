# The Prolog door: `sobremesa ask`, `sobremesa predicates` and the documentation of the table.

prolog-answer-false = false.
prolog-answer-true = true.
prolog-prompt-help = Goals end with a full stop; ; asks for another answer, any other key stops. «predicates.» lists what there is, Ctrl-D leaves.
prolog-error = error: { $message }
prolog-modules = Modules and predicates
prolog-example = Example:
prolog-no-module = there is no module { $name }; the modules are { $known }

prolog-proylcc = Go, after the course «Lógica para Ciencias de la Computación»: boards are lists of rows (top first) of strings "-", "b", "w"; positions are [Row,Column] from 0. The course plays on 19×19; boards from 2×2 to 25×25 are read.
prolog-proylcc-emptyBoard-1 = Board is the empty 19×19 board.
prolog-proylcc-goMove-4 = RBoard is Board after Player puts a stone on Pos and the groups left without liberties are captured. Fails when the point is occupied or off the board and when the move is suicide. Without history it cannot see ko. The sheets name no other failure: a Player that is neither "b" nor "w" is a domain error, a Pos that is no pair of integers a type or domain error.
prolog-proylcc-goMove-5 = As goMove/4, and fails too when RBoard is one of the boards of the list History (eternity, ko).
prolog-proylcc-finDelJuego-3 = The points of Black and of White: own stones plus empty points that reach only own stones.
prolog-proylcc-score-3 = The same points in the opposite order: White, then Black.
prolog-proylcc-contarFichas-3 = Another name of score/3.
prolog-proylcc-terminarJuego-3 = Another name of score/3.
prolog-proylcc-winPoints-3 = Another name of score/3.
prolog-proylcc-puntajeColor-3 = Puntaje are the points of Color; an unbound Color is "b", then "w".
prolog-proylcc-opuesto-2 = The two facts of the sheet: "b" and "w" are each other's opposite. Enumerates what is unbound; fails for anything else.
prolog-proylcc-colorOpuesto-2 = As opuesto/2, and "blanco" and "negro" are each other's opposite too.
prolog-proylcc-adyacente-2 = PosAdy is a point beside Pos on the 19×19 board: above, below, left, right. Fails when Pos is off the board.
prolog-proylcc-adyacentes-2 = L is the list of the points beside P on the 19×19 board, in the order of adyacente/2; empty when P is off the board.
prolog-proylcc-replace-5 = XsY is the list Xs with Y in place of its item X number XIndex, counted from 0. Of any list; fails when there is no such item or it is not X.

prolog-conecta4 = Connect 4: boards are lists of 6 rows (top first) of 7 atoms -, a, b; rows and columns count from 1. A board of another shape, with other atoms or with floating pieces is a type error that says which row, cell or piece. Of every other argument the sheet says that it unifies with a column, a piece, a place: whatever is none (c, uno, [1]) makes the predicate fail.
prolog-conecta4-tableroInicial-1 = T is the empty board.
prolog-conecta4-ingresarFicha-4 = T2 is T after F is dropped into column Col. Fails when the column is full or not 1 to 7, and when F is neither a nor b. Unbound Col and F are enumerated.
prolog-conecta4-columnaDisp-2 = Col is a column with room: enumerates them in order, or tests one.
prolog-conecta4-contenido-3 = F is what stands on Pos = [Row,Column]. Unbound parts are enumerated in row order.
prolog-conecta4-conecta4-3 = F has four or more in line on the places Ps, sorted by row and column; one solution per line. Fails when nobody has.
prolog-conecta4-empate-1 = Nobody has won and no column has room.
prolog-conecta4-jugadaGanadora-3 = Col is a column where F wins at once.
prolog-conecta4-jugadaSegura-3 = Col is a column after which the rival of F has no winning move.
prolog-conecta4-jugadaDefinitiva-3 = Col is a column after which F has a winning move next turn whatever the rival answers.

prolog-ceritolog = Dots and Boxes (ceritos): a board of N×N dots is tablero(fila(c(H,V,J),…),…) with N rows of N cells; H and V are 1 when the top and left side of the cell are drawn, J is the owner of the box (0 nobody). Rows and columns count from 1; D is h or v; Turno is 1 or 2.
prolog-ceritolog-tablero-2 = T is the empty board of N×N dots, N from 2 up; more than 200 is a resource error.
prolog-ceritolog-fin_del_juego-4 = True only when every line is drawn: P1 and P2 are the boxes of each player, Ganador is the text "Gana el jugador 1", "Gana el jugador 2" or "Empate".
prolog-ceritolog-jugada_humano-8 = Player Turno draws the line F-C-D: T2 is the board after it, Turno2 who plays next (the same player after closing a box), Celdas the boxes closed as [F,C]. Fails when that is not a valid move, as the sheet says: the line is drawn already or is not on the board, D is neither h nor v, Turno neither 1 nor 2. Arguments of another type are type errors.
prolog-ceritolog-jugada_maquina-9 = The machine plays for Turno at level Nivel (0 random, from 1 on a search of at least Nivel plies, never above 10 seconds; on boards of more than 21×21 dots a careful player that does not search): the line F-C-D and what jugada_humano/8 says of it. Fails at the end of the game. The sheet names no other failure: a Turno that is neither 1 nor 2 and a Nivel below 0 are domain errors.
prolog-ceritolog-sugerencia_jugada-6 = F-C-D is a good line for Turno, found at level Nivel; fails and complains as jugada_maquina/9.

prolog-othello = Othello in the same style: boards are lists of 8 rows (top first) of 8 atoms -, n (black), b (white); positions are [Row,Column] from 1, and pasa is a pass, legal only without another move. Any board of that form is read, also one that no game can show (an empty centre, a lonely disc).
prolog-othello-tablero_inicial-1 = T is the board with the four first discs.
prolog-othello-jugada_valida-3 = Pos is a legal move of Color; enumerates them by rows, or tests one. When Color must pass it is pasa.
prolog-othello-jugar-4 = T2 is T after Color plays Pos; fails when that is not legal. An unbound Pos is enumerated.
prolog-othello-ganador-4 = True only when neither can move: the discs of each, and Ganador n, b or empate.
prolog-othello-jugada_maquina-5 = The machine plays for Color at level Nivel (0 random, 1 greedy, then ever stronger): its move Pos and the board after it. Fails at the end of the game.

# What went wrong, in the words of SWI-Prolog.
prolog-fault-syntax = Syntax error: { $words }
prolog-fault-instantiation = Arguments are not sufficiently instantiated
prolog-fault-type = Type error: `{ $expected }' expected, found `{ $found }' ({ $kind })
prolog-fault-domain = Domain error: `{ $expected }' expected, found `{ $found }'
prolog-fault-evaluable = Arithmetic: evaluable { $name } does not exist
prolog-fault-evaluation = Arithmetic: evaluation error: { $what }
prolog-fault-existence = { $what } `{ $name }' does not exist
prolog-fault-procedure = Unknown procedure: { $name }
prolog-fault-procedure-near = Unknown procedure: { $name }. However, there are definitions for: { $near }
prolog-fault-procedure-defines = Unknown procedure: { $name }. Nothing is defined, stored or loaded here, goals only ask; to write a program take SWI-Prolog with the pack of docs/courses.md
prolog-fault-resource = Not enough resources: { $resource }
# What there is not enough of, where there are words for it.
prolog-resource-tamano_de_tablero = a board has at most 200×200 dots
prolog-resource-inferences = the goal takes too many steps
prolog-resource-memory = the goal takes too much memory
prolog-resource-time = the goal's time is up
prolog-resource-output = the goal prints too much
prolog-resource-text_size = the text is too long
prolog-resource-answer_size = the answer is too long
prolog-resource-places = the server is answering too many goals; try again in a moment
prolog-fault-cyclic = Cannot represent due to `cyclic_term`
prolog-fault-aborted = Execution aborted
prolog-fault-source = No permission to load source `src_text': this server runs nobody's code
prolog-fault-body = the body must be a JSON object or a form: { $error }
prolog-fault-event = expected ask(Goal,Options), next, next(N), stop or destroy
prolog-fault-no-stop = stop: there is no question to stop
prolog-fault-no-next = next: there is no question with more answers
prolog-fault-busy = it is still looking for an answer
prolog-fault-stopping = the server is stopping
prolog-fault-lost = the question could not be answered

# What an error expected: in English the name itself, as SWI-Prolog says it.
prolog-expected-integer = integer
prolog-expected-positive-integer = positive_integer
prolog-expected-list = list
prolog-expected-string = string
prolog-expected-atom = atom
prolog-expected-atomic = atomic
prolog-expected-callable = callable
prolog-expected-compound = compound
prolog-expected-text = text
prolog-expected-character = character
prolog-expected-expression = expression
prolog-expected-tablero = tablero
prolog-expected-board = board
prolog-expected-not-less-than-zero = not_less_than_zero
prolog-expected-not-less-than-one = not_less_than_one
prolog-expected-non-empty-list = non_empty_list
prolog-expected-order = order
prolog-expected-aggregate-template = aggregate_template
prolog-expected-position = position
prolog-expected-tamano-de-tablero = tamano_de_tablero
prolog-expected-turno = turno
prolog-expected-player = player
prolog-expected-ficha = ficha
prolog-expected-color = color

prolog-kind-variable = a var
prolog-kind-integer = an integer
prolog-kind-float = a float
prolog-kind-empty-list = an empty_list
prolog-kind-atom = an atom
prolog-kind-string = a string
prolog-kind-list = a list
prolog-kind-compound = a compound

prolog-syntax-operator_expected = Operator expected
prolog-syntax-operator_clash = Operator priority clash
prolog-syntax-cannot_start_term = Illegal start of term
prolog-syntax-quoted_punctuation = Operand expected, unquoted comma or bar found
prolog-syntax-end_of_clause = Unexpected end of clause
prolog-syntax-end_of_file = Unexpected end of file
prolog-syntax-end_of_clause_expected = End of clause expected
prolog-syntax-list_rest = Unexpected comma or bar in rest of list
prolog-syntax-end_of_file_in_block_comment = End of file in /* ... */ comment
prolog-syntax-illegal_number = Illegal number
prolog-syntax-integer_too_large = Integer of more than 64 bits
prolog-syntax-illegal_character = Illegal character code
prolog-syntax-illegal_escape_sequence = Illegal escape sequence in quoted text
prolog-syntax-term_too_large = Term larger than the size limit
prolog-syntax-end_of_file_in_quoted = End of file in quoted text
prolog-syntax-undefined_char_escape = Undefined character escape in quoted text: { $id }

# What is wrong with a board.
prolog-slip-no-list = The board must be a list of rows.
prolog-slip-rows = The board has { $found } rows and must have { $expected }.
prolog-slip-row-no-list = Row { $row } must be a list of cells and is { $found }.
prolog-slip-row-length = Row { $row } has { $found } cells and must have { $expected }.
prolog-slip-cell = Row { $row }, column { $column }: the cell is { $found } and must be one of { $known }.
prolog-slip-floating = The { $piece } in row { $row }, column { $column } floats: row { $below } below it is empty.
prolog-slip-go-size = The board has { $rows } rows of { $columns } cells; boards from 2×2 to 25×25 are read.
prolog-slip-dots-board = The board must be tablero(fila(c(H,V,J),…),…) and is { $found }.
prolog-slip-dots-row = Row { $row } must be fila(c(H,V,J),…) and is { $found }.
prolog-slip-dots-cell = Row { $row }, column { $column }: the cell must be c(H,V,J) and is { $found }.
prolog-slip-dots-mark = Row { $row }, column { $column }: H and V are 0 or 1, and here is { $found }.
prolog-slip-dots-owner = Row { $row }, column { $column }: J is 0, 1 or 2, and here is { $found }.
prolog-slip-dots-border = Row { $row }, column { $column }: a line is drawn that leaves the grid; the last row has no left sides, the last column no top sides.
prolog-slip-dots-no-box = Row { $row }, column { $column } belongs to somebody, but the last row and column are no boxes.
prolog-slip-dots-open = The box in row { $row }, column { $column } belongs to somebody, but its four sides are not all drawn.
prolog-slip-dots-closed = The box in row { $row }, column { $column } has its four sides drawn and belongs to nobody.
prolog-slip-dots-size = The board has { $rows } rows of { $columns } cells: not a grid, or not from 2×2 to { $most }×{ $most } dots.
prolog-erratum-figure-3 = This is the slip of figure 3 of the sheet: the b of row 3 stands in column 4, where it floats, and belongs in column 5.
prolog-erratum-definitive = This is the slip of the sheet's last example: rows 1 to 3 have 6 cells; the missing - is on their left. The piece asked for is a, not b: jugadaDefinitiva(T,a,C) gives C = 5.
prolog-erratum-seven-rows = This is a slip of the sheet, which prints 7 rows in some examples: a board has 6.
