game-othello = Othello
othello-first = Negras
othello-second = Blancas
rule-start = Quién empieza
preset-othello-black = Empiezan negras
preset-othello-white = Empiezan blancas

othello-game-over = La partida ya terminó.
othello-occupied = { $square } está ocupada: la ficha va en una casilla vacía.
othello-no-flip = Una ficha en { $square } no daría vuelta ninguna ficha.
othello-can-move = Sólo se pasa cuando no hay jugada posible, y { $square } es una.
othello-move-unreadable = "{ $found }" no es una casilla: escribí una columna de A a H y una fila de 1 a 8, por ejemplo D3.
othello-board-unreadable = No se puede leer el tablero en la línea { $line }, columna { $column }: se encontró "{ $found }", se esperaba { $expected }.
