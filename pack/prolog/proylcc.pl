:- module(proylcc, [emptyBoard/1, goMove/4, goMove/5, finDelJuego/3, score/3, contarFichas/3, terminarJuego/3, winPoints/3, puntajeColor/3]).

% Printed by `sobremesa predicates proylcc --pack`; a test keeps it so.

/** <module> Go, after the course «Lógica para Ciencias de la Computación»: boards are lists of rows (top first) of strings "-", "b", "w"; positions are [Row,Column] from 0. The course plays on 19×19; boards from 2×2 to 25×25 are read.
*/

:- use_foreign_library(foreign(sobremesa)).

:- multifile sandbox:safe_primitive/1.

%!  emptyBoard(?Board) is det.
%
%   Board is the empty 19×19 board.

sandbox:safe_primitive(proylcc:emptyBoard(_)).

%!  goMove(+Board, +Player, +Pos, ?RBoard) is semidet.
%
%   RBoard is Board after Player puts a stone on Pos and the groups left without liberties are captured. Fails when the point is occupied or off the board and when the move is suicide. Without history it cannot see ko.

sandbox:safe_primitive(proylcc:goMove(_,_,_,_)).

%!  goMove(+Board, +Player, +Pos, +History, ?RBoard) is semidet.
%
%   As goMove/4, and fails too when RBoard is one of the boards of the list History (eternity, ko).

sandbox:safe_primitive(proylcc:goMove(_,_,_,_,_)).

%!  finDelJuego(+Board, ?Negras, ?Blancas) is det.
%
%   The points of Black and of White: own stones plus empty points that reach only own stones.

sandbox:safe_primitive(proylcc:finDelJuego(_,_,_)).

%!  score(+Board, ?White, ?Black) is det.
%
%   The same points in the opposite order: White, then Black.

sandbox:safe_primitive(proylcc:score(_,_,_)).

%!  contarFichas(+Board, ?Blancas, ?Negras) is det.
%
%   Another name of score/3.

sandbox:safe_primitive(proylcc:contarFichas(_,_,_)).

%!  terminarJuego(+Board, ?W, ?B) is det.
%
%   Another name of score/3.

sandbox:safe_primitive(proylcc:terminarJuego(_,_,_)).

%!  winPoints(+Board, ?White, ?Black) is det.
%
%   Another name of score/3.

sandbox:safe_primitive(proylcc:winPoints(_,_,_)).

%!  puntajeColor(+Board, ?Color, ?Puntaje) is nondet.
%
%   Puntaje are the points of Color; an unbound Color is "b", then "w".

sandbox:safe_primitive(proylcc:puntajeColor(_,_,_)).
