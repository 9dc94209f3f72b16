# Lo que dice el programa de terminal.

cli-unknown-game = no hay un juego «{ $found }»; los juegos son: { $games }
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
cli-gtp-position = --position - no sirve con gtp: por la entrada estándar habla el controlador; hay que dar el diagrama o @ARCHIVO
cli-match-position = un enfrentamiento de { $game } no puede empezar desde un diagrama, porque sus archivos no lo dirían; con --moves sí
cli-no-such-game-in-file = no hay una partida { $number } en el archivo, que tiene { $count }
cli-game-in-file = partida { $number }: { $why }
cli-othello-form = --to { $form } es para othello, y esta es una partida de { $game }
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
cli-solve-total = total
cli-solve-speed = nodos { $nodes }, { $seconds } s de CPU, { $rate } M nodos/s
cli-solve-table = tabla { $size } MiB
cli-solve-dots-value = valor { $value }
cli-solve-dots-best = mejor { $line }
cli-analyze-best = mejor { $line } { $value }
cli-match-title = { $first } contra { $second }, { $game } ({ $rules })
cli-match-result = { $games } partidas: { $won } ganadas, { $drawn } empatadas, { $lost } perdidas = { $rate } % (95 %: { $low }–{ $high }); CPU por jugada { $first } s y { $second } s
cli-match-faults = perdidas por una falta { $first } y { $second }
cli-no-moves = la partida no tiene ninguna jugada
cli-thinking = pensando…
cli-thinking-so-far = pensando: { $move } { $value }, profundidad { $depth }, { $nodes } nodos
cli-machine-plays = { $side } juega { $move }
cli-machine-plays-with-value = { $side } juega { $move } (valor { $value }, { $nodes } nodos)
cli-forced-pass = Sin jugada posible para { $side }: pasa.
cli-hint = { $move }  valor { $value }  ({ $line })
cli-legal-moves = { $count ->
    [one] 1 jugada legal: { $list }
   *[other] { $count } jugadas legales: { $list }
}
cli-nothing-to-undo = No hay nada que deshacer.
cli-file-missing = ¿Qué archivo? Por ejemplo: guardar partida.sgf
cli-saved = Guardada en { $file }.
cli-save-set-up = una partida que empezó de un diagrama no se puede guardar como lista de jugadas
cli-load-failed = { $file }: { $why }
cli-load-other-game = { $file } es una partida de { $game }
cli-help =
    deshacer         volver atrás tu última jugada
    paso             pasar el turno, donde el juego lo permite
    abandonar        dar la partida por perdida
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

# --help: títulos, y un mensaje por comando y por argumento.
exit-not-found = no existe ese archivo o directorio
exit-denied = no hay permiso
exit-directory = es un directorio
exit-full = no queda lugar en el disco
help-error-missing = Faltan argumentos: { $what }
help-error-unknown = No se conoce, o sobra: { $what }
help-error-command = No hay un comando «{ $what }»
help-error-conflict = { $what } no va con { $more }
help-error-no-value = A { $what } le falta un valor
help-error-value = «{ $what }» no es un valor para { $more }
help-error-more = Con --help se ve la ayuda.
help-usage = Uso:
help-commands = Comandos
help-options = Opciones
help-arguments = Argumentos
help-help = Muestra esta ayuda
help-version = Muestra la versión
help = Go, Conecta 4, ceritos (puntos y cajas) y Othello: para jugarlos, estudiarlos y servirlos. Sin comando, sirve la página.
help-lang = Idioma de todo lo que se dice: es o en [por omisión: según LANG]
help-play = Juega una partida en la terminal
help-serve = Sirve la página y la interfaz; lo mismo que el programa sin comando
help-games = Muestra los juegos con sus reglas, variantes y niveles de la máquina
help-perft = Cuenta las secuencias de jugadas de cada largo hasta DEPTH
help-replay = Arbitra partidas dadas como listas de jugadas, una por línea de la entrada estándar
help-solve = Resuelve posiciones exactamente
help-analyze = Dice cuánto valió cada jugada de una partida
help-bench = Mide la velocidad, en tiempo de CPU
help-gtp = Habla GTP por la entrada y la salida estándar
help-gtp-position = Empieza desde un diagrama, hasta que el controlador limpie el tablero: su texto o @ARCHIVO
help-gtp-moves = Juega primero estas jugadas, hasta que el controlador limpie el tablero
help-nboard = Habla el protocolo de NBoard por la entrada y la salida estándar
help-match = Enfrenta a dos motores
help-match-first = El primer jugador: un nivel, un comando GTP, o nboard:COMANDO (nboard@16:COMANDO para 16 jugadas de profundidad en lugar de 12)
help-match-second = El segundo jugador, de la misma forma
help-convert = Convierte archivos de partidas
help-convert-game = La partida que se toma de un archivo con varias, desde 1 [por omisión: todas]
help-ask = Responde metas Prolog sobre los predicados de los cursos
help-predicates = Muestra los predicados de los cursos
help-completions = Escribe el autocompletado para una shell
help-any-size = Tamaño del tablero, como 9 o 5x7; abrevia --rules size=…
help-any-rules = Reglas como pares clave=valor, por ejemplo "size=9 komi=7" (ver el comando games)
help-any-position = Empieza desde un diagrama: su texto, @ARCHIVO, o - para la entrada estándar
help-any-moves = Juega primero estas jugadas, separadas por espacios o comas
help-play-game = go, connect4, dots u othello (también ceritos, conecta4, reversi …)
help-play-first = Quién hace la primera jugada: human (la persona) o machine (la máquina)
help-play-level = El nivel de la máquina (ver el comando games)
help-play-two = Dos personas comparten la terminal, sin máquina
help-play-watch = La máquina juega los dos lados
help-play-time = El tiempo de la máquina por jugada, en segundos
help-play-seed = Decide los sorteos de la máquina; la misma semilla juega la misma partida
help-play-load = Empieza con una partida guardada
help-play-color = Cuándo usar colores
help-othello-lang = Idioma de los mensajes: es o en [por omisión: es]
help-othello = Los dos programas del curso de Othello: arbitrar un archivo de partida, jugar desde un tablero
