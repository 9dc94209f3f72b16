% Guarda el tablero como hechos mientras lo mira, y devuelve las soluciones en otro orden.
:- dynamic celda/3.

tableroInicial([[-, -, -, -, -, -, -], [-, -, -, -, -, -, -], [-, -, -, -, -, -, -],
                [-, -, -, -, -, -, -], [-, -, -, -, -, -, -], [-, -, -, -, -, -, -]]).

guardar(T) :-
    retractall(celda(_, _, _)),
    forall((nth1(F, T, Fila), nth1(C, Fila, X)), assertz(celda(F, C, X))).

contenido(T, [F, C], X) :- nth1(F, T, Fila), nth1(C, Fila, X).

columnaDisp(T, C) :-
    guardar(T),
    findall(D, celda(1, D, -), Ds),
    member(C, Ds).

ingresarFicha(T, C, X, T2) :-
    guardar(T),
    findall(F, celda(F, C, -), Fs),
    max_list(Fs, Fondo),
    cambiar(T, 1, Fondo, C, X, T2).

cambiar([], _, _, _, _, []).
cambiar([Fila|Filas], N, F, C, X, [Nueva|Nuevas]) :-
    (   N =:= F
    ->  cambiar_fila(Fila, 1, C, X, Nueva)
    ;   Nueva = Fila
    ),
    M is N + 1,
    cambiar(Filas, M, F, C, X, Nuevas).

cambiar_fila([], _, _, _, []).
cambiar_fila([_|Xs], N, N, Y, [Y|Zs]) :- !, M is N + 1, cambiar_fila(Xs, M, N, Y, Zs).
cambiar_fila([X|Xs], N, C, Y, [X|Zs]) :- M is N + 1, cambiar_fila(Xs, M, C, Y, Zs).

% De a cuatro: una línea de cinco da dos respuestas.
conecta4(T, X, [[F1, C1], [F2, C2], [F3, C3], [F4, C4]]) :-
    member(DF-DC, [1-0, 0-1, 1-1, 1-(-1)]),
    contenido(T, [F1, C1], X), X \== (-),
    F2 is F1 + DF, C2 is C1 + DC, contenido(T, [F2, C2], X),
    F3 is F2 + DF, C3 is C2 + DC, contenido(T, [F3, C3], X),
    F4 is F3 + DF, C4 is C3 + DC, contenido(T, [F4, C4], X).

empate(T) :- \+ columnaDisp(T, _), \+ conecta4(T, _, _).

jugadaGanadora(T, X, C) :-
    member(C, [7, 6, 5, 4, 3, 2, 1]),
    ingresarFicha(T, C, X, T2),
    conecta4(T2, X, _).

contrario(a, b).
contrario(b, a).

jugadaSegura(T, X, C) :-
    contrario(X, Y),
    member(C, [4, 3, 5, 2, 6, 1, 7]),
    ingresarFicha(T, C, X, T2),
    \+ jugadaGanadora(T2, Y, _).

jugadaDefinitiva(T, X, C) :-
    contrario(X, Y),
    member(C, [4, 3, 5, 2, 6, 1, 7]),
    ingresarFicha(T, C, X, T2),
    (   conecta4(T2, X, _)
    ->  true
    ;   \+ jugadaGanadora(T2, Y, _),
        forall(( member(D, [1, 2, 3, 4, 5, 6, 7]), ingresarFicha(T2, D, Y, T3) ),
               jugadaGanadora(T3, X, _))
    ).
:- initialization(main).
main :- write('TP 2: conecta 4'), nl.
