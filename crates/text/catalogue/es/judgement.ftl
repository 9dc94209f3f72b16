# Lo que valieron las jugadas, y por qué.

judgement-class-best = la mejor
judgement-class-good = buena
judgement-class-inaccuracy = imprecisión
judgement-class-mistake = error
judgement-class-blunder = error grave
judgement-count-inaccuracy = { $count ->
    [one] 1 imprecisión
   *[other] { $count } imprecisiones
}
judgement-count-mistake = { $count ->
    [one] 1 error
   *[other] { $count } errores
}
judgement-count-blunder = { $count ->
    [one] 1 error grave
   *[other] { $count } errores graves
}
judgement-game = Partida { $number }
judgement-game-of = Partida { $number }: { $first } – { $second }
judgement-time = { $seconds } s de CPU
judgement-no-review = Las jugadas de este juego no se pueden juzgar.
judgement-no-such-game = El archivo tiene { $count ->
    [one] 1 partida
   *[other] { $count } partidas
}; no hay una partida { $number }.

help-analyze-go = Dice cuánto valió cada jugada de una partida de Go, cuál era mejor y por qué; o cuánto valen las jugadas de una posición
help-analyze-connect4 = Dice exactamente cuánto valió cada jugada de una partida de Conecta 4, cuál era mejor y por qué; o cuánto valen las columnas de una posición
help-any-record = Un archivo de partidas en cualquier formato que lea convert (también @ARCHIVO), - para la entrada estándar, o las jugadas mismas; sin él se valoran las jugadas de la posición
help-any-only = La partida que se toma de un archivo con varias, desde 1 [por omisión: todas]
help-any-workers = Hilos que trabajan en una partida [por omisión: tantos como núcleos]
help-any-nodes = Nodos o partidas simuladas para una posición

judgement-connect4-misses-win = deja pasar el triunfo en la columna { $column }
judgement-connect4-misses-two = deja pasar dos amenazas a la vez con la columna { $column }
judgement-connect4-leaves-win = deja que el rival gane enseguida en la columna { $column }
judgement-connect4-opens-win = le da al rival la celda ganadora de arriba, en la columna { $column }
judgement-connect4-lets-two = deja que el rival haga dos amenazas a la vez con la columna { $column }
judgement-connect4-spoils-threat = pierde su propia amenaza en la columna { $column }: ahora el rival la puede tapar
judgement-connect4-lets-threat = deja que el rival, con la columna { $column }, haga una amenaza en la fila { $row } de la columna { $at }
judgement-connect4-misses-threat = deja pasar una amenaza en la fila { $row } de la columna { $at }, que se hacía con la columna { $column }
judgement-connect4-loses = { $turns ->
    [one] el rival gana ahora en 1 turno, se juegue lo que se juegue
   *[other] el rival gana ahora en { $turns } turnos, se juegue lo que se juegue
}

judgement-dots-leaves = { $boxes ->
    [one] deja un casillero que se podía tomar
   *[other] deja { $boxes } casilleros que se podían tomar con una línea
}
judgement-dots-gives = { $boxes ->
    [one] le entrega 1 casillero al rival
   *[other] le entrega { $boxes } casilleros al rival
}
judgement-dots-opens = abre una cadena o un anillo de { $boxes } casilleros
judgement-dots-takes-all = toma un casillero donde { $line } deja los últimos y obliga al rival a mover primero en otra parte
judgement-dots-safe-even = deja { $count } líneas seguras ({ $other } después de la mejor): si se toman por turno, el rival se queda primero sin ninguna
judgement-dots-safe-odd = { $count ->
    [one] deja 1 línea segura ({ $other } después de la mejor): si el rival la toma, este lado se queda primero sin ninguna
   *[other] deja { $count } líneas seguras ({ $other } después de la mejor): si se toman por turno, este lado se queda primero sin ninguna
}
judgement-dots-long-chains = deja { $count } cadenas largas, { $other } después de la mejor línea

