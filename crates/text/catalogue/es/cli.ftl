# Lo que dice el programa de terminal.

cli-no-server-yet = Sin argumentos, este programa servirá los juegos como página. Esa parte todavía no está; esto es lo que funciona.
cli-unknown-game = no hay un juego «{ $found }»; los juegos son: { $games }
cli-move-refused = jugada { $number }, { $move }: { $why }
cli-games-rules = Reglas (--rules "clave=valor …")
cli-games-presets = Variantes con nombre
cli-games-levels = Niveles de la máquina
