# La puerta Prolog: `sobremesa ask`, `sobremesa predicates` y la documentación de la tabla.

prolog-answer-false = false.
prolog-answer-true = true.
prolog-prompt-help = Los objetivos terminan en punto; ; pide otra respuesta, cualquier otra tecla termina. «predicates.» muestra lo que hay, Ctrl-D sale.
prolog-error = error: { $message }
prolog-modules = Módulos y predicados
prolog-example = Ejemplo:
prolog-no-module = no hay un módulo { $name }; los módulos son { $known }

prolog-proylcc = Go, según el curso «Lógica para Ciencias de la Computación»: los tableros son listas de filas (la de arriba primero) de strings "-", "b", "w"; las posiciones son [Fila,Columna] desde 0. El curso juega en 19×19; se leen tableros de 2×2 a 25×25.
prolog-proylcc-emptyBoard-1 = Board es el tablero vacío de 19×19.
prolog-proylcc-goMove-4 = RBoard es Board después de que Player pone una piedra en Pos y se capturan los grupos sin libertades. Falla si la intersección está ocupada o fuera del tablero y si la jugada es suicidio. Sin historia no puede ver el ko. Las consignas no nombran otra falla: un Player que no es "b" ni "w" es un error de dominio, y un Pos que no es un par de enteros un error de tipo o de dominio.
prolog-proylcc-goMove-5 = Como goMove/4, y falla también si RBoard es uno de los tableros de la lista History (eternidad, ko).
prolog-proylcc-finDelJuego-3 = Los puntos de las negras y de las blancas: piedras propias más intersecciones vacías que solo alcanzan piedras propias.
prolog-proylcc-score-3 = Los mismos puntos en el orden opuesto: blancas y después negras.
prolog-proylcc-contarFichas-3 = Otro nombre de score/3.
prolog-proylcc-terminarJuego-3 = Otro nombre de score/3.
prolog-proylcc-winPoints-3 = Otro nombre de score/3.
prolog-proylcc-puntajeColor-3 = Puntaje son los puntos de Color; un Color sin valor es "b" y después "w".
prolog-proylcc-opuesto-2 = Los dos hechos de la consigna: "b" y "w" son opuestos. Enumera lo que no tiene valor; falla con cualquier otra cosa.
prolog-proylcc-colorOpuesto-2 = Como opuesto/2, y también "blanco" y "negro" son opuestos.
prolog-proylcc-adyacente-2 = PosAdy es una posición vecina de Pos en el tablero de 19×19: arriba, abajo, izquierda, derecha. Falla si Pos está fuera del tablero.
prolog-proylcc-adyacentes-2 = L es la lista de las posiciones vecinas de P en el tablero de 19×19, en el orden de adyacente/2; vacía si P está fuera del tablero.
prolog-proylcc-replace-5 = XsY es la lista Xs con Y en lugar de su elemento X número XIndex, contado desde 0. Vale para cualquier lista; falla si no hay tal elemento o no es X.

prolog-conecta4 = Conecta 4: los tableros son listas de 6 filas (la de arriba primero) de 7 átomos -, a, b; filas y columnas cuentan desde 1. Un tablero con otra forma, con otros átomos o con fichas flotando es un error de tipo que dice qué fila, casillero o ficha. De los demás argumentos la consigna dice que unifican con una columna, una ficha, un casillero: lo que no lo es (c, uno, [1]) hace fallar al predicado.
prolog-conecta4-tableroInicial-1 = T es el tablero vacío.
prolog-conecta4-ingresarFicha-4 = T2 es T después de ingresar F en la columna Col. Falla si la columna está llena o no es de 1 a 7, y si F no es a ni b. Col y F sin valor se enumeran.
prolog-conecta4-columnaDisp-2 = Col es una columna con lugar: las enumera en orden, o prueba una.
prolog-conecta4-contenido-3 = F es lo que hay en Pos = [Fila,Columna]. Las partes sin valor se enumeran por filas.
prolog-conecta4-conecta4-3 = F alineó cuatro o más en las posiciones Ps, ordenadas por fila y columna; una solución por línea. Falla si nadie lo hizo.
prolog-conecta4-empate-1 = Nadie ganó y ninguna columna tiene lugar.
prolog-conecta4-jugadaGanadora-3 = Col es una columna donde F gana en el acto.
prolog-conecta4-jugadaSegura-3 = Col es una columna tras la cual el rival de F no tiene jugada ganadora.
prolog-conecta4-jugadaDefinitiva-3 = Col es una columna tras la cual F tiene una jugada ganadora en su próximo turno, responda lo que responda el rival.