judgement-othello-gives-corner = entrega la esquina { $corner }
judgement-othello-leaves-corner = le deja la esquina { $corner } al rival
judgement-othello-misses-corner = deja pasar la esquina { $corner }
judgement-othello-loses-corner = pierde la esquina { $corner }: { $line }
judgement-othello-x-square = juega la casilla X { $square } junto a la esquina vacía { $corner }
judgement-othello-c-square = juega la casilla C { $square } junto a la esquina vacía { $corner }
judgement-othello-no-moves = se queda sin jugadas
judgement-othello-misses-pass = deja pasar { $square }, después de la que el rival tiene que pasar
judgement-othello-rival-moves = le deja { $count } jugadas al rival ({ $other } después de la mejor)
judgement-othello-own-moves = se queda con { $count } jugadas ({ $other } después de la mejor)
judgement-othello-frontier = deja { $count } fichas abiertas hacia afuera ({ $other } después de la mejor)

judgement-go-misses-capture = { $count ->
    [one] deja pasar la captura de 1 piedra en { $at }
   *[other] deja pasar la captura de { $count } piedras en { $at }
}
judgement-go-self-atari = { $count ->
    [one] deja su propia piedra { $at } en atari
   *[other] deja { $count } piedras propias en { $at } en atari
}
judgement-go-leaves-atari = { $count ->
    [one] deja que el rival capture enseguida la piedra { $at }
   *[other] deja que el rival capture enseguida { $count } piedras en { $at }
}
judgement-go-misses-atari = { $count ->
    [one] deja pasar el atari { $at } a 1 piedra
   *[other] deja pasar el atari { $at } a { $count } piedras
}
judgement-go-passes = pasa cuando { $at } todavía vale la pena
judgement-go-dies = { $count ->
    [one] hasta donde ve el motor, la piedra { $at } muere
   *[other] hasta donde ve el motor, las { $count } piedras en { $at } mueren
}
judgement-go-lets-live = { $count ->
    [one] hasta donde ve el motor, deja vivir la piedra rival { $at }
   *[other] hasta donde ve el motor, deja vivir { $count } piedras rivales en { $at }
}
judgement-go-points = hasta donde ve el motor, { $count } puntos cerca de { $at } cambian de dueño

help-any-annotate = Escribe las partidas como SGF con marcas, valores, razones y las mejores líneas como variantes

judgement-connect4-wins = gana enseguida
judgement-connect4-blocks = tapa el triunfo del rival en la columna { $column }
judgement-connect4-makes-two = hace dos amenazas a la vez
judgement-connect4-makes-threat = hace una amenaza en la fila { $row } de la columna { $at }
judgement-dots-takes = { $boxes ->
    [one] toma un casillero
   *[other] toma { $boxes } casilleros
}
judgement-dots-safe = no entrega nada
judgement-dots-gives-least = { $boxes ->
    [one] algo hay que entregar, y esto es solo 1 casillero
   *[other] algo hay que entregar, y nada entrega menos que estos { $boxes } casilleros
}
judgement-othello-takes-corner = toma la esquina { $corner }
judgement-othello-rival-passes = el rival tiene que pasar
judgement-othello-few-moves = { $count ->
    [one] le deja una sola jugada al rival
   *[other] le deja solo { $count } jugadas al rival
}
judgement-go-captures = { $count ->
    [one] captura la piedra { $at }
   *[other] captura { $count } piedras en { $at }
}
judgement-go-saves = { $count ->
    [one] salva la piedra { $at }
   *[other] salva { $count } piedras en { $at }
}
judgement-go-puts-in-atari = { $count ->
    [one] deja en atari la piedra { $at }
   *[other] deja en atari { $count } piedras en { $at }
}
help-any-html = Escribe un informe para leer e imprimir: tableros, gráfico y razones en un solo archivo
judgement-report = Lo que valieron las jugadas

