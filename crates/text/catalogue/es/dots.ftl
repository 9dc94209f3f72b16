game-dots = Ceritos
dots-first = Jugador 1
dots-second = Jugador 2
dots-already-drawn = La línea { $line } ya está marcada.
dots-no-such-line = Un tablero de { $rows }×{ $columns } casilleros no tiene la línea { $line }.
dots-game-over = El juego terminó: todas las líneas están marcadas.
dots-move-unreadable = «{ $found }» no es una línea. Se escribe fila-columna-h (lado de arriba) o fila-columna-v (lado izquierdo), por ejemplo 2-1-h.
dots-diagram-unreadable = No se entiende el diagrama en la línea { $line }, columna { $column }: hay «{ $found }», se esperaba: { $expected }.
preset-dots-course = Curso: 5×5 casilleros (N = 6)
preset-dots-small = Pequeño: 3×3 casilleros
preset-dots-large = Grande: 8×8 casilleros