prolog-ceritolog = Ceritos: un tablero de N×N puntos es tablero(fila(c(H,V,J),…),…) con N filas de N celdas; H y V valen 1 cuando están marcados el borde superior y el izquierdo de la celda, J es el dueño del casillero (0 nadie). Filas y columnas cuentan desde 1; D es h o v; Turno es 1 o 2.
prolog-ceritolog-tablero-2 = T es el tablero vacío de N×N puntos, N de 2 en adelante; más de 200 es un error de recursos.
prolog-ceritolog-fin_del_juego-4 = Verdadero solo cuando todas las líneas están marcadas: P1 y P2 son los casilleros de cada jugador, Ganador es el texto "Gana el jugador 1", "Gana el jugador 2" o "Empate".
prolog-ceritolog-jugada_humano-8 = El jugador Turno marca la línea F-C-D: T2 es el tablero que queda, Turno2 quién juega después (el mismo si cerró un casillero), Celdas los casilleros cerrados como [F,C]. Falla si el movimiento no es válido, como dice la consigna: la línea ya está marcada o no es del tablero, D no es h ni v, Turno no es 1 ni 2. Argumentos de otro tipo son errores de tipo.
prolog-ceritolog-jugada_maquina-9 = La máquina juega por Turno en el nivel Nivel (0 al azar, desde 1 una búsqueda de al menos Nivel jugadas, nunca más de 10 segundos; en tableros de más de 21×21 puntos, un jugador cuidadoso que no busca): la línea F-C-D y lo que jugada_humano/8 dice de ella. Falla al final del juego. La consigna no nombra otra falla: un Turno que no es 1 ni 2 y un Nivel menor que 0 son errores de dominio.
prolog-ceritolog-sugerencia_jugada-6 = F-C-D es una buena línea para Turno, hallada en el nivel Nivel; falla y se queja como jugada_maquina/9.

prolog-othello = Othello con el mismo estilo: los tableros son listas de 8 filas (la de arriba primero) de 8 átomos -, n (negro), b (blanco); las posiciones son [Fila,Columna] desde 1, y pasa es pasar, válido solo si no hay otra jugada. Se lee cualquier tablero de esa forma, también uno que ninguna partida puede mostrar (un centro vacío, una ficha sola).
prolog-othello-tablero_inicial-1 = T es el tablero con las cuatro primeras fichas.
prolog-othello-jugada_valida-3 = Pos es una jugada válida de Color; las enumera por filas, o prueba una. Cuando Color debe pasar es pasa.
prolog-othello-jugar-4 = T2 es T después de que Color juega Pos; falla si no es válido. Un Pos sin valor se enumera.
prolog-othello-ganador-4 = Verdadero solo cuando ninguno puede mover: las fichas de cada uno, y Ganador n, b o empate.
prolog-othello-jugada_maquina-5 = La máquina juega por Color en el nivel Nivel (0 al azar, 1 codiciosa, después cada vez más fuerte): su jugada Pos y el tablero que queda. Falla al final del juego.

# Qué salió mal.
prolog-fault-syntax = error de sintaxis: { $words }
prolog-fault-instantiation = falta dar valor a un argumento
prolog-fault-type = error de tipo: se esperaba { $expected } y hay { $found } ({ $kind })
prolog-fault-domain = error de dominio: se esperaba { $expected } y hay { $found }
prolog-fault-evaluable = aritmética: { $name } no es un número ni una función
prolog-fault-evaluation = aritmética: error al evaluar: { $what }
prolog-fault-existence = no existe { $what } { $name }
prolog-fault-procedure = no existe el predicado { $name }
prolog-fault-procedure-near = no existe el predicado { $name }; sí existe { $near }
prolog-fault-procedure-defines = no existe el predicado { $name }: aquí no se define, guarda ni carga nada, solo se pregunta; para escribir un programa está SWI-Prolog con el paquete de docs/cursos.md
prolog-fault-resource = se agotó un recurso: { $resource }
# Lo que se agota, donde hay palabras para decirlo.
prolog-resource-tamano_de_tablero = un tablero tiene como mucho 200×200 puntos
prolog-resource-inferences = la meta da demasiados pasos
prolog-resource-memory = la meta ocupa demasiada memoria
prolog-resource-time = se acabó el tiempo de la meta
prolog-resource-output = la meta escribe demasiado
prolog-resource-text_size = el texto es demasiado largo
prolog-resource-answer_size = la respuesta es demasiado larga
prolog-resource-places = el servidor atiende demasiadas metas; vuelve a intentarlo en un momento
prolog-fault-cyclic = un término cíclico no se puede escribir
prolog-fault-aborted = consulta interrumpida
prolog-fault-source = no se admite src_text: este servidor no ejecuta código de nadie
prolog-fault-body = el cuerpo debe ser un objeto JSON o un formulario: { $error }
prolog-fault-event = se esperaba ask(Objetivo,Opciones), next, next(N), stop o destroy
prolog-fault-no-stop = stop: no hay una consulta que detener
prolog-fault-no-next = next: no hay una consulta con más respuestas
prolog-fault-busy = todavía busca una respuesta
prolog-fault-stopping = el servidor se está cerrando
prolog-fault-lost = la consulta no se pudo responder

