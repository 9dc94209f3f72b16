# --help: títulos, y un mensaje por comando y por argumento; `-long` es lo que un
# comando dice de sí mismo por entero, `help-any-…` lo que varios comparten.
help-error-missing = Faltan argumentos: { $what }
help-error-unknown = No se conoce, o sobra: { $what }
help-error-command = No hay un comando «{ $what }»
help-error-conflict = { $what } no va con { $more }
help-error-no-value = A { $what } le falta un valor
help-error-value = «{ $what }» no es un valor para { $more }
help-error-twice = { $what } se puede dar una sola vez
help-error-many = «{ $what }» está de más: { $more } no lo espera
help-error-number = { $what } necesita otra cantidad de valores
help-error-utf8 = Uno de los argumentos no es texto UTF-8
help-error-subcommand = A { $what } le falta un comando
help-error-other = Los argumentos no son correctos
help-why-integer = se esperaba un número entero
help-why-number = se esperaba un número
help-why-empty = no hay nada
help-why-large = el número es demasiado grande
help-why-small = el número es demasiado chico
help-why-range = se esperaba de { $least } a { $most }
help-why-least = se esperaba { $least } o más
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
help-perft = Cuenta las secuencias de jugadas de cada largo hasta PROFUNDIDAD
help-replay = Arbitra partidas dadas como listas de jugadas, una por línea de la entrada estándar
help-solve = Resuelve exactamente posiciones de Conecta 4, ceritos u Othello
help-analyze = Dice cuánto valió cada jugada de una partida, cuál era mejor y por qué, o cuánto valen las jugadas de una posición
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
help-any-rules = Reglas como pares clave=valor, por ejemplo "size=9 komi=7", o el nombre de una variante (ver el comando games)
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
help-play-color = Cuándo usar colores: auto (en una terminal, si NO_COLOR no está), always (siempre) o never (nunca)
help-othello-lang = Idioma de los mensajes: es o en [por omisión: es]
help-othello = Los dos programas del curso de Othello: arbitrar un archivo de partida, jugar desde un tablero
help-any-preset = Las reglas de una variante por su nombre (ver el comando games); --size y --rules las cambian
help-any-game = go, connect4, dots u othello
help-any-seed = Decide los sorteos; la misma semilla los repite
help-any-threads = Hilos que buscan juntos
help-any-json = Escribe JSON, para programas
help-any-seconds = Segundos de CPU por renglón
help-any-level = Nivel de juego (ver el comando games) [por omisión: el más fuerte]
help-any-no_book = Busca también lo que sabe el libro de aperturas
help-play-long =
    Juega una partida en la terminal.

    Se escribe una jugada como la escribe el juego (D4, 4, 2-1-h, d3) o un comando: deshacer, pasar, rendirse, pista, guardar ARCHIVO, cargar ARCHIVO, ayuda, salir.
help-serve-listen = Dónde escucha (se puede repetir); con --course-pages, del segundo en adelante son solo para las páginas del curso
help-serve-lan = Escucha en todas las direcciones, para que jueguen los aparatos de la red local; el puerto es el de --listen
help-serve-data = Dónde se guardan las partidas [por omisión: sobremesa en el directorio de datos del usuario]
help-serve-database = Una base PostgreSQL en lugar del archivo: postgres://usuario@servidor/nombre
help-serve-thinkers = Hilos en los que las máquinas piensan largo; uno más es para lo que toma un momento [por omisión: uno menos que los núcleos, al menos 2]
help-serve-creations = Lo que una dirección puede pedir por minuto, contado en partidas nuevas: una pista es un quinto de una, un registro una y un dieciseisavo por cada 4 kB
help-serve-connections = Conexiones que una dirección puede tener abiertas
help-serve-trusted_proxy = Un proxy al que se le cree cuando dice por quién pregunta (Forwarded, X-Forwarded-For): una dirección o un rango como 10.0.0.0/8 (se puede repetir)
help-serve-origin = Otro origen cuyas páginas pueden conectarse, como https://juegos.example (se puede repetir)
help-serve-engines = Un archivo con motores ajenos contra los que jugar [por omisión: engines.json en el directorio de datos]
help-serve-course_pages = Un directorio con las páginas propias de un curso, como el repositorio de un estudiante, que se sirven como están; también se abren los puertos a los que preguntan por su número
help-serve-course_doors = Quién puede preguntar a /pengine y /json, las puertas de los cursos: nadie; los programas y las páginas de este servidor, de su máquina y de --origin; las páginas de cualquier origen
help-serve-keep = Días que se guarda una partida en la que no pasa nada [por omisión: para siempre]
help-serve-admin_listen = Una dirección solo para quien opera el servidor: una página con lo que hace, que pide una clave (SOBREMESA_ADMIN_TOKEN, o el archivo admin-token del directorio de datos), y GET /metrics
help-serve-log_json = Escribe el registro como JSON; RUST_LOG dice cuánto
help-games-game = Un juego; todos si no se dice
help-perft-long =
    Cuenta las secuencias de jugadas de cada largo hasta PROFUNDIDAD.

    Una línea por profundidad: profundidad, cuenta, segundos de CPU, millones de hojas por segundo.
