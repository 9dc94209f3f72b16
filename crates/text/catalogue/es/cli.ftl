# Lo que dice el programa de terminal.

cli-unknown-game = no hay un juego «{ $found }»; los juegos son: { $games }
cli-unknown-preset = { $game } no tiene una variante «{ $found }»; están: { $presets }
cli-move-refused = jugada { $number }, { $move }: { $why }
cli-games-rules = Reglas (--rules "clave=valor …")
cli-games-presets = Variantes con nombre
cli-games-levels = Niveles de la máquina

cli-welcome = { $game } ({ $rules })
cli-seat-human = { $side }: tú
cli-seat-machine = { $side }: la máquina, nivel { $level } ({ $name })
cli-try-help = Escribe ayuda para ver qué se puede escribir.
cli-no-such-level = no hay un nivel { $level }; los niveles van de 0 a { $most }
cli-time-range = --time espera segundos, de 0 a { $most }
cli-seconds = --seconds espera un tiempo en segundos, como 2.5
cli-gtp-games = GTP es para go y othello, no para { $game }
cli-network-inputs = { $file }: una red de versión { $version } con { $planes } planos y { $globals } entradas globales; se entienden las de 22 planos y 19 entradas globales (versión 8 y posteriores)
cli-networks-own = viene con el programa
cli-networks-none = No hay otras redes en { $directory }. Una red de KataGo (.bin.gz o .txt.gz) puesta ahí aparece aquí; --network ARCHIVO o SOBREMESA_GO_NETWORK nombran una de otro lugar.
cli-networks-line = { $file }: { $name }, { $shape }, versión { $version }, { $weights } pesos
cli-networks-wrong = { $count ->
    [one] una red no se puede usar
   *[other] { $count } redes no se pueden usar
 }
cli-gtp-position = --position - no sirve con gtp: por la entrada estándar habla el controlador; hay que dar el diagrama o @ARCHIVO
cli-match-position = un enfrentamiento de { $game } no puede empezar desde un diagrama, porque sus archivos no lo dirían; con --moves sí
cli-no-such-game-in-file = no hay una partida { $number } en el archivo, que tiene { $count }
cli-game-in-file = partida { $number }: { $why }
cli-othello-form = --to { $form } es para othello, y esta es una partida de { $game }
cli-convert-unusual = { $count ->
    [one] partida { $number }: { $why }
   *[other] { $count } partidas, la primera es la { $number }: { $why }
}
cli-convert-lost = { $form } no puede decir: { $part } ({ $count ->
    [one] una partida
   *[other] { $count } partidas
})
cli-form-start = --to { $form } no puede decir dónde empieza una partida, y esta no empieza con las cuatro fichas y las negras; sgf y ggf sí
cli-dots-too-many-lines = quedan más de 64 líneas: son demasiadas para resolver
cli-positions-refused = { $count ->
    [one] no se pudo leer 1 de las posiciones
   *[other] no se pudieron leer { $count } de las posiciones
}
cli-no-problems = { $file } no tiene ningún problema
cli-results-wrong = { $count ->
    [one] 1 resultado no es el del archivo
   *[other] { $count } resultados no son los del archivo
}
cli-solve-value = { $empties } vacías: { $value }
cli-solve-win = victoria
cli-solve-draw = empate
cli-solve-loss = derrota
cli-solve-right = se esperaba { $expected }: bien
cli-solve-wrong = se esperaba { $expected }: MAL
cli-connect4-empty = el tablero vacío
cli-connect4-win = { $count ->
    [one] { $position }: mueve { $side }, y gana con su próxima jugada (valor { $score })
   *[other] { $position }: mueve { $side }, y gana en { $count } jugadas suyas (valor { $score })
}
cli-connect4-loss = { $count ->
    [one] { $position }: mueve { $side }, y pierde: al rival le queda 1 jugada (valor { $score })
   *[other] { $position }: mueve { $side }, y pierde: al rival le quedan { $count } jugadas (valor { $score })
}
cli-connect4-win-only = { $position }: mueve { $side }, y gana
cli-connect4-loss-only = { $position }: mueve { $side }, y pierde
cli-connect4-draw = { $position }: mueve { $side }, y es empate
cli-connect4-columns = columna
cli-connect4-line = mejor juego: { $line }
cli-connect4-known = sin buscar: lo sabe el libro, o se ve enseguida
cli-connect4-effort = { $nodes } nodos, { $time } ms de CPU
cli-solve-total = total
cli-solve-speed = nodos { $nodes }, { $seconds } s de CPU, { $rate } M nodos/s
cli-solve-table = tabla { $size } MiB
cli-dots-wins = mueve { $side }, y gana { $own }–{ $rival } (valor { $value })
cli-dots-loses = mueve { $side }, y pierde { $own }–{ $rival } (valor { $value })
cli-dots-draws = mueve { $side }, y termina { $own }–{ $rival }, en empate (valor { $value })
cli-dots-best-line = la línea para marcar: { $line }
cli-dots-every-line = lo que vale cada línea:
cli-not-for = el comando { $command } no es para { $game }, sino para { $games }
cli-one-size = { $game } tiene un tablero de un solo tamaño: no hay --size
cli-solve-dots-value = valor { $value }
cli-solve-dots-best = mejor { $line }
cli-analyze-best = mejor { $line } { $value }
cli-match-title = { $first } contra { $second }, { $game } ({ $rules })
cli-match-result = { $games ->
    [one] 1 partida
   *[other] { $games } partidas
 }: { $won } ganadas, { $drawn } empatadas, { $lost } perdidas = { $rate } % (95 %, n = { $games }: { $low }–{ $high }); CPU por jugada { $first } s y { $second } s