prolog-expected-integer = un entero
prolog-expected-positive-integer = un entero desde 1
prolog-expected-list = una lista
prolog-expected-string = un string
prolog-expected-atom = un átomo
prolog-expected-atomic = un átomo, un número o un string
prolog-expected-callable = una meta
prolog-expected-compound = un término compuesto
prolog-expected-text = un texto
prolog-expected-character = un solo carácter
prolog-expected-expression = una expresión
prolog-expected-tablero = un tablero
prolog-expected-board = un tablero
prolog-expected-not-less-than-zero = un entero desde 0
prolog-expected-not-less-than-one = un entero desde 1
prolog-expected-non-empty-list = una lista con algo adentro
prolog-expected-order = <, = o >
prolog-expected-aggregate-template = count, sum(X), max(X), min(X), bag(X) o set(X)
prolog-expected-position = una posición
prolog-expected-tamano-de-tablero = un tamaño de tablero, de 2 a 200
prolog-expected-turno = 1 o 2
prolog-expected-player = el color de un jugador
prolog-expected-ficha = una ficha
prolog-expected-color = un color, n o b

prolog-kind-variable = una variable
prolog-kind-integer = un entero
prolog-kind-float = un número real
prolog-kind-empty-list = una lista vacía
prolog-kind-atom = un átomo
prolog-kind-string = un string
prolog-kind-list = una lista
prolog-kind-compound = un término compuesto

prolog-syntax-operator_expected = se esperaba un operador
prolog-syntax-operator_clash = prioridades de operadores incompatibles
prolog-syntax-cannot_start_term = así no empieza un término
prolog-syntax-quoted_punctuation = se esperaba un operando y hay una coma o barra sin comillas
prolog-syntax-end_of_clause = el objetivo termina antes de tiempo
prolog-syntax-end_of_file = el texto termina antes de tiempo
prolog-syntax-end_of_clause_expected = se esperaba el final del objetivo
prolog-syntax-list_rest = coma o barra de más en el resto de la lista
prolog-syntax-end_of_file_in_block_comment = el texto termina dentro de un comentario /* ... */
prolog-syntax-illegal_number = número mal escrito
prolog-syntax-integer_too_large = entero de más de 64 bits
prolog-syntax-illegal_character = carácter no permitido
prolog-syntax-illegal_escape_sequence = secuencia de escape mal escrita
prolog-syntax-term_too_large = término más grande que lo permitido
prolog-syntax-end_of_file_in_quoted = el texto termina dentro de unas comillas
prolog-syntax-undefined_char_escape = secuencia de escape desconocida: { $id }

# Qué está mal en un tablero.
prolog-slip-no-list = El tablero debe ser una lista de filas.
prolog-slip-rows = El tablero tiene { $found } filas y deben ser { $expected }.
prolog-slip-row-no-list = La fila { $row } debe ser una lista de casilleros y es { $found }.
prolog-slip-row-length = La fila { $row } tiene { $found } casilleros y deben ser { $expected }.
prolog-slip-cell = Fila { $row }, columna { $column }: el casillero es { $found } y debe ser uno de { $known }.
prolog-slip-floating = La ficha { $piece } de la fila { $row }, columna { $column } flota: debajo, la fila { $below } está vacía.
prolog-slip-go-size = El tablero tiene { $rows } filas de { $columns } intersecciones; se leen tableros de 2×2 a 25×25.
prolog-slip-dots-board = El tablero debe ser tablero(fila(c(H,V,J),…),…) y es { $found }.
prolog-slip-dots-row = La fila { $row } debe ser fila(c(H,V,J),…) y es { $found }.
prolog-slip-dots-cell = Fila { $row }, columna { $column }: la celda debe ser c(H,V,J) y es { $found }.
prolog-slip-dots-mark = Fila { $row }, columna { $column }: H y V son 0 o 1, y aquí hay { $found }.
prolog-slip-dots-owner = Fila { $row }, columna { $column }: J es 0, 1 o 2, y aquí hay { $found }.
prolog-slip-dots-border = Fila { $row }, columna { $column }: hay una línea marcada que se sale de la grilla; la última fila no tiene bordes izquierdos y la última columna no tiene bordes superiores.
prolog-slip-dots-no-box = Fila { $row }, columna { $column } tiene dueño, pero la última fila y la última columna no son casilleros.
prolog-slip-dots-open = El casillero de la fila { $row }, columna { $column } tiene dueño, pero no están marcados sus cuatro bordes.
prolog-slip-dots-closed = El casillero de la fila { $row }, columna { $column } tiene los cuatro bordes marcados y no tiene dueño.
prolog-slip-dots-size = El tablero tiene { $rows } filas de { $columns } celdas: no es una grilla, o no es de 2×2 a { $most }×{ $most } puntos.
prolog-erratum-figure-3 = Esta es la errata de la figura 3 de la consigna: la b de la fila 3 está en la columna 4, donde flota; su lugar es la columna 5.
prolog-erratum-definitive = Esta es la errata del último ejemplo de la consigna: las filas 1 a 3 tienen 6 casilleros; el - que falta va a la izquierda. Además se pregunta por a, no por b: jugadaDefinitiva(T,a,C) da C = 5.
prolog-erratum-seven-rows = Esta es una errata de la consigna, que en algunos ejemplos imprime 7 filas: un tablero tiene 6.
