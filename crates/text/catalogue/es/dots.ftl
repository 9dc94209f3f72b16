game-dots = Ceritos
dots-first = Jugador 1
dots-second = Jugador 2
dots-wins-first = Ganó el jugador 1
dots-wins-second = Ganó el jugador 2
dots-already-drawn = La línea { $line } ya está marcada.
dots-no-such-line = Un tablero de { $rows }×{ $columns } casilleros no tiene la línea { $line }.
dots-game-over = El juego terminó: todas las líneas están marcadas.
dots-move-unreadable = «{ $found }» no es una línea. Se escribe fila-columna-h (lado de arriba) o fila-columna-v (lado izquierdo), por ejemplo 2-1-h.
dots-diagram-unreadable = No se entiende el diagrama en la línea { $line }, columna { $column }: hay «{ $found }», se esperaba: { $expected }.
preset-dots-course = Curso: 5×5 casilleros (N = 6)
preset-dots-small = Pequeño: 3×3 casilleros
preset-dots-large = Grande: 8×8 casilleros
dots-kind-capture = { $boxes ->
    [one] cierra 1 casillero
   *[other] cierra { $boxes } casilleros
}
dots-kind-safe = segura: no entrega nada
dots-kind-sacrifice = { $boxes ->
    [one] sacrificio: entrega 1 casillero
   *[other] sacrificio: entrega { $boxes } casilleros
}
dots-kind-loony = alocada: entrega { $boxes } casilleros y la elección de quién sigue
dots-run-chain = { $length ->
    [one] cadena de 1 casillero: { $boxes }
   *[other] cadena de { $length } casilleros: { $boxes }
}
dots-run-tied = { $length ->
    [one] cadena de 1 casillero unida a otras: { $boxes }
   *[other] cadena de { $length } casilleros unida a otras: { $boxes }
}
dots-run-loop = anillo de { $length } casilleros: { $boxes }
dots-counts = líneas seguras: { $safe }; cadenas largas y anillos: { $long }
dots-control-certain = tiene el control: { $side }
dots-control-likely = probablemente tiene el control: { $side }
dots-long-chain-rule = la regla de las cadenas largas favorece, así como está: { $side }
