% The cases of cases.txt in real SWI-Prolog, with the pack:
%   swipl -p foreign=DIR -p library=pack/prolog tests/course/cases.plt
:- use_module(library(plunit)).
:- use_module(library(readutil)).
:- use_module(library(proylcc)).
:- use_module(library(conecta4)).
:- use_module(library(ceritolog)).
:- use_module(library(othello)).
:- use_module(library(sandbox)).

:- dynamic case/3, passed/1.

% case(Name, Query, Lines): the text of a query and the lines expected of it.
load_cases :-
    source_file(load_cases, Here),
    file_directory_name(Here, Dir),
    directory_file_path(Dir, 'cases.txt', File),
    read_file_to_string(File, Text, []),
    split_string(Text, "\n", "", Lines),
    exclude([L]>>( L == "" ; sub_string(L, 0, _, _, "#") ), Lines, Kept),
    read_cases(Kept, []).

read_cases([], _).
read_cases([Line|Rest], Lets) :-
    string_concat("let ", Def, Line), !,
    sub_string(Def, At, 3, After, " = "),
    sub_string(Def, 0, At, _, Name),
    sub_string(Def, _, After, 0, Value),
    read_cases(Rest, [Name-Value|Lets]).
read_cases([Line,QueryLine|Rest], Lets) :-
    string_concat("== ", Name, Line),
    expanded(Lets, QueryLine, Expanded),
    string_concat("?- ", Query, Expanded),
    answers(Rest, Answers0, More),
    maplist(expanded(Lets), Answers0, Answers),
    assertz(case(Name, Query, Answers)),
    read_cases(More, Lets).

answers([Line|Rest], [Line|Answers], More) :-
    \+ string_concat("== ", _, Line), \+ string_concat("let ", _, Line), !,
    answers(Rest, Answers, More).
answers(More, [], More).

expanded(Lets, Text, Expanded) :-
    foldl([Name-Value,In,Out]>>( string_concat("$", Name, Key), replaced(In, Key, Value, Out) ),
          Lets, Text, Expanded).

replaced(In, Key, Value, Out) :-
    atomic_list_concat(Parts, Key, In),
    atomic_list_concat(Parts, Value, Atom),
    atom_string(Atom, Out).

% The lines a query gives: its answers, `false` or its error.
lines(Query, Lines) :-
    term_string(Goal, Query, [variable_names(Names)]),
    catch(findall(Line-Last, answer(Goal, Names, Line, Last), Found),
          error(Formal, _), true),
    (   nonvar(Formal)
    ->  format(string(Line), "error ~q", [Formal]),
        Lines = [Line]
    ;   Found == []
    ->  Lines = ["false"]
    ;   pairs_keys_values(Found, Lines, Lasts),
        % The last answer left no choice point, and only the last one.
        once(append(Early, [true], Lasts)),
        \+ memberchk(true, Early)
    ).

answer(Goal, Names, Line, Last) :-
    call_cleanup(user:Goal, Done = true),
    ( Done == true -> Last = true ; Last = false ),
    findall(Part,
            ( member(Name=Value, Names), nonvar(Value), \+ sub_atom(Name, 0, _, _, '_'),
              format(string(Part), "~w = ~q", [Name, Value]) ),
            Parts),
    ( Parts == [] -> Line = "true" ; atomic_list_concat(Parts, ', ', Atom), atom_string(Atom, Line) ).

:- load_cases.

:- begin_tests(cases).

test(case, [forall(case(Name, Query, Expected))]) :-
    lines(Query, Lines),
    (   Lines == Expected
    ->  assertz(user:passed(Name))
    ;   format(user_error, "~w~n  ~w~n  expected ~q~n  found    ~q~n", [Name, Query, Expected, Lines]),
        fail
    ).

:- end_tests(cases).

message_to_lines(Error, Text) :-
    phrase(prolog:message(Error), Parts),
    with_output_to(string(Text), print_message_lines(current_output, '', Parts)).

