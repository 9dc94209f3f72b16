% Listas, nth1 y reglas cortas; sin módulo.
vacio(-).
otro(a, b).
otro(b, a).

tableroInicial(T) :-
    length(T, 6),
    maplist(fila_vacia, T).

fila_vacia(F) :-
    length(F, 7),
    maplist(=(-), F).

contenido(T, [F, C], X) :-
    nth1(F, T, Fila),
    nth1(C, Fila, X).

columnaDisp([Primera|_], C) :-
    nth1(C, Primera, -).

% La fila libre más baja de una columna.
fila_libre(T, C, F) :-
    between(1, 6, N),
    F is 7 - N,
    contenido(T, [F, C], X),
    X == (-),
    !.

poner([_|Xs], 1, Y, [Y|Xs]).
poner([X|Xs], N, Y, [X|Ys]) :-
    N > 1,
    M is N - 1,
    poner(Xs, M, Y, Ys).

ingresarFicha(T, C, X, T2) :-
    columnaDisp(T, C),
    fila_libre(T, C, F),
    nth1(F, T, Fila),
    poner(Fila, C, X, Fila2),
    poner(T, F, Fila2, T2),
    !.

direccion(0, 1).
direccion(1, 0).
direccion(1, 1).
direccion(1, -1).

ficha(a).
ficha(b).

conecta4(T, X, L) :-
    ficha(X),
    direccion(DF, DC),
    between(1, 6, F),
    between(1, 7, C),
    contenido(T, [F, C], X),
    \+ anterior(T, F, C, DF, DC, X),
    tramo(T, F, C, DF, DC, X, Tramo),
    length(Tramo, N),
    N >= 4,
    msort(Tramo, L).

anterior(T, F, C, DF, DC, X) :-
    F0 is F - DF,
    C0 is C - DC,
    contenido(T, [F0, C0], X).

tramo(T, F, C, DF, DC, X, [[F, C]|Resto]) :-
    contenido(T, [F, C], X),
    !,
    F1 is F + DF,
    C1 is C + DC,
    tramo(T, F1, C1, DF, DC, X, Resto).
tramo(_, _, _, _, _, _, []).

hay_ganador(T) :-
    conecta4(T, _, _),
    !.

gana(T, X) :-
    conecta4(T, X, _),
    !.

empate(T) :-
    \+ columnaDisp(T, _),
    \+ hay_ganador(T).

jugadaGanadora(T, X, C) :-
    columnaDisp(T, C),
    ingresarFicha(T, C, X, T2),
    gana(T2, X).

jugadaSegura(T, X, C) :-
    otro(X, Y),
    columnaDisp(T, C),
    ingresarFicha(T, C, X, T2),
    \+ jugadaGanadora(T2, Y, _).

jugadaDefinitiva(T, X, C) :-
    otro(X, Y),
    columnaDisp(T, C),
    ingresarFicha(T, C, X, T2),
    \+ jugadaGanadora(T2, Y, _),
    \+ (columnaDisp(T2, D),
        ingresarFicha(T2, D, Y, T3),
        \+ jugadaGanadora(T3, X, _)).
