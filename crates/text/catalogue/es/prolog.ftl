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
prolog-proylcc-goMove-4 = RBoard es Board después de que Player pone una piedra en Pos y se capturan los grupos sin libertades. Falla si la intersección está ocupada o fuera del tablero y si la jugada es suicidio. Sin historia no puede ver el ko.
prolog-proylcc-goMove-5 = Como goMove/4, y falla también si RBoard es uno de los tableros de la lista History (eternidad, ko).
prolog-proylcc-finDelJuego-3 = Los puntos de las negras y de las blancas: piedras propias más intersecciones vacías que solo alcanzan piedras propias.
prolog-proylcc-score-3 = Los mismos puntos en el orden opuesto: blancas y después negras.
prolog-proylcc-contarFichas-3 = Otro nombre de score/3.
prolog-proylcc-terminarJuego-3 = Otro nombre de score/3.
prolog-proylcc-winPoints-3 = Otro nombre de score/3.
prolog-proylcc-puntajeColor-3 = Puntaje son los puntos de Color; un Color sin valor es "b" y después "w".

prolog-conecta4 = Conecta 4: los tableros son listas de 6 filas (la de arriba primero) de 7 átomos -, a, b; filas y columnas cuentan desde 1. Un tablero con otra forma, con otros átomos o con fichas flotando es un error de tipo.
prolog-conecta4-tableroInicial-1 = T es el tablero vacío.
prolog-conecta4-ingresarFicha-4 = T2 es T después de ingresar F en la columna Col. Falla si la columna está llena o no es de 1 a 7. Col y F sin valor se enumeran.
prolog-conecta4-columnaDisp-2 = Col es una columna con lugar: las enumera en orden, o prueba una.
prolog-conecta4-contenido-3 = F es lo que hay en Pos = [Fila,Columna]. Las partes sin valor se enumeran por filas.
prolog-conecta4-conecta4-3 = F alineó cuatro o más en las posiciones Ps, ordenadas por fila y columna; una solución por línea. Falla si nadie lo hizo.
prolog-conecta4-empate-1 = Nadie ganó y ninguna columna tiene lugar.
prolog-conecta4-jugadaGanadora-3 = Col es una columna donde F gana en el acto.
prolog-conecta4-jugadaSegura-3 = Col es una columna tras la cual el rival de F no tiene jugada ganadora.
prolog-conecta4-jugadaDefinitiva-3 = Col es una columna tras la cual F tiene una jugada ganadora en su próximo turno, responda lo que responda el rival.

prolog-ceritolog = Ceritos: un tablero de N×N puntos es tablero(fila(c(H,V,J),…),…) con N filas de N celdas; H y V valen 1 cuando están marcados el borde superior y el izquierdo de la celda, J es el dueño del casillero (0 nadie). Filas y columnas cuentan desde 1; D es h o v; Turno es 1 o 2.
prolog-ceritolog-tablero-2 = T es el tablero vacío de N×N puntos, N de 2 a 21.
prolog-ceritolog-fin_del_juego-4 = Verdadero solo cuando todas las líneas están marcadas: P1 y P2 son los casilleros de cada jugador, Ganador es el texto "Gana el jugador 1", "Gana el jugador 2" o "Empate".
prolog-ceritolog-jugada_humano-8 = El jugador Turno marca la línea F-C-D: T2 es el tablero que queda, Turno2 quién juega después (el mismo si cerró un casillero), Celdas los casilleros cerrados como [F,C]. Falla si la línea ya está marcada o no es del tablero.
prolog-ceritolog-jugada_maquina-9 = La máquina juega por Turno en el nivel Nivel (0 al azar, desde 1 una búsqueda de al menos Nivel jugadas, nunca más de 10 segundos): la línea F-C-D y lo que jugada_humano/8 dice de ella. Falla al final del juego.
prolog-ceritolog-sugerencia_jugada-6 = F-C-D es una buena línea para Turno, hallada en el nivel Nivel.

prolog-othello = Othello con el mismo estilo: los tableros son listas de 8 filas (la de arriba primero) de 8 átomos -, n (negro), b (blanco); las posiciones son [Fila,Columna] desde 1, y pasa es pasar, válido solo si no hay otra jugada.
prolog-othello-tablero_inicial-1 = T es el tablero con las cuatro primeras fichas.
prolog-othello-jugada_valida-3 = Pos es una jugada válida de Color; las enumera por filas, o prueba una. Cuando Color debe pasar es pasa.
prolog-othello-jugar-4 = T2 es T después de que Color juega Pos; falla si no es válido. Un Pos sin valor se enumera.
prolog-othello-ganador-4 = Verdadero solo cuando ninguno puede mover: las fichas de cada uno, y Ganador n, b o empate.
prolog-othello-jugada_maquina-5 = La máquina juega por Color en el nivel Nivel (0 al azar, 1 codiciosa, después cada vez más fuerte): su jugada Pos y el tablero que queda. Falla al final del juego.
