% Por dentro usa un funtor de 42 argumentos, y listas solo en los bordes.
:- set_prolog_flag(double_quotes, codes).
:- op(700, xfx, esta_en).

tableroInicial(T) :- findall(-, between(1, 42, _), L), a_filas(L, T).

a_filas([], []).
a_filas([A, B, C, D, E, F, G|R], [[A, B, C, D, E, F, G]|Fs]) :- a_filas(R, Fs).

compacto(T, K) :- append(T, L), length(L, 42), K =.. [t|L].
expandido(K, T) :- K =.. [t|L], a_filas(L, T).

indice(F, C, I) :- I is (F - 1) * 7 + C.

en(K, F, C, X) :- F >= 1, F =< 6, C >= 1, C =< 7, indice(F, C, I), arg(I, K, X).

contenido(T, [F, C], X) :-
    integer(F), integer(C), !,
    compacto(T, K), en(K, F, C, X).
contenido(T, [F, C], X) :-
    compacto(T, K), between(1, 6, F), between(1, 7, C), en(K, F, C, X).

columnaDisp(T, C) :- compacto(T, K), between(1, 7, C), arg(C, K, X), X = (-).

caer(K, C, X, K2) :-
    caida(K, 6, C, F),
    indice(F, C, I),
    duplicate_term(K, K2),
    setarg(I, K2, X).

caida(K, F, C, F) :- en(K, F, C, X), X == (-), !.
caida(K, F, C, R) :- F > 1, G is F - 1, caida(K, G, C, R).

ingresarFicha(T, C, X, T2) :-
    (   var(C) -> columnaDisp(T, C) ; integer(C), C >= 1, C =< 7 ),
    compacto(T, K), caer(K, C, X, K2), expandido(K2, T2).

paso(h, 0, 1). paso(v, 1, 0). paso(d, 1, 1). paso(s, -1, 1).

linea(K, X, Ps) :-
    paso(_, DF, DC),
    between(1, 6, F), between(1, 7, C),
    en(K, F, C, X),
    \+ ( G is F - DF, H is C - DC, en(K, G, H, Y), Y == X ),
    sigue(K, F, C, DF, DC, X, Ps),
    Ps = [_, _, _, _|_].

sigue(K, F, C, DF, DC, X, [[F, C]|Ps]) :-
    en(K, F, C, Y), Y == X, !,
    G is F + DF, H is C + DC,
    sigue(K, G, H, DF, DC, X, Ps).
sigue(_, _, _, _, _, _, []).

conecta4(T, X, Ps) :- compacto(T, K), member(X, [a, b]), linea(K, X, Ps).

ganado(K, X) :- linea(K, X, _), !.

empate(T) :- compacto(T, K), K =.. [_|L], \+ memberchk(-, L), \+ ganado(K, a), \+ ganado(K, b).

opuesto(a, b).
opuesto(b, a).

gana_en(K, X, C) :- between(1, 7, C), caer(K, C, X, K2), ganado(K2, X).

jugadaGanadora(T, X, C) :- compacto(T, K), gana_en(K, X, C).

jugadaSegura(T, X, C) :-
    compacto(T, K), opuesto(X, Y), between(1, 7, C),
    caer(K, C, X, K2), \+ gana_en(K2, Y, _).

jugadaDefinitiva(T, X, C) :-
    compacto(T, K), opuesto(X, Y), between(1, 7, C),
    caer(K, C, X, K2), \+ ganado(K2, X), \+ gana_en(K2, Y, _),
    \+ ( between(1, 7, D), caer(K2, D, Y, K4), \+ gana_en(K4, X, _) ).
