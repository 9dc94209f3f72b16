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
page-in-progress = Mis partidas
page-to-watch = Partidas para mirar
page-moves-played = { $count ->
    [one] { $count } jugada
   *[other] { $count } jugadas
}

page-play-now = Jugar
page-game-rules = Reglas
page-game-over-list = Terminadas
page-all-shown = Ver todas
page-game-against = con { $who }
page-help-title = Ayuda
page-help-lead = Cómo se usa la mesa, y las reglas de los cuatro juegos.
page-help-table-title = La mesa
page-help-table-1 = Toca un tablero en la portada y ya estás jugando contra la máquina. «Elegir rival y reglas» prepara la partida a tu gusto: con alguien aquí, con alguien lejos por un enlace, o contra otra máquina.
page-help-table-2 = Con el teclado: las flechas recorren el tablero y Enter juega. Fuera del tablero, ← y → van por las jugadas. En Conecta 4 los números sueltan una ficha en su columna.
page-help-table-3 = «Pista» muestra una buena jugada y dice qué promete. Entre dos personas hay pistas solo si se acordaron al preparar la partida.
page-help-table-4 = Las partidas se guardan solas. Este dispositivo recuerda las tuyas en la portada; en «Más» puedes guardar una como archivo y después abrirla.
page-rules-of = Cómo se juega a { $game }
page-rules-go-1 = Negro y Blanco ponen por turno una piedra en un cruce libre. Las piedras no se mueven.
page-rules-go-2 = Las piedras unidas por las líneas forman un grupo. Sus libertades son los cruces vacíos que toca: un grupo sin libertades se captura y sale del tablero.
page-rules-go-3 = No se puede jugar donde tu grupo quedaría sin libertades (suicidio), salvo que captures. Tampoco repetir un tablero anterior (ko).
page-rules-go-4 = También puedes pasar. Cuando los dos pasan seguido, se cuenta: por área valen tus piedras y los cruces que rodeas; por territorio, los cruces rodeados y los prisioneros. El komi compensa a Blanco por jugar segundo.
page-rules-connect4-1 = Por turno, cada quien deja caer una ficha en una columna; queda sobre la última que haya.
page-rules-connect4-2 = Gana quien primero junta cuatro fichas seguidas en horizontal, vertical o diagonal.
page-rules-connect4-3 = Si el tablero se llena sin cuatro en línea, es empate. Empiezan las amarillas.
page-rules-dots-1 = Por turno, cada quien marca una línea entre dos puntos vecinos.
page-rules-dots-2 = Quien marca el cuarto lado de un casillero se lo queda y juega otra vez.
page-rules-dots-3 = La partida termina cuando todas las líneas están marcadas. Gana quien tenga más casilleros.
page-rules-othello-1 = Por turno, cada quien pone una ficha de modo que encierre fichas rivales en línea recta, entre la nueva y otra propia: todas esas se dan vuelta.
page-rules-othello-2 = Una jugada que no da vuelta ninguna ficha no vale. Quien no tiene jugada pasa.
page-rules-othello-3 = La partida termina cuando nadie puede jugar. Gana quien tenga más fichas.

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
page-hints-allowed = Permitir pistas a los dos
page-value-refused = «{ $found }» no sirve aquí. Puede ser: { $expected }.
page-value-allowed = Puede ser: { $expected }.
page-setup-refused = Algo en las reglas no se puede jugar: mira lo marcado.
page-start = Empezar
page-opponent = Quién juega
page-own-machine = Sobremesa
page-value-start-black = Negras
page-value-start-white = Blancas
page-value-ko-simple = Simple
page-value-ko-positional = Superko posicional
page-value-ko-situational = Superko situacional
page-value-count-area = Área, las piedras como están
page-help-count-area = No se saca nada del tablero: captura lo muerto antes de pasar.
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
page-turn = Turno: { $side }
page-your-turn = Es tu turno
page-thinking = La máquina piensa… ({ $side })
page-thinks = piensa…
page-plays = le toca
page-plays-side = turno
page-won-side = victoria
page-won = ganó
page-away = sin conexión
page-awaited = aún no llega
page-score = Puntos
page-pass = Pasar
page-pass-said = pasa
page-must-pass = { $side }: no hay jugada posible.
page-hint = Pista
page-hint-level = Nivel de la pista
page-hint-thinking = Buscando una buena jugada…
page-hint-seconds = Buscando una buena jugada… { $seconds } s
page-hint-looks = Buscando una buena jugada… { $seconds } s · ahora mira { $move }
page-thinking-long = La máquina piensa… { $seconds } s
page-thinking-looks = La máquina piensa… { $seconds } s · ahora mira { $move }
page-in-line = { $place ->
    [one] Otras máquinas están pensando; la tuya es la próxima, en unos { $seconds } s
   *[other] Otras máquinas están pensando; la tuya es la número { $place } de la fila, unos { $seconds } s
}
page-thinking-progress = Tiempo que lleva pensando
page-estimate-go = Mostrar de quién es cada punto
page-estimating = Contando lo probable…
page-estimate-is = Por ahora parece ir ganando { $side }, por unos { $lead } puntos ({ $chance } de cada 100 veces)
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
page-delete = Borrar esta partida
page-delete-sure = ¿Borrar esta partida? No quedará nada de ella.
page-delete-both = ¿Borrar esta partida? También se le pregunta a la otra persona; cuando las dos quieran, no quedará nada de ella.
page-delete-no = Conservarla
page-delete-yes = Borrar
page-copy-watch = Copiar enlace para mirar
page-play-on = Seguir jugando desde aquí
page-export = Guardar la partida ({ $format })
page-new-same = Partida nueva
page-rematch = Revancha
page-to-rematch = Ir a la partida siguiente
page-accept = Aceptar
page-decline = No
page-offer-undo = { $side } pide deshacer su jugada
page-offer-draw = { $side } ofrece tablas
page-offer-rematch = { $side } pide la revancha
page-offered-undo = Pediste deshacer; esperando respuesta…
page-offered-draw = Ofreciste tablas; esperando respuesta…
page-offer-again = { $side } propone otra partida
page-offered-rematch = Pediste la revancha; esperando respuesta…
page-offered-again = Propusiste otra partida; esperando respuesta…
page-offered-undo-away = Pediste deshacer; tu rival lo verá al volver.
page-offered-draw-away = Ofreciste tablas; tu rival lo verá al volver.
page-offered-rematch-away = Pediste la revancha; tu rival lo verá al volver.
page-offered-again-away = Propusiste otra partida; tu rival lo verá al volver.
page-offer-delete = { $side } pide borrar esta partida
page-offered-delete = Pediste borrar esta partida; esperando respuesta…
page-declined-delete = { $side } prefiere conservar esta partida.
page-offered-delete-away = Pediste borrar esta partida; tu rival lo verá al volver.
page-withdraw = Retirar
page-declined-undo = { $side } prefiere no deshacer.
page-declined-draw = { $side } prefiere seguir jugando.
page-declined-rematch = { $side } no quiere la revancha por ahora.
page-declined-again = { $side } no quiere otra partida por ahora.
page-again-offer = Proponer otra
page-question = Pregunta
page-paused = En pausa
page-plays-you = te toca
page-person-side = Persona ({ $side })
page-show-rules = Reglas del juego
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
page-type-go = Por ejemplo D4, o pasar
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
page-invite-side = Invita a quien juega con { $side }
page-invite-local = Este enlace funciona solo en esta máquina: la página está abierta en { $host }, una dirección que los demás dispositivos no alcanzan.
page-invite-command = Para que otros dispositivos de tu red lleguen, detén el programa y ábrelo como antes, agregando --lan:
page-invite-then = Después, la página estará en:
page-invite-keeps = La partida se conserva.
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
page-you-won = Ganaste
page-wins-name = Ganó { $name }
page-wins-machine = Ganó la máquina
page-drawn = Empate
page-result-score = { $head }, { $most }–{ $least }
page-result-reason = { $head } { $reason }
page-by-line = con cuatro en línea
page-score-of = { $side } = { $score }
page-by-resignation = por abandono
page-by-time = por tiempo
page-by-fault = porque el motor falló
page-by-agreement = de común acuerdo
page-by-record = según el registro: { $result }