help-perft-depth = Jugadas de profundidad
help-perft-divide = Muestra la cuenta debajo de cada primera jugada
help-replay-long =
    Arbitra partidas dadas como listas de jugadas, una por línea de la entrada estándar.

    Por cada partida: una línea LADO JUGADA… por jugada, con quién mueve y todas las jugadas legales; después una línea «over first|second|draw [PUNTOS PUNTOS]», «open» o «refused NÚMERO JUGADA RAZÓN», y una línea vacía.
help-replay-end = Dice solo cómo termina cada partida
help-replay-json = Escribe JSON, para programas: un objeto por partida
help-solve-connect4 = El valor exacto de posiciones de Conecta 4
help-solve-connect4-long =
    El valor exacto de posiciones de Conecta 4.

    Una posición es la lista de columnas jugadas desde el tablero vacío, como 4455; solo se lee la primera palabra de cada línea, y una línea vacía es el tablero vacío. En una terminal se dice con palabras. En una tubería se escriben columnas: la posición, el valor, los nodos buscados y los microsegundos de CPU, y lo que agregan --columns y --line. El valor es para quien mueve: 22 menos las fichas que jugó quien gana, negativo si gana el rival, 0 en un empate.
help-solve-connect4-positions = Posiciones; si no se da ninguna, ni --file, se lee la entrada estándar
help-solve-connect4-file = Un archivo de posiciones, una por línea; - es la entrada estándar
help-solve-connect4-columns = Agrega el valor de jugar en cada columna, de izquierda a derecha; una columna llena es un punto
help-solve-connect4-line = Agrega el mejor juego de los dos lados hasta el final
help-solve-connect4-wdl = Solo el signo del valor: 1 gana, 0 empata, -1 pierde
help-solve-connect4-table = Tamaño de la tabla, como 64M o 2G
help-solve-connect4-warm = Conserva la tabla de una posición a la otra en lugar de empezar cada una con la tabla vacía
help-solve-connect4-size = Tamaño del tablero, filas x columnas
help-solve-dots = Resuelve una posición de ceritos: la diferencia de casilleros para quien mueve, de ahora en adelante, con el mejor juego de los dos
help-solve-dots-board = Filas x columnas de casilleros; lo mismo que --size
help-solve-dots-size = Filas x columnas de casilleros, como 4 o 3x4
help-solve-dots-position = Empieza desde un diagrama (ver docs/dots.md): su texto, @ARCHIVO, o - para la entrada estándar; / vale por un salto de línea
help-solve-dots-moves = Juega primero estas líneas, como "1-1-h 2-2-v"
help-solve-dots-threads = Hilos que comparten la tabla
help-solve-dots-table = Tamaño de la tabla, como 512M o 2G
help-solve-dots-lines = Dice también cuánto vale cada línea
help-solve-dots-no_book = Prescinde del libro, si hay uno para este tablero
help-solve-othello = Resuelve posiciones de Othello: el resultado para quien mueve con el mejor juego de los dos; las casillas vacías son de quien gana
help-solve-othello-obf = Resuelve todos los problemas de un archivo OBF (- es la entrada estándar) y compara con sus resultados
help-solve-othello-wld = Solo quién gana, no por cuánto
help-solve-othello-bits = Tamaño de la tabla: 2^BITS tableros de 16 bytes
help-analyze-dots = Dice cuánto valió cada línea de una partida de ceritos, cuál era mejor y por qué; o explica una posición: cuánto vale cada línea y qué clase de jugada es, las cadenas y los anillos, y quién tiene el control
help-analyze-dots-seconds = Segundos para buscar valores exactos de una posición; lo que no se alcanza se estima
help-analyze-othello = Dice cuánto valió cada jugada de una partida de Othello, cuál era mejor y por qué, y cuánto perdió cada lado, en fichas; o cuánto valen las jugadas de una posición
help-analyze-othello-depth = Jugadas de profundidad mientras haya más casillas vacías que --exact [por omisión: 16]
help-analyze-othello-exact = Casillas vacías desde las que los valores son exactos [por omisión: 23]
help-bench-connect4 = El que resuelve Conecta 4, en seis clases de posición, cada una desde una tabla vacía y sin el libro
help-bench-connect4-long =
    El que resuelve Conecta 4, en seis clases de posición, cada una desde una tabla vacía y sin el libro.

    Las posiciones salen de partidas al azar por la semilla y se ordenan en clases por cuántas fichas hay y cuántas jugadas quedan con el mejor juego: easy menos de 14, medium menos de 28, hard más; el libro ayuda a ordenarlas. Donde una ficha gana enseguida no hay nada que resolver: esas posiciones se dejan afuera.
