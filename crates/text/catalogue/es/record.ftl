record-unreadable = No entiendo el archivo de la partida (línea { $line }, columna { $column }): «{ $found }». Se esperaba: { $expected }.
record-wrong-turn = En la jugada { $number } no era su turno.
