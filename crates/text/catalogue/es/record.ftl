record-unreadable = No entiendo el archivo de la partida (línea { $line }, columna { $column }): «{ $found }». Se esperaba: { $expected }.
record-wrong-turn = En la jugada { $number } no era su turno.

record-note-garbled = Algunos bytes no son caracteres de { $charset }; se muestran como �.
record-note-not-utf8 = Dice que es UTF-8 y no lo es: se leyó como Latin-1.
record-note-komi = El komi { $komi } no es un número de medios puntos: se leyó como { $read }.
record-note-komi-words = El komi está escrito { $komi }: se leyó como { $read }.
record-note-turn = El registro nombra al otro bando para la primera jugada; vale quien la hizo.
record-note-handicap = Este tablero no tiene lugares fijos para las piedras de ventaja: no se colocó ninguna.
record-note-pass = El pase de la jugada { $number } llegó después del final y no cambia nada.
record-note-twice = En la jugada { $number } mueve otra vez el mismo color, como si el otro hubiera pasado.
record-note-resumed = El juego sigue en la jugada { $number } después de dos pases.
record-note-edit = Después de la jugada { $number } se pusieron o quitaron piedras; la partida se cuenta desde ahí.
record-note-charset = Nadie conoce un juego de caracteres llamado { $charset }: se leyó como si no nombrara ninguno.
record-note-bare = Falta un punto y coma antes de la primera propiedad de una partida o de una variante.
record-note-small = Hay propiedades escritas en minúsculas.
record-note-damage = El archivo está dañado en la línea { $line }, columna { $column } («{ $found }»): se leyó lo que se puede leer.
record-note-point = La jugada { $number } está escrita { $found }: se leyó como { $play }.
record-note-node = La jugada { $number } y otra están en un mismo nodo.
record-note-superko = En la jugada { $number } vuelve una posición anterior: solo se tomó por prohibido retomar un ko de inmediato.
record-note-free-handicap = El registro no dice dónde estaban las piedras de ventaja: no se colocó ninguna (jugada { $number }).
record-note-suicide = La jugada { $number } quita sus propias piedras: sus reglas lo permiten.
record-note-forced = La jugada { $number } va contra las reglas, y el registro dice que se hizo.
record-note-several = El archivo tiene { $count } partidas; esta es la primera.
record-note-variations = { $count ->
    [one] Una jugada en variantes se conserva y se vuelve a guardar, pero aquí no se muestra.
   *[other] { $count } jugadas en variantes se conservan y se vuelven a guardar, pero aquí no se muestran.
}

record-part-start = dónde empieza la partida
record-part-edits = piedras cambiadas entre jugadas
record-part-last-pass = un pase al final
record-part-players = los nombres de los jugadores
record-part-date = la fecha
record-part-event = el torneo
record-part-winner = el resultado
record-part-manner = cómo se ganó
record-part-unfinished = que la partida no terminó
record-part-comments = los comentarios
record-part-info = rangos, ronda, lugar, tiempos y similares
record-part-archived = los números de WTHOR
record-part-dead = las piedras que se acordó que están muertas
record-part-variations = las variantes (--to sgf-tree las conserva)
record-part-properties = marcas y otras propiedades (--to sgf-tree las conserva)