judgement-connect4-below-odd = al final tiene que jugar debajo de la amenaza impar del rival en la fila { $row } de la columna { $at }
judgement-connect4-below-even = al final tiene que jugar debajo de la amenaza par del rival en la fila { $row } de la columna { $at }
judgement-connect4-misses-odd = regala su amenaza impar en la fila { $row } de la columna { $at }, debajo de la que el rival tendría que jugar al final
judgement-connect4-misses-even = regala su amenaza par en la fila { $row } de la columna { $at }, debajo de la que el rival tendría que jugar al final
judgement-connect4-rival-follows = deja que el rival juegue la columna { $column } y después encima de cada ficha de este lado: los pares marcados tapan todas las líneas que quedan
judgement-connect4-misses-follow-up = deja pasar la columna { $column }, después de la que basta jugar encima de cada ficha del rival: los pares marcados tapan todas las líneas que quedan

judgement-dots-wants-odd = deja { $count } cadenas largas ({ $other } después de la mejor línea), y este lado necesita un número impar
judgement-dots-wants-even = deja { $count } cadenas largas ({ $other } después de la mejor línea), y este lado necesita un número par
judgement-dots-half-open = entrega { $boxes } casilleros de modo que el rival puede dejar los últimos y conservar el control; { $line } lo obliga a tomar todo lo que se entrega
judgement-dots-first-without = { $count ->
    [one] tomado lo que está abierto queda 1 línea segura, y este lado se queda primero sin ninguna; después de la mejor línea es el rival
   *[other] tomado lo que está abierto quedan { $count } líneas seguras, y este lado se queda primero sin ninguna; después de la mejor línea es el rival
}
judgement-dots-opens-first = con lo mejor de los dos es este lado el que abre la primera cadena larga, con { $line }; después de la mejor línea es el rival
judgement-dots-margin = con lo mejor de los dos termina { $own } a { $rival }, y { $better } a { $worse } después de la mejor línea
judgement-dots-keeps-control = { $boxes ->
    [one] deja un casillero, y quien lo toma tiene que entregar los siguientes
   *[other] deja { $boxes } casilleros, y quien los toma tiene que entregar los siguientes
}

judgement-othello-lets-force = deja que el rival juegue { $square } y tome después una esquina, se responda lo que se responda
judgement-othello-misses-force = deja pasar { $square }, después de la que se toma una esquina juegue lo que juegue el rival
judgement-othello-even-region = juega primero entre { $count } casillas vacías, así que el rival puede jugar último ahí; la mejor jugada está entre { $other }
judgement-othello-rival-turns = deja que el rival dé vuelta { $count } fichas de una vez con { $square } ({ $other } a lo sumo después de la mejor jugada)
judgement-othello-rival-stable = deja que el rival asegure para siempre { $count } fichas con { $square }
judgement-othello-misses-stable = deja pasar { $square }, que asegura para siempre { $count } fichas
judgement-othello-lets-play = deja que el rival juegue { $square }, donde después de la mejor jugada no podía
judgement-othello-leaves-square = le deja la casilla { $square } al rival
judgement-othello-ends = con lo mejor de los dos termina { $own } a { $rival }, y { $better } a { $worse } después de la mejor jugada

judgement-go-ladder-caught = { $count ->
    [one] deja que el rival atrape la piedra { $at } en una escalera: { $line }
   *[other] deja que el rival atrape las { $count } piedras en { $at } en una escalera: { $line }
}
judgement-go-ladder-runs = huye con las { $count } piedras en { $at } por una escalera que funciona: { $line }
judgement-go-ladder-missed = { $count ->
    [one] deja pasar la escalera que atrapa la piedra { $at }: { $line }
   *[other] deja pasar la escalera que atrapa { $count } piedras en { $at }: { $line }
}
judgement-go-ladder-fails = { $count ->
    [one] persigue la piedra { $at } por una escalera que no funciona: { $line }
   *[other] persigue las { $count } piedras en { $at } por una escalera que no funciona: { $line }
}
judgement-go-lets-cut = deja que el rival corte en { $at }
judgement-go-misses-cut = deja pasar el corte { $at }
judgement-go-misses-connection = deja pasar la conexión { $at }
judgement-go-cuts = corta
judgement-go-connects = conecta
