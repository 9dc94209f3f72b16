% SWI-Prolog's own Pengines client against our server:
%   swipl client.pl PORT
:- use_module(library(pengines)).
:- use_module(library(plunit)).
:- use_module(library(apply)).

:- dynamic url/1, passed/1.

:- begin_tests(client, [cleanup(true)]).

done(Name) :- assertz(user:passed(Name)).

test(rpc) :-
    url(URL),
    findall(X, pengine_rpc(URL, member(X,[1,2]), [application(conecta4)]), L),
    L == [1,2], done(rpc).
test(rpc_without_application) :-
    url(URL),
    findall(X, pengine_rpc(URL, member(X,[a,'B c',"s"])), L),
    L == [a,'B c',"s"], done(rpc_without_application).
test(rpc_chunks) :-
    url(URL),
    findall(X-Y, pengine_rpc(URL, (between(1,5,X), Y = f(X,(a,b))), [chunk(2)]), L),
    L == [1-f(1,(a,b)),2-f(2,(a,b)),3-f(3,(a,b)),4-f(4,(a,b)),5-f(5,(a,b))],
    done(rpc_chunks).
test(rpc_fails) :-
    url(URL),
    \+ pengine_rpc(URL, fail, []), done(rpc_fails).
test(rpc_board) :-
    url(URL),
    pengine_rpc(URL, (tableroInicial(T), ingresarFicha(T,3,a,T2)), [application(conecta4)]),
    last(T2, [-,-,a,-,-,-,-]), done(rpc_board).
% A whole board comes back with the error, and what is wrong with it.
test(rpc_long_error) :-
    url(URL),
    length(Row, 19), maplist(=("-"), Row), length(B, 19), maplist(=(Row), B),
    once(append(Rows, [_], B)), append(Rows, [["-"]], Wrong),
    catch(pengine_rpc(URL, goMove(Wrong,"b",[0,0],_), []), error(type_error(board,Found), context(_,Words)), true),
    Found == Wrong, atom(Words), done(rpc_long_error).
test(rpc_existence) :-
    url(URL),
    catch(pengine_rpc(URL, (a:-b), []), error(existence_error(procedure,PI),_), true),
    PI == (:-)/2, done(rpc_existence).
test(rpc_cyclic) :-
    url(URL),
    pengine_rpc(URL, X = f(X,a), []),
    cyclic_term(X), X = f(Y,a), Y == X, done(rpc_cyclic).
test(rpc_floats) :-
    url(URL),
    pengine_rpc(URL, (X is inf, Y is nan, Z is -inf), []),
    X =:= inf, Z =:= -inf, Y =\= Y, done(rpc_floats).
test(rpc_output) :-
    url(URL),
    with_output_to(string(_), pengine_rpc(URL, (write(hola), X = 1), [])),
    X == 1, done(rpc_output).
% No variable is shared by two answers.
test(fresh_variables) :-
    url(URL),
    findall(X, pengine_rpc(URL, (member(_,[1,2]), X = f(_)), [chunk(2)]), [f(A),f(B)]),
    A \== B, done(fresh_variables).
test(conjunctions) :-
    url(URL),
    pengine_create([server(URL), ask(member(X-Y,[1-2,3-4])), template((X,Y)), chunk(2), id(Id)]),
    pengine_event(create(Id, Features), []),
    memberchk(answer(destroy(Id, success(Id,[(1,2),(3,4)],_,_,false))), Features),
    done(conjunctions).
test(one_by_one) :-
    url(URL),
    pengine_create([server(URL), application(proylcc), id(Id)]),
    pengine_event(create(Id,_), []),
    pengine_ask(Id, member(X,[a,b,c,d]), [template(X)]),
    pengine_event(success(Id,[a],_,_,true), []),
    pengine_next(Id, []),
    pengine_event(success(Id,[b],_,_,true), []),
    pengine_stop(Id, []),
    pengine_event(stop(Id), []),
    pengine_ask(Id, (member(X,[1,2,3])), [template(X),chunk(3)]),
    pengine_event(destroy(Id, success(Id,[1,2,3],_,_,false)), []),
    done(one_by_one).
test(several) :-
    url(URL),
    findall(Id, ( between(1,3,_),
                  pengine_create([server(URL), application(conecta4), destroy(false), id(Id)]),
                  pengine_event(create(Id,_), []) ), Ids),
    forall(nth1(N, Ids, Id), pengine_ask(Id, between(N,9,X), [template(X)])),
    forall(nth1(N, Ids, Id), pengine_event(success(Id,[N],_,_,true), [listen(Id)])),
    forall(nth1(N, Ids, Id), ( pengine_next(Id, []), M is N+1,
                               pengine_event(success(Id,[M],_,_,true), [listen(Id)]) )),
    forall(member(Id, Ids), ( pengine_abort(Id), pengine_event(_, [listen(Id)]) )),
    forall(member(Id, Ids), pengine_destroy(Id)),
    done(several).

:- end_tests(client).

:- initialization(main, main).

main :-
    current_prolog_flag(argv, [Port|_]),
    atomic_list_concat(['http://127.0.0.1:', Port], URL),
    assertz(url(URL)),
    ( run_tests -> Ok = true ; Ok = false ),
    aggregate_all(count, passed(_), Passed),
    Failed is 14 - Passed,
    format("client: ~d passed, ~d failed~n", [Passed, Failed]),
    ( Ok == true, Failed =:= 0 -> true ; halt(1) ).
