# La página.

page-lead = Cuatro juegos sobre la mesa: contra la máquina, con quien tengas al lado o con quien esté lejos.
page-other-language = English
page-theme-light = Tema claro
page-theme-dark = Tema oscuro
page-sound = Sonido
page-home = Volver a la mesa
page-retry = Probar otra vez
page-missing = Aquí no hay nada
page-missing-more = Esa dirección no lleva a ninguna partida.
page-trouble = Algo no salió bien
page-trouble-more = Tus partidas están guardadas en el servidor.
page-no-server = El servidor no responde

# Inicio.

page-start-quick = Jugar a { $game } contra la máquina
page-quick-against = contra la máquina
page-choose = Elegir rival y reglas
page-in-progress = Partidas en curso
page-to-watch = Partidas para mirar
page-moves-played = { $count ->
    [one] { $count } jugada
   *[other] { $count } jugadas
}

# Preparar una partida.

page-setup-title = Nueva partida de { $game }
page-games = Juegos
page-seat-here = Aquí
page-seat-link = Por enlace
page-seat-machine = Máquina
page-level-of = Nivel de la máquina, { $side }
page-name = Nombre
page-name-hint = opcional
page-link-later = Al empezar tendrás un enlace para enviar.
page-swap = ⇄ Cambiar de lado
page-rules = Reglas
page-more = Más opciones
page-other-value = Otro…
page-clock = Reloj
page-clock-none = Sin reloj
page-clock-plain = { $minutes } min
page-clock-plus = { $minutes } min + { $seconds } s por jugada
page-listed = Que cualquiera pueda mirarla
page-start = Empezar
page-opponent = Quién juega
page-own-machine = Sobremesa
page-value-start-black = Negras
page-value-start-white = Blancas
page-value-ko-simple = Simple
page-value-ko-positional = Superko posicional
page-value-ko-situational = Superko situacional
page-value-count-area = Área, las piedras como están
page-help-count-area = No se saca nada del tablero: capturá lo muerto antes de pasar.
page-value-count-agreed = Área, con muertas por acuerdo (chino)
page-help-count-agreed = Después de dos pases el programa propone las piedras muertas; se marcan, se acuerdan o se sigue jugando.
page-value-count-territory = Territorio, con muertas por acuerdo (japonés)
page-help-count-territory = Puntos rodeados y prisioneros. Límites: la vida y la muerte no se prueban jugando, los puntos vacíos de un seki cuentan si los toca un solo color, y la máquina planea por área.

# La mesa de juego.

page-board = Tablero de { $game }
page-machine = Máquina
page-machine-at = Máquina · { $level }
page-you = Tú
page-person = Rival
page-person-here = Aquí
page-turn = Turno: { $side }
page-your-turn = Es tu turno
page-thinking = La máquina piensa… ({ $side })
page-thinks = piensa…
page-plays = le toca
page-won = ganó
page-away = sin conexión
page-score = Puntos
page-pass = Pasar
page-pass-said = pasa
page-must-pass = { $side }: no hay jugada posible.
page-hint = Pista
page-hint-level = Nivel de la pista
page-hint-thinking = Buscando una buena jugada…
page-hint-is = Pista · { $level }: { $move } · { $value }
page-estimate-go = Mostrar de quién es cada punto
page-estimating = Contando lo probable…
page-estimate-is = Estimación · { $side } +{ $lead } · chance de { $side }: { $chance } %
page-go-likely = probablemente de { $side }
page-undo = Deshacer
page-draw = Tablas
page-draw-sure = ¿Ofrecer tablas?
page-draw-yes = Ofrecer
page-resign = Rendirse
page-resign-sure = ¿Terminar aquí y dar la partida por perdida?
page-resign-yes = Sí, me rindo
page-no = Seguir jugando
page-pause = Pausa
page-resume = Seguir
page-speed = Velocidad
page-actions = Acciones
page-more-actions = Más
page-show-legal = Mostrar jugadas posibles
page-copy-watch = Copiar enlace para mirar
page-export = Guardar la partida ({ $format })
page-new-same = Partida nueva
page-rematch = Revancha
page-rematch-accept = Aceptar la revancha
page-rematch-asked = Revancha pedida…
page-to-rematch = Ir a la revancha
page-accept = Aceptar
page-decline = No
page-offer-undo = { $side } pide deshacer su jugada
page-offer-draw = { $side } ofrece tablas
page-offer-rematch = { $side } pide la revancha
page-offered-undo = Pediste deshacer; esperando respuesta…
page-offered-draw = Ofreciste tablas; esperando respuesta…
page-moves = Jugadas
page-to-start = Al principio
page-step-back = Una jugada atrás
page-step-on = Una jugada adelante
page-to-present = Volver al presente
page-present = Posición actual
page-looking-back = Jugada { $number } de { $count }
page-looking-at = Tras la jugada { $number }: { $move }
page-looking-start = Posición inicial
page-type-move = Escribe una jugada
page-play = Jugar
page-type-go = Por ejemplo D4, o pass
page-type-connect4 = El número de la columna
page-type-dots = Fila-columna-h o v, por ejemplo 2-1-h
page-type-othello = Por ejemplo D3
page-tap-again = Toca { $move } otra vez para jugar ahí.
page-over-already = La partida terminó.
page-watching-only = Estás mirando: en esta partida juegan otros.
page-not-yet = Todavía no: juega { $side }.
page-lost = Sin conexión. Volviendo a conectar…
page-will-send = Sin conexión: la jugada se enviará en cuanto vuelva.
page-invite = Invita a tu rival
page-invite-more = Quien abra este enlace ocupa el otro lado de la mesa. Sirve en cualquier dispositivo.
page-link-of = Enlace para jugar con { $side }
page-waiting-friend = Esperando a tu rival
page-copy = Copiar enlace
page-copied = Enlace copiado
page-share = Compartir
page-share-text = Te invito a jugar a { $game }
page-qr = Código QR del enlace