help-bench-connect4-kind = Solo esta clase, como middle-medium
help-bench-connect4-count = Posiciones de cada clase; de las difíciles, un décimo
help-bench-connect4-list = Escribe las posiciones con sus valores en lugar de medir
help-bench-go = Partidas simuladas de Go por segundo de CPU: livianas (al azar, sin llenar ojos), pesadas, y simulaciones enteras del motor
help-bench-othello = Othello: perft, los finales FFO, finales de partidas, la evaluación
help-bench-othello-long =
    Othello: perft, los finales FFO, finales de partidas, la evaluación.

    Las partidas empiezan con 8 jugadas al azar y siguen con búsquedas de 4.
help-bench-othello-perft = Profundidad de perft, 0 para ninguna
help-bench-othello-ffo = El último problema FFO que se resuelve, desde 40; 39 para ninguno
help-bench-othello-endings = Resuelve tantos finales de partidas con 20 casillas vacías
help-bench-othello-evaluation = Mide la evaluación en tantas partidas, con 24 a 40 casillas vacías
help-bench-playouts = Partidas al azar por segundo de CPU, cada jugada pareja entre las legales
help-bench-playouts-game = Un juego; todos si no se dice
help-bench-playouts-rules = Reglas en lugar de las habituales
help-bench-perft = Secuencias de jugadas contadas por segundo de CPU
help-bench-perft-game = Un juego; todos si no se dice
help-bench-server = El servidor con carga: jugadas guardadas por segundo, tiempos de respuesta, memoria de quienes miran. Corre como un proceso aparte
help-bench-server-watchers = Cuántos miran sin hacer nada
help-bench-server-matches = Partidas al mismo tiempo
help-bench-server-seconds = Segundos de cada medida
help-bench-server-rate = Jugadas por segundo de la medida a ritmo fijo
help-bench-server-game = El juego que se juega y se mira
help-bench-server-database = Una base PostgreSQL en lugar de un archivo SQLite
help-bench-server-stored = En vez de una carga: cuánto tarda un servidor en arrancar con tantas partidas terminadas
help-bench-server-data = Dónde se crea el archivo SQLite: el disco es parte de lo que se mide
help-gtp-long =
    Responde GTP 2 por la entrada y la salida estándar, para Go u Othello.

    Lo pueden manejar GoGui, Sabaki, Lizzie, los clientes de KGS y Quarry. En la salida estándar no se escribe más que respuestas. Lo que preparan --position y --moves queda en el tablero hasta que el controlador lo limpie.
