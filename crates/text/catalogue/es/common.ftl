# Palabras que comparten todos los juegos y todas las interfaces.

common-turn = Juega { $side }
common-wins = Gana { $side }
common-draw = Empate
common-resigned = { $side } abandonó
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

rule-size = tamaño
rule-first = quién empieza

level-random = Al azar
level-greedy = Codicioso
level-apprentice = Aprendiz
level-casual = Casual
level-serious = Serio
level-expert = Experto
level-master = Maestro
level-perfect = Perfecto
common-score-word = Puntos
