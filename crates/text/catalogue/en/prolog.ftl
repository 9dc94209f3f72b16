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
prolog-proylcc-goMove-4 = RBoard is Board after Player puts a stone on Pos and the groups left without liberties are captured. Fails when the point is occupied or off the board and when the move is suicide. Without history it cannot see ko.
prolog-proylcc-goMove-5 = As goMove/4, and fails too when RBoard is one of the boards of the list History (eternity, ko).
prolog-proylcc-finDelJuego-3 = The points of Black and of White: own stones plus empty points that reach only own stones.
prolog-proylcc-score-3 = The same points in the opposite order: White, then Black.
prolog-proylcc-contarFichas-3 = Another name of score/3.
prolog-proylcc-terminarJuego-3 = Another name of score/3.
prolog-proylcc-winPoints-3 = Another name of score/3.
prolog-proylcc-puntajeColor-3 = Puntaje are the points of Color; an unbound Color is "b", then "w".

prolog-conecta4 = Connect 4: boards are lists of 6 rows (top first) of 7 atoms -, a, b; rows and columns count from 1. A board of another shape, with other atoms or with floating pieces is a type error.
prolog-conecta4-tableroInicial-1 = T is the empty board.
prolog-conecta4-ingresarFicha-4 = T2 is T after F is dropped into column Col. Fails when the column is full or not 1 to 7. Unbound Col and F are enumerated.
prolog-conecta4-columnaDisp-2 = Col is a column with room: enumerates them in order, or tests one.
prolog-conecta4-contenido-3 = F is what stands on Pos = [Row,Column]. Unbound parts are enumerated in row order.
prolog-conecta4-conecta4-3 = F has four or more in line on the places Ps, sorted by row and column; one solution per line. Fails when nobody has.
prolog-conecta4-empate-1 = Nobody has won and no column has room.
prolog-conecta4-jugadaGanadora-3 = Col is a column where F wins at once.
prolog-conecta4-jugadaSegura-3 = Col is a column after which the rival of F has no winning move.
prolog-conecta4-jugadaDefinitiva-3 = Col is a column after which F has a winning move next turn whatever the rival answers.

prolog-ceritolog = Dots and Boxes (ceritos): a board of N×N dots is tablero(fila(c(H,V,J),…),…) with N rows of N cells; H and V are 1 when the top and left side of the cell are drawn, J is the owner of the box (0 nobody). Rows and columns count from 1; D is h or v; Turno is 1 or 2.
prolog-ceritolog-tablero-2 = T is the empty board of N×N dots, N from 2 to 21.
prolog-ceritolog-fin_del_juego-4 = True only when every line is drawn: P1 and P2 are the boxes of each player, Ganador is the text "Gana el jugador 1", "Gana el jugador 2" or "Empate".
prolog-ceritolog-jugada_humano-8 = Player Turno draws the line F-C-D: T2 is the board after it, Turno2 who plays next (the same player after closing a box), Celdas the boxes closed as [F,C]. Fails when the line is drawn already or is not on the board.
prolog-ceritolog-jugada_maquina-9 = The machine plays for Turno at level Nivel (0 random, from 1 on a search of at least Nivel plies, never above 10 seconds): the line F-C-D and what jugada_humano/8 says of it. Fails at the end of the game.
prolog-ceritolog-sugerencia_jugada-6 = F-C-D is a good line for Turno, found at level Nivel.

prolog-othello = Othello in the same style: boards are lists of 8 rows (top first) of 8 atoms -, n (black), b (white); positions are [Row,Column] from 1, and pasa is a pass, legal only without another move.
prolog-othello-tablero_inicial-1 = T is the board with the four first discs.
prolog-othello-jugada_valida-3 = Pos is a legal move of Color; enumerates them by rows, or tests one. When Color must pass it is pasa.
prolog-othello-jugar-4 = T2 is T after Color plays Pos; fails when that is not legal. An unbound Pos is enumerated.
prolog-othello-ganador-4 = True only when neither can move: the discs of each, and Ganador n, b or empate.
prolog-othello-jugada_maquina-5 = The machine plays for Color at level Nivel (0 random, 1 greedy, then ever stronger): its move Pos and the board after it. Fails at the end of the game.