help-gtp-game = go u othello
help-gtp-time = Segundos por jugada, en lugar del límite del nivel
help-gtp-nodes = Simulaciones o nodos por jugada, en lugar del límite del nivel
help-gtp-resign = Se rinde por debajo de esta probabilidad de ganar (con 0, nunca)
help-gtp-seed = Semilla de las elecciones del jugador [por omisión: del reloj]
help-dots-engine = Habla el protocolo de líneas de ceritos (docs/dots.md) por la entrada y la salida estándar
help-match-long =
    Enfrenta a niveles nuestros y motores ajenos.

    Un jugador es un nivel nuestro (6 o level:6) o la línea de comando de un motor ajeno: GTP para Go y Othello, el protocolo de líneas de docs/dots.md para ceritos. nboard:COMANDO le habla NBoard a un motor de Othello y le pide 12 jugadas de profundidad; nboard@16:COMANDO, 16. Los lados se cambian después de cada partida. Con --out cada partida se guarda como SGF, y un enfrentamiento que se detuvo sigue donde estaba. Una partida depende de su número y de la semilla: los niveles con un límite en nodos o en profundidad juegan otra vez el mismo enfrentamiento.
help-match-games = Partidas que se juegan
help-match-parallel = Partidas al mismo tiempo
help-match-opening = Jugadas al azar al comienzo, las mismas para las dos partidas de cada par
help-match-time = Segundos por jugada [por omisión: los de cada nivel]
help-match-nodes = Simulaciones o nodos por jugada para nuestros niveles
help-match-komi = Komi, en Go; abrevia --rules komi=…
help-match-judge = Motor GTP cuyo final_score decide las partidas que terminaron con dos pases [por omisión: la cuenta de las reglas; donde los jugadores acuerdan las piedras muertas, las que el nuestro da por muertas]
help-match-out = Directorio para el registro y el SGF de cada partida; con él se sigue lo que se detuvo
help-convert-long =
    Lee partidas, las revisa con las reglas y las escribe en otro formato.

    Lee SGF de los cuatro juegos, JSON como lo exporta el servidor, GGF, WTHOR, transcripciones de Othello (una por línea, si son varias) y tableros de Othello (OBF, 64 casillas, diagramas), y los distingue por lo que contienen. Un tablero es una partida preparada sin jugadas. Lo que una partida tiene de raro y lo que un formato no puede decir sale por la salida de errores, una vez, con el número de partidas. Si una jugada es ilegal dice cuál y por qué, y termina con 1.
help-convert-input = El archivo, o - para la entrada estándar
help-convert-to = El formato que se escribe: moves (una jugada por línea), sgf (la línea principal, arbitrada), sgf-tree (el archivo como está, con variantes, sin arbitrar), ggf, transcript, wthor; de la posición final: diagram, obf, board (64 casillas y a quién le toca)
help-convert-output = Dónde se escribe [por omisión: la salida estándar]
help-ask-long =
    Responde una meta Prolog sobre los predicados de los juegos, sin un Prolog.

    Sin meta: pregunta en una terminal; si no, lee las metas de la entrada estándar. El código de salida es 0 después de una respuesta, 1 después de false, 2 después de un error.
help-ask-goal = Una meta, como 'tableroInicial(T), columnaDisp(T,C).'
help-ask-all = Escribe todas las respuestas en lugar de preguntar por cada una
help-ask-pretty = Dibuja los tableros
help-ask-json = Escribe JSON, para programas: un objeto por meta
help-ask-module = Dónde se buscan primero los nombres sin módulo
help-ask-time = Segundos que puede tardar una respuesta
help-predicates-module = Un módulo; todos si no se dice
help-predicates-markdown = Como una página Markdown
help-predicates-pack = Como el archivo de módulo del pack de SWI-Prolog
help-completions-long =
    Escribe el autocompletado para una shell.

    En bash: source <(sobremesa completions bash).
help-completions-shell = bash, elvish, fish, powershell o zsh
help-othello-long =
    Los dos programas del curso de Othello: arbitrar una lista de jugadas, y seguir jugando.

    Hablan español si --lang no dice otra cosa. Códigos de salida: 0 bien, 1 un archivo no se puede leer o escribir o no tiene la forma debida, o la entrada se terminó antes que la partida, 2 argumentos incorrectos, 3 (referee) la lista tiene una jugada incorrecta.
