/* Correcta y lenta: todas las ventanas de cuatro, con findall y sort. */
tableroInicial(T):-findall(F,(between(1,6,_),findall(-,between(1,7,_),F)),T).

celdas(T,Cs):-findall(F-C-X,(nth1(F,T,Fila),nth1(C,Fila,X)),Cs).

contenido(T,[F,C],X):-celdas(T,Cs),member(F-C-X,Cs).

columnaDisp(T,C):-
    celdas(T,Cs),
    setof(D,F^member(F-D-(-),Cs),Ds),
    member(C,Ds).

ingresarFicha(T,C,X,T2):-
    celdas(T,Cs),
    findall(F,member(F-C-(-),Cs),Fs),
    sort(0,@>=,Fs,[Abajo|_]),
    findall(Fila,
            (between(1,6,F),
             findall(Y,
                     (between(1,7,D),
                      (F==Abajo,D==C->Y=X;member(F-D-Y,Cs))),
                     Fila)),
            T2).

ventana([[F,C],[F,C1],[F,C2],[F,C3]]):-between(1,6,F),between(1,4,C),C1 is C+1,C2 is C+2,C3 is C+3.
ventana([[F,C],[F1,C],[F2,C],[F3,C]]):-between(1,3,F),between(1,7,C),F1 is F+1,F2 is F+2,F3 is F+3.
ventana([[F,C],[F1,C1],[F2,C2],[F3,C3]]):-between(1,3,F),between(1,4,C),F1 is F+1,F2 is F+2,F3 is F+3,C1 is C+1,C2 is C+2,C3 is C+3.
ventana([[F,C],[F1,C1],[F2,C2],[F3,C3]]):-between(1,3,F),between(4,7,C),F1 is F+1,F2 is F+2,F3 is F+3,C1 is C-1,C2 is C-2,C3 is C-3.

conecta4(T,X,L):-
    celdas(T,Cs),
    member(X,[a,b]),
    findall(P,(ventana(V),forall(member([F,C],V),memberchk(F-C-X,Cs)),member(P,V)),Ps),
    Ps\=[],
    sort(Ps,L).

empate(T):-celdas(T,Cs),\+member(_-_-(-),Cs),\+conecta4(T,_,_).

jugadaGanadora(T,X,C):-findall(D,(between(1,7,D),ingresarFicha(T,D,X,T2),conecta4(T2,X,_)),Ds),member(C,Ds).

adversario(X,Y):-member(X-Y,[a-b,b-a]).

jugadaSegura(T,X,C):-
    adversario(X,Y),
    findall(D,(between(1,7,D),ingresarFicha(T,D,X,T2),\+jugadaGanadora(T2,Y,_)),Ds),
    member(C,Ds).

jugadaDefinitiva(T,X,C):-
    adversario(X,Y),
    findall(D,
            (between(1,7,D),
             ingresarFicha(T,D,X,T2),
             \+jugadaGanadora(T2,Y,_),
             findall(E,(between(1,7,E),ingresarFicha(T2,E,Y,T3),\+jugadaGanadora(T3,X,_)),[])),
            Ds),
    member(C,Ds).