:- begin_tests(pack).

% Every exported predicate may be called from a sandbox.
test(sandbox, [forall(( member(M, [proylcc,conecta4,ceritolog,othello]),
                        module_property(M, exports(Ps)), member(F/A, Ps) ))]) :-
    functor(Goal, F, A),
    safe_goal(M:Goal),
    assertz(user:passed(sandbox(M:F/A))).

% All of them are the library's but the switch for drawings.
test(foreign, [forall(( member(M, [proylcc,conecta4,ceritolog,othello]),
                        module_property(M, exports(Ps)), member(F/A, Ps),
                        F/A \== tableros/1 ))]) :-
    functor(Goal, F, A),
    predicate_property(M:Goal, foreign),
    assertz(user:passed(foreign(M:F/A))).

% A choice point that is cut gives its answers back.
test(pruned) :-
    tableroInicial(T),
    forall(between(1, 10000, _), ( columnaDisp(T, C), C == 2, ! ; true )),
    assertz(user:passed(pruned)).

% A thinking machine hears signals.
test(interrupt) :-
    tablero(9, T),
    catch(call_with_time_limit(0.5, forall(between(1, inf, _), jugada_maquina(T,1,9,_,_,_,_,_,_))),
          time_limit_exceeded, Stopped = true),
    Stopped == true,
    assertz(user:passed(interrupt)).

test(cyclic, [error(type_error(_, _))]) :-
    assertz(user:passed(cyclic)),
    L = ["-"|L],
    goMove([L,L], "b", [0,0], _).

test(endless_rows, [error(type_error(_, _))]) :-
    assertz(user:passed(endless_rows)),
    R = ["-","-"], B = [R|B],
    goMove(B, "b", [0,0], _).

% An integer of more than 64 bits is an integer, off every board.
test(big_integers) :-
    Big is 2**100, Small is -(2**100),
    emptyBoard(B), \+ goMove(B, "b", [Big,0], _), \+ goMove(B, "b", [Small,0], _),
    tableroInicial(T), \+ columnaDisp(T, Big),
    tablero(2, D), \+ jugada_humano(D, 1, Big, 1, h, _, _, _),
    catch(tablero(Big, _), error(Error, _), true),
    ( Error = domain_error(_, Big) ; Error = resource_error(_) ), !,
    assertz(user:passed(big_integers)).

% A wrong board says what is wrong in the exception and in the message.
test(slips) :-
    catch(columnaDisp([[-]], _), Error, true),
    Error = error(type_error(tablero, [[-]]), context(conecta4:columnaDisp/2, Words)),
    message_to_lines(Error, Text),
    once(sub_string(Text, _, _, _, Words)),
    assertz(user:passed(slips)).

test(threads) :-
    findall(Id, ( between(1, 4, _),
                  thread_create(( tableroInicial(T),
                                  forall(between(1, 1000, _),
                                         findall(C, columnaDisp(T,C), [1,2,3,4,5,6,7])) ), Id) ), Ids),
    forall(member(Id, Ids), thread_join(Id, true)),
    assertz(user:passed(threads)).

:- end_tests(pack).

:- initialization(main, main).

main :-
    aggregate_all(count, case(_, _, _), Cases),
    aggregate_all(count, ( member(M, [proylcc,conecta4,ceritolog,othello]),
                           module_property(M, exports(Ps)), member(_, Ps) ), Exports),
    % tableros/1 is asked of each module's sandbox, and foreign in none.
    Total is Cases + 2*Exports - 4 + 7,
    ( run_tests -> Ok = true ; Ok = false ),
    aggregate_all(count, passed(_), Passed),
    Failed is max(Total - Passed, 0),
    format("swipl: ~d passed, ~d failed~n", [Passed, Failed]),
    ( Ok == true, Failed =:= 0 -> true ; halt(1) ).