help-othello-referee = Revisa una lista de jugadas; escribe el tablero si la partida no terminó
help-othello-referee-input = Dos líneas nombre,B|N, el color que empezó y una jugada por línea; - es la entrada estándar
help-othello-referee-output = Dónde se escribe el tablero; - es la salida estándar
help-othello-play = Sigue desde un tablero que escribió el árbitro, una persona contra el programa
help-othello-play-board = El archivo del tablero; con - se lee de la entrada estándar, antes de las jugadas
help-othello-play-colour = El color de la persona: B o blancas, N o negras
help-othello-play-level = 0 al azar, 1 la que da vuelta más fichas; más alto es más fuerte
help-othello-play-seed = Hace que las jugadas del programa se repitan
help-arbitro = Revisa una partida de Othello y escribe el tablero si no terminó
help-arbitro-long =
    Revisa una partida de Othello y escribe el tablero si no terminó.

    Códigos de salida: 0 bien, 1 un archivo no se puede leer o escribir o no tiene la forma debida, 2 argumentos incorrectos, 3 hay una jugada incorrecta.
help-arbitro-entrada = La lista de jugadas; - es la entrada estándar
help-arbitro-salida = Dónde escribir el tablero; - es la salida estándar
help-arbitro-lang = Idioma de los mensajes: es o en [por omisión: es]
help-jugar = Sigue una partida de Othello contra el programa
help-jugar-long =
    Sigue una partida de Othello contra el programa.

    Las jugadas se escriben en la entrada estándar; salir deja la partida.

    Códigos de salida: 0 bien (la partida terminó o se dejó con salir), 1 el tablero no se puede leer o no tiene la forma debida, o la entrada se terminó antes que la partida, 2 argumentos incorrectos.
help-jugar-tablero = El tablero que escribió el árbitro; - es la entrada estándar
help-jugar-color = El color de la persona: B o blancas, N o negras
help-jugar-nivel = 0 al azar, 1 la que da vuelta más fichas; más alto es más fuerte
help-jugar-seed = Hace que las jugadas del programa se repitan
help-jugar-lang = Idioma de los mensajes: es o en [por omisión: es]
help-bench-json = Escribe JSON, para programas: un objeto por línea
help-match-sprt = Termina el enfrentamiento cuando una prueba secuencial ha decidido entre estas dos diferencias en Elo, con errores del 5 %
help-match-json = Escribe JSON, para programas: un objeto con la suma
help-convert-json = Escribe lo que encontró como JSON, para programas: un objeto por partida
help-grade = Corrige entregas de un curso, con contraejemplos
help-grade-long =
    Corrige entregas de un curso, con contraejemplos.

    Una entrega es un archivo, una carpeta, un .zip o un .tar.gz, o una carpeta o un comprimido de ellos, como los de «descargar todo» de Moodle. Los programas se ejecutan en una caja de arena. Lo que está mal según el enunciado resta puntos; lo que el enunciado deja abierto y lo que es estilo se muestra y no resta nada.
help-grade-course = El curso: conecta4 o go
help-grade-submissions = Archivos, carpetas y comprimidos que se entregaron
help-grade-rubric = Puntos, quita por tardanza y nota de aprobación, como TOML [por defecto: los del enunciado]
help-grade-late = Se entregaron tarde
help-grade-seed = Decide los tableros al azar; la misma semilla pregunta lo mismo
help-grade-only = Pregunta solo por este predicado; se puede repetir
help-grade-one = Una carpeta o un comprimido es una sola entrega, parezca lo que parezca
help-grade-class = Una carpeta o un comprimido tiene una entrega en cada parte
help-grade-jobs = Entregas que se corrigen a la vez [por defecto: una por procesador]
help-grade-json = Escribe JSON, para programas, en la forma de check50
help-grade-html = Escribe páginas en esta carpeta: una por entrega, y una lista
help-grade-junit = Escribe el XML de JUnit en este archivo
help-grade-worksheet = Completa una copia de la planilla de calificaciones de Moodle, a su lado
help-grade-vpl = Escribe lo que lee VPL de Moodle
help-grade-trust = Ejecuta los programas sin caja de arena donde no funciona ninguna
help-note-default = por omisión: { $value }
help-note-values = valores: { $value }
help-note-env = variable: { $value }
help-note-aliases = también: { $value }
help-similar = Quizás quieres decir: { $what }
help-word-options = OPCIONES
help-word-command = COMANDO
help-word-game = JUEGO
help-word-size = TAMAÑO
help-word-rules = REGLAS
help-word-preset = VARIANTE
help-word-diagram = DIAGRAMA
help-word-moves = JUGADAS
help-word-seconds = SEGUNDOS
help-word-file = ARCHIVO
help-word-dir = DIRECTORIO
help-word-origin = ORIGEN
help-word-player = JUGADOR
help-word-goal = META
help-word-module = MÓDULO
help-word-level = NIVEL
help-word-seed = SEMILLA
help-word-depth = PROFUNDIDAD
help-word-threads = HILOS
help-word-positions = POSICIONES
help-word-lines = LÍNEAS
help-word-board = TABLERO
help-word-colour = COLOR
help-word-input = ENTRADA
help-word-output = SALIDA
help-word-kind = CLASE
help-word-count = CUENTA
help-word-games = PARTIDAS
help-word-table = TABLA
help-word-nodes = NODOS
help-word-first = PRIMERO
help-word-opening = APERTURA
help-word-time = SEGUNDOS

