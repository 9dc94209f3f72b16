:- encoding(utf8).
:- module(conecta4, [tableroInicial/1, ingresarFicha/4, columnaDisp/2, contenido/3, conecta4/3, empate/1, jugadaGanadora/3, jugadaSegura/3, jugadaDefinitiva/3]).

% Printed by `sobremesa predicates conecta4 --pack`; a test keeps it so.

/** <module> Connect 4: boards are lists of 6 rows (top first) of 7 atoms -, a, b; rows and columns count from 1. A board of another shape, with other atoms or with floating pieces is a type error that says which row, cell or piece. Of every other argument the sheet says that it unifies with a column, a piece, a place: whatever is none (c, uno, [1]) makes the predicate fail.
*/

:- use_foreign_library(foreign(sobremesa)).
:- reexport(library(sobremesa)).

:- multifile sandbox:safe_primitive/1.

%!  tableroInicial(?T) is det.
%
%   T is the empty board.

sandbox:safe_primitive(conecta4:tableroInicial(_)).

%!  ingresarFicha(+T, ?Col, ?F, ?T2) is nondet.
%
%   T2 is T after F is dropped into column Col. Fails when the column is full or not 1 to 7, and when F is neither a nor b. Unbound Col and F are enumerated.

sandbox:safe_primitive(conecta4:ingresarFicha(_,_,_,_)).

%!  columnaDisp(+T, ?Col) is nondet.
%
%   Col is a column with room: enumerates them in order, or tests one.

sandbox:safe_primitive(conecta4:columnaDisp(_,_)).

%!  contenido(+T, ?Pos, ?F) is nondet.
%
%   F is what stands on Pos = [Row,Column]. Unbound parts are enumerated in row order.

sandbox:safe_primitive(conecta4:contenido(_,_,_)).

%!  conecta4(+T, ?F, ?Ps) is nondet.
%
%   F has four or more in line on the places Ps, sorted by row and column; one solution per line. Fails when nobody has.

sandbox:safe_primitive(conecta4:conecta4(_,_,_)).

%!  empate(+T) is semidet.
%
%   Nobody has won and no column has room.

sandbox:safe_primitive(conecta4:empate(_)).

%!  jugadaGanadora(+T, ?F, ?Col) is nondet.
%
%   Col is a column where F wins at once.

sandbox:safe_primitive(conecta4:jugadaGanadora(_,_,_)).

%!  jugadaSegura(+T, ?F, ?Col) is nondet.
%
%   Col is a column after which the rival of F has no winning move.

sandbox:safe_primitive(conecta4:jugadaSegura(_,_,_)).

%!  jugadaDefinitiva(+T, ?F, ?Col) is nondet.
%
%   Col is a column after which F has a winning move next turn whatever the rival answers.

sandbox:safe_primitive(conecta4:jugadaDefinitiva(_,_,_)).
