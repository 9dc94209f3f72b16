% Runs inside the sandbox, beside the student's program: loads it, asks it what
% it is told to ask and says what it answered. It judges nothing and knows no
% right answer, so nothing the student's program does to it can earn a point:
% whatever is written here is read outside as one more answer to be compared.
%
% A line in is a term; a line out is the session's word, a blank and a term.
%
%     load([File, …])                    loaded([Message, …])
%     defined([Name/Arity, …])           defined([d(Module, File, Line) | no, …])
%     ask(Id, Limit, [Step, …])          a(Id, Status, Inferences, [s(Det, Value), …])
%                                        … one for each step, then end(Id)
%
% A step is step(Kind, Lets, Goal, Template, Most): the pairs of Lets are
% unified, Goal is called, and of each solution up to Most a copy of Template
% is kept. After a step of the kind `play` the next one goes on from the first
% solution, and where there is none the walk ends; `probe` leaves no trace.
:- module('$sobremesa', []).
% The student's operators and flags are of `user`: nothing is inherited from it.
:- set_module(base(system)).
:- set_prolog_flag(double_quotes, string).
:- set_prolog_flag(generate_debug_info, false).

main :-
    stream_property(In, file_no(0)),
    stream_property(Out, file_no(1)),
    set_stream(In, encoding(utf8)),
    set_stream(Out, encoding(utf8)),
    set_stream(Out, buffer(full)),
    open('/dev/null', read, NoInput),
    open('/dev/null', write, NoOutput),
    set_stream(NoInput, alias(user_input)),
    set_stream(NoOutput, alias(user_output)),
    set_input(NoInput),
    set_output(NoOutput),
    system:set_prolog_flag(toplevel_prompt, ''),
    % A program that ends Prolog when it is loaded is loaded all the same.
    at_halt('$sobremesa':stay),
    read_term(In, Word, [module('$sobremesa')]),
    nb_setval('$sobremesa_stay', true),
    serve(In, Out, Word).

stay :-
    nb_current('$sobremesa_stay', true),
    cancel_halt(sobremesa).
stay.

serve(In, Out, Word) :-
    repeat,
    read_term(In, Request, [module('$sobremesa')]),
    (   Request == end_of_file
    ->  nb_setval('$sobremesa_stay', false),
        halt
    ;   answer(Request, Out, Word),
        fail
    ).

answer(load(Files), Out, Word) :-
    forall(member_(File, Files),
           catch(load_files(user:File, [if(true)]), Error, print_message(error, Error))),
    nb_setval('$sobremesa_stay', false),
    say(Out, Word, loaded).
answer(defined(Heads), Out, Word) :-
    findall(Found, (member_(Name/Arity, Heads), found(Name, Arity, Found)), All),
    say(Out, Word, defined(All)).
answer(ask(Id, Limit, Steps), Out, Word) :-
    (   walk(Steps, Id, Limit, Out, Word)
    ->  true
    ;   true
    ),
    say(Out, Word, end(Id)).

member_(X, [X|_]).
member_(X, [_|Xs]) :- member_(X, Xs).

say(Out, Word, Term) :-
    write_term(Out, Word, []),
    put_char(Out, ' '),
    catch(write_term(Out, Term, [quoted(true), ignore_ops(true), cycles(true), attributes(ignore)]),
          _, true),
    nl(Out),
    flush_output(Out).

% Where a predicate of the student's is, in `user` or in one of his modules.
found(Name, Arity, Found) :-
    (   home(Name, Arity, Module)
    ->  functor(Head, Name, Arity),
        (   predicate_property(Module:Head, file(File)) -> true ; File = '' ),
        (   predicate_property(Module:Head, line_count(Line)) -> true ; Line = 0 ),
        Found = d(Module, File, Line)
    ;   Found = no
    ).

home(Name, Arity, Module) :-
    functor(Head, Name, Arity),
    (   Module = user
    ;   current_module(Module),
        Module \== user,
        module_property(Module, class(user)),
        Module \== '$sobremesa'
    ),
    current_predicate(Name, Module:Head),
    \+ ( predicate_property(Module:Head, imported_from(From)),
         \+ module_property(From, class(user)) ),
    !.

walk([], _, _, _, _).
walk([step(Kind, Lets, Goal, Template, Most)|Steps], Id, Limit, Out, Word) :-
    (   Kind == play
    ->  true
    ;   Kind == probe
    ),
    functor(Goal, Name, Arity),
    (   home(Name, Arity, Module)
    ->  statistics(inferences, Before),
        S = s(0, []),
        solutions(Lets, Module, Goal, Template, Most, Limit, S, Status),
        statistics(inferences, After),
        Used is After - Before,
        arg(2, S, Reversed),
        turn(Reversed, [], Kept)
    ;   Status = undefined, Used = 0, Kept = []
    ),
    values(Kept, Values),
    say(Out, Word, a(Id, Status, Used, Values)),
    (   Kind == play
    ->  Kept = [k(_, First)|_],
        First = Lets-Goal-Template
    ;   true
    ),
    walk(Steps, Id, Limit, Out, Word).

solutions(Lets, Module, Goal, Template, Most, Limit, S, Status) :-
    catch(( unify(Lets),
            call_with_inference_limit('$sobremesa':some(Module, Goal, Lets-Goal-Template, Most, S),
                                      Limit, How) ),
          Error,
          true),
    !,
    (   nonvar(Error)
    ->  (   Error = error(Formal, _) -> true ; Formal = Error ),
        copy_term(Formal, Copy, _),
        Status = error(Copy)
    ;   How == inference_limit_exceeded
    ->  Status = limit
    ;   arg(1, S, Most)
    ->  Status = more
    ;   Status = done
    ).
solutions(_, _, _, _, Most, _, S, Status) :-
    (   arg(1, S, Most)
    ->  Status = more
    ;   Status = done
    ).

unify([]).
unify([X=Y|Rest]) :- X = Y, unify(Rest).

% Succeeds after the last wanted solution, and fails when there are no more.
some(Module, Goal, Kept, Most, S) :-
    prolog_current_choice(Before),
    call(Module:Goal),
    prolog_current_choice(After),
    (   Before == After -> Det = det ; Det = open ),
    arg(1, S, N0),
    N is N0 + 1,
    arg(2, S, Sofar),
    nb_setarg(1, S, N),
    nb_setarg(2, S, [k(Det, Kept)|Sofar]),
    N >= Most,
    !.

turn([], All, All).
turn([X|Xs], Sofar, All) :- turn(Xs, [X|Sofar], All).

values([], []).
values([k(Det, _-_-Template)|Kept], [s(Det, Value)|Values]) :-
    (   acyclic_term(Template) -> Value = Template ; Value = '$cyclic' ),
    values(Kept, Values).
