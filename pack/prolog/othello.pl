:- encoding(utf8).
:- module(othello, [tablero_inicial/1, jugada_valida/3, jugar/4, ganador/4, jugada_maquina/5]).

% Printed by `sobremesa predicates othello --pack`; a test keeps it so.

/** <module> Othello in the same style: boards are lists of 8 rows (top first) of 8 atoms -, n (black), b (white); positions are [Row,Column] from 1, and pasa is a pass, legal only without another move. Any board of that form is read, also one that no game can show (an empty centre, a lonely disc).
*/

:- use_foreign_library(foreign(sobremesa)).
:- reexport(library(sobremesa)).

:- multifile sandbox:safe_primitive/1.

%!  tablero_inicial(?T) is det.
%
%   T is the board with the four first discs.

sandbox:safe_primitive(othello:tablero_inicial(_)).

%!  jugada_valida(+T, +Color, ?Pos) is nondet.
%
%   Pos is a legal move of Color; enumerates them by rows, or tests one. When Color must pass it is pasa.

sandbox:safe_primitive(othello:jugada_valida(_,_,_)).

%!  jugar(+T, +Color, ?Pos, ?T2) is nondet.
%
%   T2 is T after Color plays Pos; fails when that is not legal. An unbound Pos is enumerated.

sandbox:safe_primitive(othello:jugar(_,_,_,_)).

%!  ganador(+T, ?Negras, ?Blancas, ?Ganador) is semidet.
%
%   True only when neither can move: the discs of each, and Ganador n, b or empate.

sandbox:safe_primitive(othello:ganador(_,_,_,_)).

%!  jugada_maquina(+T, +Color, +Nivel, ?Pos, ?T2) is semidet.
%
%   The machine plays for Color at level Nivel (0 random, 1 greedy, then ever stronger): its move Pos and the board after it. Fails at the end of the game.

sandbox:safe_primitive(othello:jugada_maquina(_,_,_,_,_)).
