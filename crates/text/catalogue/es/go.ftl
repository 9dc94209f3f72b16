# Go. Los textos de resultado son los de la cursada, a la letra.
game-go = Go
go-first = Negro
go-second = Blanco
go-wins-first = Ganó Negro
go-wins-second = Ganó Blanco

go-result-win = GANADOR { $winner }
go-result-draw = EMPATE
go-score-first = Negro = { $points }
go-score-second = Blanco = { $points }

rule-ko = Regla de ko
rule-komi = Komi (puntos para Blanco)
rule-handicap = Piedras de ventaja
rule-count = Recuento
go-ko-rule-simple = ko simple
go-ko-rule-positional = superko posicional
go-ko-rule-situational = superko situacional
preset-go-course = La cursada: 19×19 sin komi
preset-go-9 = 9×9, komi 7
preset-go-13 = 13×13, komi 7,5
preset-go-19 = 19×19, komi 7,5
count-captures = capturas

go-level-2 = Principiante
go-level-3 = Novato
go-level-4 = Aprendiz
go-level-5 = Aficionado
go-level-6 = Regular
go-level-7 = Entusiasta
go-level-8 = Serio
go-level-9 = De club
go-level-10 = Fuerte de club
go-level-11 = Experto
go-level-12 = Casi maestro
go-level-13 = Maestro
go-level-14 = Campeón

go-over = La partida ya terminó.
go-off-board = Jugada inválida: { $at } está fuera del tablero.
go-occupied = Jugada inválida: { $at } está ocupada.
go-suicide = Suicidio: en { $at } la piedra quedaría sin libertades y no captura nada.
go-ko-simple = Ko: la piedra de { $at } no se puede volver a capturar enseguida.
go-ko-positional = Ko (eternidad): jugar en { $at } repetiría un tablero anterior.
go-ko-situational = Ko (eternidad): jugar en { $at } repetiría un tablero anterior con el mismo turno.
go-move-unreadable = «{ $found }» no es una jugada: se esperaba un punto como D4 (columnas de A a Z sin la I, filas de 1 a 25) o pass para pasar.
go-diagram-unreadable = No se puede leer el tablero en la línea { $line }, columna { $column }: se encontró «{ $found }», se esperaba { $expected }.
go-diagram-breathless = El grupo de { $found } no tiene libertades (fila { $line } desde arriba, columna { $column }).
go-diagram-ko = { $found } no puede ser un punto de ko en este tablero.
