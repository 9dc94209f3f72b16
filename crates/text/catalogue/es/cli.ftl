# Lo que dice el programa de terminal.

cli-unknown-game = no hay un juego «{ $found }»; los juegos son: { $games }
cli-move-refused = jugada { $number }, { $move }: { $why }
cli-games-rules = Reglas (--rules "clave=valor …")
cli-games-presets = Variantes con nombre
cli-games-levels = Niveles de la máquina

cli-welcome = { $game } ({ $rules })
cli-seat-human = { $side }: vos
cli-seat-machine = { $side }: la máquina, nivel { $level } ({ $name })
cli-try-help = Escribí ayuda para ver qué se puede escribir.
cli-no-such-level = no hay un nivel { $level }; los niveles van de 0 a { $most }
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
cli-help-othello = Una jugada es una casilla: letra de columna y número de fila, como d3. Las casillas donde podés jugar están marcadas.
