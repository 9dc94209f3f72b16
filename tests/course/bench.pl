% Calls per second from SWI-Prolog: swipl -p foreign=… -p library=… bench.pl
:- use_module(library(proylcc)).
:- use_module(library(conecta4)).

bench(Name, Calls, Goal) :-
    call_time(forall(between(1, Calls, _), Goal), Time),
    Rate is round(Calls / Time.cpu),
    format("~w~t~40|~t~D~15+ calls a CPU second~n", [Name, Rate]).

% A board in the middle of a game: 120 stones by a fixed rule.
board(B) :-
    emptyBoard(B0),
    findall(P-[R,C], (between(0, 119, I), R is (I*7) mod 19, C is (I*11 + I//19) mod 19,
                      ( I mod 2 =:= 0 -> P = "b" ; P = "w" )), Moves),
    foldl([P-Pos,X,Y]>>( goMove(X, P, Pos, Y) -> true ; Y = X ), Moves, B0, B).

:- initialization(main, main).

main :-
    emptyBoard(E), board(B), tableroInicial(T),
    nth0(R, B, Row), R > 8, nth0(C, Row, "-"), goMove(B, "b", [R,C], _), !,
    bench('goMove/4 on 19x19, empty board', 30000, goMove(E, "b", [3,15], _)),
    bench('goMove/4 on 19x19, middle game', 30000, goMove(B, "b", [R,C], _)),
    bench('finDelJuego/3 on 19x19, middle game', 10000, finDelJuego(B, _, _)),
    bench('columnaDisp/2, all seven solutions', 200000, forall(columnaDisp(T, _), true)),
    bench('columnaDisp/2, test', 200000, columnaDisp(T, 6)),
    bench('jugadaSegura/3, all solutions', 100000, forall(jugadaSegura(T, a, _), true)),
    bench('ingresarFicha/4', 100000, ingresarFicha(T, 3, a, _)).
