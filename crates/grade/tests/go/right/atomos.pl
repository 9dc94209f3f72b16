
emptyBoard(B) :- length(B, 19), maplist(fila, B).
fila(F) :- length(F, 19), maplist(=(-), F).

opuesto(b, w).
opuesto(w, b).

valida([R, C]) :- between(0, 18, R), between(0, 18, C).

adyacente([R, C], [R1, C]) :- member(D, [-1, 1]), R1 is R + D, between(0, 18, R1).
adyacente([R, C], [R, C1]) :- member(D, [-1, 1]), C1 is C + D, between(0, 18, C1).

celda(B, [R, C], X) :- nth0(R, B, F), nth0(C, F, X).

poner(B, [R, C], X, B2) :-
    nth0(R, B, F, Filas),
    nth0(C, F, _, Resto),
    nth0(C, F2, X, Resto),
    nth0(R, B2, F2, Filas).

grupo(_, _, [], G, G).
grupo(B, X, [P|Ps], Vistos, G) :-
    (   \+ memberchk(P, Vistos), celda(B, P, X)
    ->  findall(A, adyacente(P, A), As),
        append(As, Ps, Todos),
        grupo(B, X, Todos, [P|Vistos], G)
    ;   grupo(B, X, Ps, Vistos, G)
    ).

respira(B, G) :- member(P, G), adyacente(P, A), celda(B, A, -), !.

quitar([], B, B).
quitar([P|Ps], B, B2) :- poner(B, P, -, B1), quitar(Ps, B1, B2).

capturar([], _, B, B).
capturar([A|As], O, B, B2) :-
    grupo(B, O, [A], [], G),
    (   G = [_|_], \+ respira(B, G)
    ->  quitar(G, B, B1)
    ;   B1 = B
    ),
    capturar(As, O, B1, B2).

goMove(B, X, P, B3) :-
    opuesto(X, O),
    valida(P),
    celda(B, P, -),
    poner(B, P, X, B1),
    findall(A, adyacente(P, A), As),
    capturar(As, O, B1, B2),
    grupo(B2, X, [P], [], G),
    respira(B2, G),
    !,
    B3 = B2.

score(B, Blancas, Negras) :-
    puntos(B, b, Negras),
    puntos(B, w, Blancas).

puntos(B, X, N) :-
    append(B, Celdas),
    include(==(X), Celdas, Propias),
    length(Propias, N1),
    findall(P, (valida(P), celda(B, P, -)), Vacias),
    territorio(Vacias, B, X, [], 0, N2),
    N is N1 + N2.

territorio([], _, _, _, N, N).
territorio([P|Ps], B, X, Vistos, N0, N) :-
    (   memberchk(P, Vistos)
    ->  territorio(Ps, B, X, Vistos, N0, N)
    ;   grupo(B, -, [P], [], G),
        append(G, Vistos, Vistos1),
        (   rodeado(B, G, X)
        ->  length(G, K),
            N1 is N0 + K
        ;   N1 = N0
        ),
        territorio(Ps, B, X, Vistos1, N1, N)
    ).

rodeado(B, G, X) :-
    opuesto(X, O),
    toca(B, G, X),
    \+ toca(B, G, O).

toca(B, G, X) :- member(P, G), adyacente(P, A), celda(B, A, X), !.
