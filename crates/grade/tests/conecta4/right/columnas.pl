:- module(tp2, [tableroInicial/1, ingresarFicha/4, columnaDisp/2, contenido/3,
                conecta4/3, empate/1, jugadaGanadora/3, jugadaSegura/3, jugadaDefinitiva/3]).
:- use_module(library(clpfd)).
:- use_module(library(lists)).
:- use_rendering(table).

% Trabaja por columnas: transpone, y vuelve a transponer.
tableroInicial([V, V, V, V, V, V]) :- V = [-, -, -, -, -, -, -].

ingresarFicha(T, C, X, T2) :-
    transpose(T, Cols),
    nth1(C, Cols, Col, Otras),
    append(Vacias, [-|Fichas], Col),
    \+ member(-, Fichas),
    append(Vacias, [X|Fichas], Col2),
    nth1(C, Cols2, Col2, Otras),
    transpose(Cols2, T2).

columnaDisp(T, C) :- transpose(T, Cols), nth1(C, Cols, [-|_]).

contenido(T, [F, C], X) :- nth1(F, T, Fila), nth1(C, Fila, X).

conecta4(T, X, Ps) :-
    member(X, [a, b]),
    findall(L, linea(T, X, L), Todas),
    sort(Todas, Ls),
    member(Ps, Ls).

linea(T, X, L) :-
    camino(Camino),
    append(Antes, Resto, Camino),
    \+ (last(Antes, P0), contenido(T, P0, X)),
    prefijo(T, X, Resto, L0),
    length(L0, N), N #>= 4,
    sort(L0, L).

prefijo(T, X, [P|Ps], [P|L]) :- contenido(T, P, X), !, prefijo(T, X, Ps, L).
prefijo(_, _, _, []).

camino(L) :- between(1, 6, F), findall([F, C], between(1, 7, C), L).
camino(L) :- between(1, 7, C), findall([F, C], between(1, 6, F), L).
camino(L) :- between(-5, 4, D),
    findall([F, C], (between(1, 6, F), C is F - D, between(1, 7, C)), L), L = [_|_].
camino(L) :- between(2, 13, S),
    findall([F, C], (between(1, 6, F), C is S - F, between(1, 7, C)), L), L = [_|_].

empate(T) :- flatten(T, Celdas), \+ memberchk(-, Celdas), \+ conecta4(T, _, _).

jugadaGanadora(T, X, C) :-
    between(1, 7, C),
    once(ingresarFicha(T, C, X, T2)),
    once(conecta4(T2, X, _)).

rival(a, b).
rival(b, a).

jugadaSegura(T, X, C) :-
    rival(X, R),
    between(1, 7, C),
    once(ingresarFicha(T, C, X, T2)),
    (   once(conecta4(T2, X, _)) -> true ; \+ jugadaGanadora(T2, R, _) ).

jugadaDefinitiva(T, X, C) :-
    rival(X, R),
    between(1, 7, C),
    once(ingresarFicha(T, C, X, T2)),
    \+ conecta4(T2, X, _),
    \+ jugadaGanadora(T2, R, _),
    forall(( between(1, 7, D), once(ingresarFicha(T2, D, R, T3)) ), jugadaGanadora(T3, X, _)).
