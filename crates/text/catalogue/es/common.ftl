# Palabras que comparten todos los juegos y todas las interfaces.

common-draw = Empate
common-score = { $first } a { $second }
common-moves-played = { $count ->
    [one] { $count } jugada
   *[other] { $count } jugadas
}
common-game-over = La partida terminó.
common-human = humano
common-machine = máquina
common-pass = paso

rules-unreadable = No entiendo las reglas en la columna { $column }: «{ $found }». Se esperaba: { $expected }.

rule-size = Tamaño

level-random = Al azar
level-greedy = Codicioso
level-apprentice = Aprendiz
level-casual = Casual
level-serious = Serio
level-expert = Experto
level-master = Maestro
level-perfect = Perfecto
common-score-word = Puntos

# Qué promete una jugada, según quien da la pista.
hint-try = Prueba { $move }
hint-now = Prueba { $move }: ganas con esta jugada.
hint-wins-in = Prueba { $move }: ganas en { $count } jugadas, haga lo que haga tu rival.
hint-holds = Prueba { $move }: si nadie se equivoca, termina en empate.
hint-loses-in = { $count ->
    [one] Prueba { $move }: tu rival puede ganar en su próxima jugada; es lo que más aguanta.
   *[other] Prueba { $move }: tu rival puede ganar en { $count } jugadas; es lo que más aguanta.
}
hint-sure-up = Prueba { $move }: si nadie se equivoca, ganas por { $count }.
hint-sure-down = Prueba { $move }: si nadie se equivoca, pierdes por { $count }; no hay nada mejor.
hint-least-up = Prueba { $move }: ganas al menos por { $count }, haga lo que haga tu rival.
hint-likely-up = Prueba { $move }: parece que ganas por { $count }, más o menos ({ $level }).
hint-likely-down = Prueba { $move }: parece que pierdes por { $count }, más o menos ({ $level }).
hint-likely-even = Prueba { $move }: la partida parece pareja ({ $level }).
hint-better = Prueba { $move }: parece que te favorece ({ $level }).
hint-worse = Prueba { $move }: la partida viene cuesta arriba ({ $level }).
hint-chance = Prueba { $move }: así ganarías { $count } de cada 100 veces ({ $level }).