# Resultados.

page-winner = GANADOR { $side }
page-tie = EMPATE
page-score-of = { $side } = { $score }
page-by-resignation = por abandono
page-by-time = por tiempo
page-by-fault = porque el motor falló
page-by-agreement = de común acuerdo

# Qué piedras están muertas, después de dos pases.

page-settle-judging = El juego se detuvo. Buscando piedras muertas…
page-settle = Toca los grupos que estén muertos.
page-settle-yours = Estás de acuerdo; falta la otra parte.
page-settle-away = La otra parte se fue: a los 2 min vale la propuesta.
page-settle-theirs = { $side } está de acuerdo con estas marcas.
page-settle-watch = Los jugadores acuerdan las piedras muertas.
page-settle-agree = De acuerdo
page-settle-resume = Seguir jugando
page-settle-agreed = de acuerdo
page-settle-out = El juego sigue: en el próximo corte las piedras cuentan como están.
page-settle-on = El juego sigue.
page-said-dead = { $count ->
    [0] Ninguna piedra marcada como muerta
    [one] { $count } piedra marcada como muerta
   *[other] { $count } piedras marcadas como muertas
}
page-said-settle = Enter sobre una piedra marca su grupo como muerto o vivo
page-go-dead = muerta

# Lo que oye quien no ve el tablero.

page-cell-empty = vacío
page-cell-last = última jugada
page-cell-hint = pista
page-cell-winning = línea ganadora
page-go-stone-first = piedra negra
page-go-stone-second = piedra blanca
page-go-territory = territorio de { $side }
page-go-ko = vacío, ko
page-othello-disc-first = ficha negra
page-othello-disc-second = ficha blanca
page-othello-turns = { $count ->
    [one] posible, da vuelta { $count } ficha
   *[other] posible, da vuelta { $count } fichas
}
page-connect4-piece-first = ficha amarilla
page-connect4-piece-second = ficha roja
page-dots-across = línea horizontal
page-dots-down = línea vertical
page-dots-open = libre
page-dots-drawn = marcada
page-dots-drawn-by = marcada por { $side }
page-dots-closes = { $count ->
    [one] libre, cierra { $count } casillero
   *[other] libre, cierra { $count } casilleros
}
page-dots-box = casillero, { $count } de 4 lados
page-dots-box-of = casillero de { $side }
page-said-move = { $side }: { $move }
page-said-undone = Jugada deshecha
page-said-joined = { $side } llegó a la mesa
page-said-left = { $side } perdió la conexión
page-said-go-changes = { $count ->
    [one] captura { $count } piedra
   *[other] captura { $count } piedras
}
page-said-othello-changes = { $count ->
    [one] da vuelta { $count } ficha
   *[other] da vuelta { $count } fichas
}
page-said-dots-changes = { $count ->
    [one] cierra { $count } casillero y juega otra vez
   *[other] cierra { $count } casilleros y juega otra vez
}

# Abrir una partida guardada.

page-open = Abrir una partida guardada (SGF)
page-open-more = Go y Othello. La partida se repite según las reglas; después se puede recorrer y seguir jugando desde donde quieras.
page-open-file = Archivo
page-open-paste = O pegala acá
page-open-go = Abrir
page-open-illegal = La jugada { $number } del registro no se puede jugar. { $why }