cli-match-faults = perdidas por una falta { $first } y { $second }
cli-match-sprt-higher = prueba secuencial: { $higher } Elo y no { $lower } (logaritmo de la razón { $ratio }, límites ±{ $bound })
cli-match-sprt-lower = prueba secuencial: { $lower } Elo y no { $higher } (logaritmo de la razón { $ratio }, límites ±{ $bound })
cli-match-sprt-open = prueba secuencial: sin decidir entre { $lower } y { $higher } Elo (logaritmo de la razón { $ratio }, límites ±{ $bound })
cli-match-sprt-odd = --sprt quiere dos diferencias en Elo, la menor primero, por ejemplo 0 10
cli-match-out-other = en ese directorio se guarda otro enfrentamiento: { $found }
cli-match-out-nameless = ese directorio tiene partidas de un enfrentamiento cuyas condiciones no dice; nombra otro
cli-match-out-busy = otro programa está jugando el enfrentamiento de ese directorio
cli-match-player = jugador { $number }: { $why }
cli-match-judge = el juez: { $why }
cli-fault-missing = el motor no puede empezar: { $what }
cli-fault-silent = el motor no responde a tiempo
cli-fault-gone = el motor terminó
cli-fault-nonsense = el motor respondió «{ $what }»
cli-fault-refused = el motor se negó: { $what }
cli-fault-set-up = el motor no puede empezar desde ahí: { $what }
cli-no-moves = la partida no tiene ninguna jugada
cli-thinking = pensando…
cli-thinking-so-far = pensando: { $move } { $value }, profundidad { $depth }, { $nodes } nodos
cli-machine-plays = { $side }: { $move }
cli-machine-plays-with-value = { $side }: { $move } (valor { $value }, { $nodes } nodos)
cli-forced-pass = Sin jugada posible para { $side }: pasa.
cli-hint-goes-on = Podría seguir así: { $line }
cli-resigned = { $wins }, por abandono
cli-next-game = Escribe nueva para jugar otra vez, o salir para terminar.
cli-hint-others = Otras jugadas: { $list }
cli-legal-moves = { $count ->
    [one] 1 jugada legal: { $list }
   *[other] { $count } jugadas legales: { $list }
}
cli-settle = El juego se detuvo. Se dan por muertas: { $list }.
cli-settle-none = El juego se detuvo. Ninguna piedra se da por muerta.
cli-settle-help = Escribe acuerdo para contar así, seguir para seguir jugando, o una piedra para cambiar lo que es su grupo.
cli-file-missing = ¿Qué archivo? Por ejemplo: guardar partida.sgf
cli-saved = Guardada en { $file }.
cli-save-set-up = una partida que empezó de un diagrama no se puede guardar como lista de jugadas
cli-load-failed = { $file }: { $why }
cli-load-other-game = { $file } es una partida de { $game }
cli-help =
    deshacer         volver atrás tu última jugada
    pasar            pasar el turno, donde el juego lo permite
    rendirse         dar la partida por perdida
    acuerdo          contar sin las piedras muertas, cuando el juego se detuvo
    seguir           seguir jugando en cambio
    pista            preguntar a la máquina más fuerte qué jugaría
    jugadas          ver todas las jugadas legales
    tablero          mostrar el tablero otra vez
    guardar ARCHIVO  guardar la partida (SGF)
    cargar ARCHIVO   seguir una partida guardada
    nueva            empezar de nuevo con las mismas reglas
    salir            terminar
