# Conecta 4.

game-connect4 = Conecta 4
connect4-first = Amarillas
connect4-second = Rojas
connect4-wins-first = Ganaron las amarillas
connect4-wins-second = Ganaron las rojas

preset-connect4-standard = Normal, 6 × 7
preset-connect4-small = Pequeño, 5 × 6
preset-connect4-large = Grande, 7 × 8

connect4-no-such-column = No existe la columna { $column }: las columnas van de la 1 a la { $columns }.
connect4-column-full = La columna { $column } está llena.
connect4-game-over = La partida ha terminado.

connect4-move-unreadable = «{ $found }» no es una columna. Se esperaba: { $expected }.
connect4-columns-unreadable = El carácter { $column } de la posición, «{ $found }», no se puede jugar. Se esperaba: { $expected }.
connect4-diagram-unreadable = El diagrama está mal en la línea { $line }, columna { $column }: «{ $found }». Se esperaba: { $expected }.
connect4-diagram-floating = La ficha en { $found } (fila-columna) flota: no hay nada debajo.
connect4-diagram-counts = Las fichas no se han alternado: { $found }. Se esperaba: { $expected }.
connect4-diagram-both-won = Los dos jugadores tienen cuatro en línea, lo que no puede ocurrir.
connect4-diagram-played-on = La línea de cuatro no la hizo la última ficha: se siguió jugando después del final.