help-analysis = Responde las consultas de un programa de revisión sobre posiciones de go
help-analysis-long =
    Responde consultas sobre posiciones de go como el motor de análisis de KataGo.

    KaTrain y otros programas de revisión escriben un objeto JSON por línea y leen uno por cada posición. Pueden esperar muchas consultas; las de mayor prioridad van primero, y terminate las acaba. docs/gtp.md dice qué campos se respetan.
help-analysis-level = Nivel que mira donde no hay red (véase games) [por omisión: el más fuerte]
help-analysis-network = Mira con una red de KataGo: un archivo o un nombre que networks muestra
help-analysis-visits = Visitas para una posición cuya consulta no las dice
help-analysis-parallel = Posiciones que se miran a la vez
help-analysis-threads = Hilos para cada posición
help-analysis-quit_without_waiting = Sale cuando la entrada termina, aunque algo espere
help-networks = Muestra las redes para go que hay a mano y las comprueba
help-networks-long = Muestra las redes para go que hay a mano y las comprueba: la que viene con el programa, las del directorio networks del directorio de datos y la que nombra SOBREMESA_GO_NETWORK
help-networks-files = Archivos de redes que se comprueban en su lugar
help-gtp-network = Juega al go con una red de KataGo: un archivo o un nombre que networks muestra
help-bench-nn = Evaluaciones de una red por segundo de CPU, con cada variante que tiene esta máquina, de a una posición y de a ocho
help-bench-nn-network = Una red de KataGo; sin ella, pesos al azar con la forma b6c96
help-word-files = ARCHIVOS
help-word-days = DÍAS
help-word-endings = FINALES
help-word-evaluation = POSICIONES
help-word-exact = CASILLAS
help-word-ids = PARTIDAS
help-word-parallel = A-LA-VEZ
help-word-port = PUERTO
help-word-resign = CHANCE
help-word-to = FORMA
help-word-visits = VISITAS
help-word-who = QUIÉN
help-word-workers = HILOS
help-word-watchers = MIRONES
help-word-matches = PARTIDAS
help-word-rate = RITMO
help-word-course = CURSO
help-word-submissions = ENTREGAS
help-word-predicate = PREDICADO
help-admin = Cuida las partidas que guarda un servidor, también mientras corre
help-any-data = Dónde se guardan las partidas [por omisión: sobremesa en el directorio de datos del usuario]
help-any-database = Una base PostgreSQL en lugar del archivo: postgres://usuario@servidor/nombre
help-admin-backup = Escribe todas las partidas en un archivo, como están en un mismo momento
help-admin-backup-file = El archivo que se escribe, que todavía no debe existir
help-admin-restore = Pone las partidas de una copia en una base que no tiene ninguna, mientras ningún servidor la usa
help-admin-restore-file = Un archivo que escribió backup
help-admin-check = Mira si cada partida se puede leer, es la que se guardó y cumple las reglas
help-admin-export = Escribe todo lo que se guarda de las partidas como JSON, una línea cada una, sin los secretos de los asientos
help-admin-export-ids = Los identificadores de las partidas [por omisión: todas]
help-admin-delete = Borra partidas con todo lo que pasó en ellas
help-admin-delete-ids = Los identificadores de las partidas
help-admin-prune = Borra las partidas en las que hace mucho que no pasa nada
help-admin-prune-older = Días sin que pase nada
help-admin-stats = Dice cuánto se guarda