cli-help-go = Una jugada es una intersección: letra de columna (sin la I) y número de fila, como D4.
cli-help-connect4 = Una jugada es el número de una columna, como 4.
cli-help-dots = Una jugada es una línea: F-C-h es el lado de arriba del casillero de fila F y columna C, y F-C-v el de la izquierda; por ejemplo 2-1-h.
cli-help-othello = Una jugada es una casilla: letra de columna y número de fila, como d3. Las casillas donde puedes jugar están marcadas.

exit-not-found = no existe ese archivo o directorio
exit-denied = no hay permiso
exit-directory = es un directorio
exit-full = no queda lugar en el disco

# Lo que miden las pruebas de velocidad: la unidad detrás de cada número.
bench-kinds = las clases son: { $kinds }
bench-wrong = MAL
bench-positions = posiciones
bench-microseconds = µs
bench-nodes = nodos
bench-playouts-per-second = simulaciones/s
bench-moves-per-playout = jugadas/simulación
bench-batch = a la vez
bench-evaluations-per-second = evaluaciones/s
bench-positions-per-second = posiciones/s
bench-depth = jugadas de hondo
bench-leaves = hojas
bench-cpu-seconds = s de CPU
bench-elapsed-seconds = s de reloj
bench-million-leaves-per-second = M hojas/s
bench-million-nodes-per-second = M nodos/s
bench-games-per-second = partidas/s
bench-moves-per-second = jugadas/s
bench-moves-per-game = jugadas/partida
bench-score = fichas
bench-empties = vacías
bench-endings = finales
bench-milliseconds-each = ms cada uno
bench-games = partidas
bench-mean-error = fichas de distancia al valor verdadero
bench-root-mean-square = de media cuadrática
bench-moves-per-match = jugadas por partida
bench-watchers = que miran
bench-database-megabytes = MB en disco
bench-fill-s = s para llenar la base de datos
bench-start-s = s para arrancar
bench-list-ms = ms para la lista
bench-open-ms = ms para una partida
bench-megabytes = MB residentes
bench-kilobytes-per-watcher = kB por cada uno que mira
bench-wanted-per-second = jugadas/s pedidas
bench-matches = partidas
bench-durable-moves-per-second = jugadas guardadas/s
bench-moves-per-cpu-second = jugadas por segundo de CPU del servidor
bench-acknowledged-ms-p50 = ms hasta la mitad de las confirmaciones
bench-acknowledged-ms-p99 = ms hasta el 99 %
bench-acknowledged-ms-max = ms hasta la última
cli-admin-well = Partidas que están bien: { $count }
cli-admin-damaged = { $match } está dañada: { $what }
cli-admin-file = el archivo está dañado: { $what }
cli-admin-not-well = no todo está bien; una copia lo tiene como estaba (admin restore)
cli-admin-missing = { $count ->
    [one] una partida no está
   *[other] { $count } partidas no están
}
cli-admin-removed = Partidas borradas: { $count }
cli-admin-stats = Partidas: { $matches } ({ $over } terminadas, { $listed } en la lista); sucesos: { $events }; tamaño: { $size } KiB
cli-admin-exists = { $file } ya existe
cli-admin-backup = Partidas en { $file }: { $count }
cli-admin-left-out = las partidas dañadas no están en la copia
cli-admin-not-empty = ya hay partidas en la base ({ $count }): restaura en una vacía
cli-admin-restored = Partidas restauradas de { $file }: { $count }
cli-admin-no-backup = { $file } no es una copia que se pueda restaurar: { $what }
