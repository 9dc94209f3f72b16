# La herramienta del docente.

grade-no-course = no hay un curso { $name }: hay { $known }
grade-no-prolog = SWI-Prolog no está instalado (paquete swi-prolog): los programas se ejecutan en él
grade-no-sandbox = aquí no funciona ninguna caja de arena ({ $why }), y sin una no se ejecutan programas ajenos. Instala bubblewrap, o di --trust si confías en quienes los escribieron.
grade-nothing-handed-in = ahí no hay nada que corregir
grade-taken = Se tomó: { $files }
grade-messages = SWI-Prolog dice de él:
grade-asked = { $asked ->
    [one] 1 pregunta
   *[other] { $asked } preguntas
 }, { $wrong } mal respondidas
grade-sheet-says = El enunciado:
grade-kind-wrong = mal según el enunciado
grade-kind-open = el enunciado lo deja abierto, no resta nada
grade-kind-style = estilo
grade-answered = el programa responde:
grade-right = lo correcto es:
grade-smallest = Ningún tablero menor lo muestra: se probaron todos.
grade-one-less = Sin una cualquiera de sus fichas la falla desaparece.
grade-mark = { $points } de { $of } puntos
grade-late = Se quitan { $points } puntos por la entrega tardía.
grade-passed = Aprueba con { $pass }: aprobado.
grade-not-passed = Aprueba con { $pass }: no aprobado.
grade-made-with = sobremesa { $version }, semilla { $seed }, criterio «{ $rubric }», caja de arena: { $sandbox }

grade-note-link = No se siguió un enlace: { $about }
grade-note-special = No es archivo ni carpeta, se dejó fuera: { $about }
grade-note-outside = Se rechazó una ruta que sale del archivo comprimido: { $about }
grade-note-too-large = Es más grande de lo que puede ser un programa, se dejó fuera: { $about }
grade-note-too-much = Hay más de lo que puede tener una entrega; el resto se dejó fuera: { $about }
grade-note-nested = No se abrió un comprimido dentro de otro dentro de otro: { $about }
grade-note-foreign-archive = Esta clase de comprimido no se puede abrir (zip, tar y tar.gz sí): { $about }
grade-note-damaged = Está dañado, y se leyó hasta donde se pudo: { $about }
grade-note-not-taken = También define predicados del enunciado y no se tomó: { $about }
grade-note-nothing = Ningún archivo Prolog define alguno de { $about }
grade-note-not-loaded = SWI-Prolog no llegó a terminar de cargarlo. { $about }

grade-wrong-failed = falla donde debería tener éxito
grade-wrong-succeeded = tiene éxito donde debería fallar
grade-wrong-value = responde otra cosa
grade-wrong-second = al pedir otra respuesta da una segunda, distinta
grade-wrong-missing = no encuentra todas las respuestas
grade-wrong-extra = da respuestas que no lo son
grade-wrong-error = termina con un error
grade-wrong-endless = no termina
grade-wrong-ended = termina Prolog mismo
grade-wrong-unreadable = su respuesta no es un término finito
grade-wrong-undefined = no está definido

grade-open-error = lanza un error donde bastaba fallar
grade-open-order = las respuestas vienen en otro orden
grade-open-reading = lee de otra manera una jugada que gana en el acto
grade-open-long-line = de una línea de más de cuatro nombra cuatro
grade-open-line-order = los casilleros de una línea vienen en otro orden
grade-open-lines-together = dos líneas vienen en una sola lista
grade-open-one-line = de varias líneas no las dice todas
grade-open-remembers = lo que responde depende de lo que se le preguntó antes; preguntado solo está bien

grade-style-repeated = da la misma respuesta más de una vez
grade-style-choice-point = deja algo por probar después de su única respuesta (un punto de elección)
grade-style-error-after = después de la respuesta termina con un error al pedir otra
grade-style-endless-after = después de la respuesta no termina al pedir otra
grade-style-slow = está bien y es lento

grade-ended-done = false.
grade-ended-more = … y más
grade-ended-limit = (sin fin)
grade-ended-error = error: { $error }.
grade-ended-undefined = (no hay tal predicado)
grade-ended-silent = (Prolog terminó o no dijo nada)
grade-right-fails = false.
grade-right-holds = true.
grade-right-any = (el enunciado no lo dice)
grade-right-lines = cualquiera de estas
grade-right-values = false.

