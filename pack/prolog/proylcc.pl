:- encoding(utf8).
:- module(proylcc, [emptyBoard/1, goMove/4, goMove/5, finDelJuego/3, score/3, contarFichas/3, terminarJuego/3, winPoints/3, puntajeColor/3, opuesto/2, colorOpuesto/2, adyacente/2, adyacentes/2, replace/5]).

% Printed by `sobremesa predicates proylcc --pack`; a test keeps it so.

/** <module> Go, after the course «Lógica para Ciencias de la Computación»: boards are lists of rows (top first) of strings "-", "b", "w"; positions are [Row,Column] from 0. The course plays on 19×19; boards from 2×2 to 25×25 are read.
*/

:- use_foreign_library(foreign(sobremesa)).
:- reexport(library(sobremesa)).

:- multifile sandbox:safe_primitive/1.

%!  emptyBoard(?Board) is det.
%
%   Board is the empty 19×19 board.

sandbox:safe_primitive(proylcc:emptyBoard(_)).

%!  goMove(+Board, +Player, +Pos, ?RBoard) is semidet.
%
%   RBoard is Board after Player puts a stone on Pos and the groups left without liberties are captured. Fails when the point is occupied or off the board and when the move is suicide. Without history it cannot see ko. The sheets name no other failure: a Player that is neither "b" nor "w" is a domain error, a Pos that is no pair of integers a type or domain error.

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

%!  opuesto(?Color, ?ColorOp) is nondet.
%
%   The two facts of the sheet: "b" and "w" are each other's opposite. Enumerates what is unbound; fails for anything else.

sandbox:safe_primitive(proylcc:opuesto(_,_)).

%!  colorOpuesto(?Color, ?ColorOp) is nondet.
%
%   As opuesto/2, and "blanco" and "negro" are each other's opposite too.

sandbox:safe_primitive(proylcc:colorOpuesto(_,_)).

%!  adyacente(+Pos, ?PosAdy) is nondet.
%
%   PosAdy is a point beside Pos on the 19×19 board: above, below, left, right. Fails when Pos is off the board.

sandbox:safe_primitive(proylcc:adyacente(_,_)).

%!  adyacentes(+P, ?L) is det.
%
%   L is the list of the points beside P on the 19×19 board, in the order of adyacente/2; empty when P is off the board.

sandbox:safe_primitive(proylcc:adyacentes(_,_)).

%!  replace(?X, +XIndex, ?Y, +Xs, ?XsY) is semidet.
%
%   XsY is the list Xs with Y in place of its item X number XIndex, counted from 0. Of any list; fails when there is no such item or it is not X.

sandbox:safe_primitive(proylcc:replace(_,_,_,_,_)).