# Qué piedras están muertas, después de dos pases.

page-settle-judging = El juego se detuvo. Buscando piedras muertas…
page-settle = Toca los grupos que estén muertos.
page-settle-yours = Estás de acuerdo; falta la otra parte.
page-settle-away = La otra parte se fue: a los 2 min vale la propuesta.
page-settle-theirs = { $side } está de acuerdo con estas marcas.
page-settle-watch = Los jugadores acuerdan las piedras muertas.
page-settle-list = Falta acordar las piedras muertas
page-settle-ask = ¿Se cuenta con estas marcas?
page-settle-back = ¿Prefieres seguir jugando?
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

page-open = Abrir una partida guardada
page-open-more = SGF de los cuatro juegos, y GGF o una lista de jugadas de Othello. La partida se repite según las reglas; después puedes recorrerla y seguir jugando desde cualquier jugada.
page-open-file = Archivo
page-open-paste = O pégala aquí
page-open-go = Abrir
page-open-anyway = Abrir la partida
page-open-illegal = La jugada { $number } del registro no se puede jugar. { $why }

## Lugares y enlaces en este dispositivo
page-own-link = Este enlace es para tu rival: envíaselo. Tu lugar ya es tuyo.
page-own-link-sit = Este enlace es para uno de los jugadores. ¿Quieres sentarte ahí tú?
page-sit-here = Sentarme aquí
page-link-cut = El enlace está incompleto y no abre ningún lugar. Pídelo otra vez; mientras tanto puedes mirar.
page-not-kept = Este navegador no puede guardar tu lugar. Copia tu enlace para volver.
page-copy-mine = Copiar mi enlace
page-copy-failed = No se pudo copiar. El enlace es: { $link }
page-not-here = no está en este servidor
page-forget = Olvidarla
page-forget-of = Olvidar esta partida de { $game }
page-waiting-both = esperando a los dos jugadores

# La revisión de una partida
page-review = Revisar
page-review-close = Cerrar
page-review-progress = Cuánto de la partida ya se juzgó
page-review-graph = La partida: quién va ganando después de cada jugada
page-review-dearest = Los errores más caros
page-review-better = Mejor ({ $value }):
page-review-line = Mejor línea, jugada { $step } de { $count }
page-review-back = Volver a la partida
page-review-working = Juzgando las jugadas: { $done } de { $count }
page-review-done = { $count ->
    [0] Ningún error que valga la pena nombrar.
    [one] 1 jugada pudo ser mejor.
   *[other] { $count } jugadas pudieron ser mejores.
}
page-review-unknown = Todavía sin juzgar
page-review-cost = cuesta { $count }
page-review-cost-chance = cuesta { $count } % de las chances
page-review-column-move = Jugada
page-review-column-value = Valor
page-review-column-class = Qué tan buena
page-cell-place = señalada
page-review-wins = gana
page-review-draws = empata
page-review-loses = pierde
page-review-open = no se sabe
page-review-turn-wins-loses = de ganar a perder
page-review-turn-wins-draws = de ganar a empatar
page-review-turn-draws-loses = de empatar a perder
page-review-turn-slower = gana más tarde o pierde antes