grade-c4-no-diagonals = No se miran las diagonales.
grade-c4-no-falling-diagonals = No se miran las diagonales que bajan hacia la derecha.
grade-c4-no-rising-diagonals = No se miran las diagonales que suben hacia la derecha.
grade-c4-no-rows = No se miran las líneas horizontales.
grade-c4-no-columns = No se miran las líneas verticales.
grade-c4-three = Se toman por suficientes tres en línea.
grade-c4-five = Se piden cinco en línea.
grade-c4-exactly-four = No se toma por línea una de más de cuatro: el enunciado dice «al menos cuatro».
grade-c4-gaps = Cuentan cuatro fichas de una línea aunque haya otras en medio: el enunciado dice «consecutivamente».
grade-c4-wraps = Una línea sigue del final de una fila al comienzo de la siguiente.
grade-c4-empties = Cuatro casilleros vacíos se toman por una línea.
grade-c4-no-last-column = No se mira la última columna.
grade-c4-no-first-column = No se mira la primera columna.
grade-c4-no-bottom-row = No se mira la fila de abajo.
grade-c4-no-top-row = No se mira la fila de arriba.
grade-c4-from-bottom = Las filas se cuentan desde abajo.
grade-c4-swapped = Se confunden fila y columna.
grade-c4-from-zero = Filas y columnas se cuentan desde 0.
grade-c4-floats = La ficha se queda arriba en lugar de caer.
grade-c4-full-unchanged = Una ficha en una columna llena tiene éxito y no cambia nada.
grade-c4-full-overwritten = Una ficha en una columna llena ocupa el lugar de la de más arriba.
grade-c4-off-board = Se acepta una columna fuera del tablero.
grade-c4-room-only-empty = Solo se toman por libres las columnas sin ninguna ficha.
grade-c4-room-every = Se toman por libres también las columnas llenas.
grade-c4-draw-is-full = Un tablero lleno se toma por empate aunque alguien haya ganado.
grade-c4-draw-is-unwon = Un tablero sin ganador se toma por empate aunque quede lugar.
grade-c4-safe-same-column = Solo se mira la respuesta del rival en la misma columna.
grade-c4-safe-before = Las amenazas del rival se buscan antes de que la ficha caiga.
grade-c4-safe-new-only = No cuentan las amenazas que el rival ya tenía.
grade-c4-safe-wrong-side = Se mira si puede ganar el jugador, no el rival.
grade-c4-definitive-blind = No se mira que el rival puede ganar con su respuesta.
grade-c4-definitive-some-reply = Se toma por suficiente que una respuesta del rival deje ganar al jugador.
grade-c4-definitive-no-reply = El rival no llega a responder.
grade-c4-definitive-wins-now = Se pide una jugada que gane en el acto.
grade-c4-no-gravity = La ficha puede quedar en cualquier casillero vacío de su columna.
grade-c4-first-only = De varias respuestas se da solo la primera.

grade-note-not-graded = Con ninguno de estos nombres hay algo que responda como aquí se entiende, así que no se corrige: { $about }

grade-go-suicide-first = El suicidio se mira antes de quitar lo que la jugada captura.
grade-go-suicide-allowed = No se rechaza el suicidio.
grade-go-suicide-of-one = Solo se rechaza el suicidio de una piedra sola, no el de un grupo.
grade-go-own-removed = Una jugada suicida se acepta y quita las piedras propias.
grade-go-one-group = De varios grupos que rodea una jugada se captura uno solo.
grade-go-single-stones = Solo se capturan piedras sueltas, no grupos.
grade-go-nothing-captured = No se captura nada.
grade-go-diagonals = Las diagonales cuentan como adyacentes.
grade-go-edge-breathes = El borde del tablero se toma por una libertad.
grade-go-occupied = Se puede poner una piedra sobre otra.
grade-go-off-board = Se acepta un punto fuera del tablero.
grade-go-empty-both = Una región vacía sin ninguna piedra al lado es de los dos.
grade-go-no-territory = Solo se cuentan las piedras, no lo que rodean.
grade-go-shared = Una región vacía que tocan los dos colores cuenta para los dos.
grade-go-stones-do-not-count = Solo se cuenta lo rodeado, no las piedras.
grade-go-single-points = Solo se toman por rodeados puntos sueltos, no regiones.

grade-index = Informes
grade-written = escrito: { $file }
