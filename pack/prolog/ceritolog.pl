:- encoding(utf8).
:- module(ceritolog, [tablero/2, fin_del_juego/4, jugada_humano/8, jugada_maquina/9, sugerencia_jugada/6]).

% Printed by `sobremesa predicates ceritolog --pack`; a test keeps it so.

/** <module> Dots and Boxes (ceritos): a board of N×N dots is tablero(fila(c(H,V,J),…),…) with N rows of N cells; H and V are 1 when the top and left side of the cell are drawn, J is the owner of the box (0 nobody). Rows and columns count from 1; D is h or v; Turno is 1 or 2.
*/

:- use_foreign_library(foreign(sobremesa)).
:- reexport(library(sobremesa)).

:- multifile sandbox:safe_primitive/1.

%!  tablero(+N, ?T) is det.
%
%   T is the empty board of N×N dots, N from 2 up; more than 200 is a resource error.

sandbox:safe_primitive(ceritolog:tablero(_,_)).

%!  fin_del_juego(+T, ?P1, ?P2, ?Ganador) is semidet.
%
%   True only when every line is drawn: P1 and P2 are the boxes of each player, Ganador is the text "Gana el jugador 1", "Gana el jugador 2" or "Empate".

sandbox:safe_primitive(ceritolog:fin_del_juego(_,_,_,_)).

%!  jugada_humano(+T, +Turno, +F, +C, +D, ?T2, ?Turno2, ?Celdas) is semidet.
%
%   Player Turno draws the line F-C-D: T2 is the board after it, Turno2 who plays next (the same player after closing a box), Celdas the boxes closed as [F,C]. Fails when that is not a valid move, as the sheet says: the line is drawn already or is not on the board, D is neither h nor v, Turno neither 1 nor 2. Arguments of another type are type errors.

sandbox:safe_primitive(ceritolog:jugada_humano(_,_,_,_,_,_,_,_)).

%!  jugada_maquina(+T, +Turno, +Nivel, ?F, ?C, ?D, ?T2, ?Turno2, ?Celdas) is semidet.
%
%   The machine plays for Turno at level Nivel (0 random, from 1 on a search of at least Nivel plies, never above 10 seconds; on boards of more than 21×21 dots a careful player that does not search): the line F-C-D and what jugada_humano/8 says of it. Fails at the end of the game. The sheet names no other failure: a Turno that is neither 1 nor 2 and a Nivel below 0 are domain errors.

sandbox:safe_primitive(ceritolog:jugada_maquina(_,_,_,_,_,_,_,_,_)).

%!  sugerencia_jugada(+T, +Turno, +Nivel, ?F, ?C, ?D) is semidet.
%
%   F-C-D is a good line for Turno, found at level Nivel; fails and complains as jugada_maquina/9.

sandbox:safe_primitive(ceritolog:sugerencia_jugada(_,_,_,_,_,_)).
