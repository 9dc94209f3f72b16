:- encoding(utf8).
:- module(sobremesa, [tableros/1]).

/** <module> What the modules of this pack share: boards drawn at the prompt
and messages in words.

    ?- tableroInicial(T).          % T is drawn as a board
    ?- tableros(off).              % and as a term again
*/

:- multifile prolog:message//1, user:portray/1, user:message_hook/3.
:- dynamic user:portray/1, user:message_hook/3, drawing/1.
:- use_module(library(lists)).
:- use_module(library(apply)).
:- use_module(library(error)).

drawing(on).

%!  tableros(+OnOff) is det.
%
%   Whether boards are drawn where terms are printed (the answers of the
%   prompt, print/1): `on`, the default, or `off`.

tableros(OnOff) :-
    must_be(oneof([on,off]), OnOff),
    retractall(drawing(_)),
    assertz(drawing(OnOff)).

user:portray(Term) :-
    sobremesa:drawing(on),
    sobremesa:drawn(Term, Lines),
    !,
    forall(member(Line, Lines), format("~n~s", [Line])).

%   The lines of a drawing, as lists of codes.

drawn(Term, [Header|Lines]) :-
    grid(Term, First),
    !,
    Term = [Row|_],
    findall(N, ( nth0(I, Row, _), N is I + First ), Numbers),
    format(codes(Header), "    ~@", [forall(member(N, Numbers), numbered(N))]),
    findall(Line,
            ( nth0(I, Term, Cells), N is I + First,
              format(codes(Line), " ~@ ~@", [two(N), forall(member(C, Cells), format(" ~w ", [C]))]) ),
            Lines).
drawn(Term, Lines) :-
    dots(Term, Rows),
    findall(Line, ( nth1(N, Rows, Row), row_line(Row, Line, N) ), All),
    append(Lines, [_], All).

numbered(N) :- N < 10, !, format(" ~d ", [N]).
numbered(N) :- format("~d ", [N]).

two(N) :- N < 10, !, format(" ~d", [N]).
two(N) :- format("~d", [N]).

%   A list of equally long lists of the symbols of a game. Go has strings and
%   counts from 0.

grid(Rows, First) :-
    is_list(Rows),
    length(Rows, N), between(2, 40, N),
    Rows = [[Cell|_]|_],
    ( string(Cell) -> First = 0 ; First = 1 ),
    Rows = [Row|_],
    is_list(Row),
    length(Row, M), between(2, 40, M),
    forall(member(R, Rows),
           ( is_list(R), length(R, M), forall(member(C, R), symbol(C)) )).

symbol(C) :-
    ( atom(C) ; string(C) ), !,
    atom_string(C, Text),
    memberchk(Text, ["-", "a", "b", "n", "w"]).

%   tablero(fila(c(H,V,J),...),...): dots, lines and owners.

dots(Term, Rows) :-
    compound(Term),
    compound_name_arguments(Term, tablero, Fs),
    length(Fs, N), between(2, 40, N),
    maplist(cells, Fs, Rows).

cells(F, Cells) :-
    compound(F),
    compound_name_arguments(F, fila, Cells),
    forall(member(C, Cells),
           ( nonvar(C), C = c(H, V, J), integer(H), integer(V), integer(J) )).

row_line(Row, Line, _) :-
    format(codes(Line), "~@",
           [forall(member(c(H,_,_), Row), ( H > 0 -> write('+---') ; write('+   ') ))]).
row_line(Row, Line, _) :-
    format(codes(Line), "~@",
           [forall(member(c(_,V,J), Row),
                   ( ( V > 0 -> write('|') ; write(' ') ),
                     ( J > 0 -> format(" ~d ", [J]) ; write('   ') ) ))]).

%   Errors of this pack, in words: those about boards say what is wrong with
%   them in the language of the environment, the others are said in Spanish
%   where that is the language.

prolog:message(Error) -->
    sobremesa:explained(Error).

%   The prompt puts a stack in the place of the predicate, which is its first
%   frame; what called it follows. A library that may be there before this one
%   would say such an error without the predicate: it is taken out of its hands.

user:message_hook(Term, Kind, _) :-
    memberchk(Kind, [error, warning]),
    sobremesa:uncaught(Term, Error),
    phrase(sobremesa:explained(Error), Lines),
    print_message_lines(user_error, kind(Kind), Lines).

uncaught(unhandled_exception(Error), Error) :- !, uncaught(Error, Error).
uncaught(Error, Error) :-
    nonvar(Error),
    Error = error(_, Context),
    nonvar(Context),
    Context = context(Stack, _),
    nonvar(Stack),
    Stack = prolog_stack(_).

explained(error(Formal, context(Where, Words))) -->
    { nonvar(Where),
      complained(Where, Module:Name/Arity, Callers),
      ours(Module),
      in_words(Formal, Words, Format, Args)
    }, !,
    [ '~q/~d: '-[Name, Arity], Format-Args ],
    called_from(Callers).

complained(Module:Name/Arity, Module:Name/Arity, []).
complained(prolog_stack([frame(_, Where, _)|Callers]), Predicate, Callers) :-
    compound(Where),
    arg(1, Where, Predicate),
    Predicate = _:_/_.

%   The prompt itself is not worth telling.

called_from(Callers) -->
    { exclude(prompt, Callers, Others), Others \== [],
      catch(phrase(prolog_stack:message(Callers), Lines), _, fail)
    }, !,
    [ nl, 'In:', nl ],
    Lines.
called_from(_) --> [].

prompt(frame(_, _, Goal)) :-
    ( Goal = '<garbage_collected>' ; strip_module(Goal, _, Plain), compound(Plain),
      compound_name_arity(Plain, toplevel_call, _) ), !.

in_words(type_error(_, _), Words, '~w', [Words]) :-
    atom(Words), Words \== '', !.
in_words(Formal, _, Format, Args) :-
    spanish, !,
    said(Formal, Format, Args).
in_words(resource_error(tamano_de_tablero), _, 'a board has at most 200×200 points', []).

ours(Module) :-
    memberchk(Module, [proylcc, conecta4, ceritolog, othello]).

said(instantiation_error, 'falta dar valor a un argumento', []).
said(type_error(Type, Found), 'error de tipo: se esperaba ~w y hay ~p', [Words, Found]) :-
    expected(Type, Words).
said(domain_error(Domain, Found), 'error de dominio: se esperaba ~w y hay ~p', [Words, Found]) :-
    expected(Domain, Words).
said(resource_error(tamano_de_tablero), 'un tablero tiene como mucho 200×200 puntos', []).
said(resource_error(What), 'se agotó un recurso: ~w', [What]).

%   What was expected, in the words of the catalogue.

expected(Name, Words) :- in_spanish(Name, Words), !.
expected(Name, Name).

in_spanish(integer, 'un entero').
in_spanish(list, 'una lista').
in_spanish(string, 'un string').
in_spanish(atom, 'un átomo').
in_spanish(position, 'una posición').
in_spanish(not_less_than_zero, 'un entero desde 0').
in_spanish(tamano_de_tablero, 'un tamaño de tablero, de 2 a 200').
in_spanish(turno, '1 o 2').
in_spanish(player, 'el color de un jugador').
in_spanish(color, 'un color, n o b').

%   As the library in Rust reads it: the first that is set decides.

spanish :-
    member(Name, ['LC_ALL', 'LC_MESSAGES', 'LANG']),
    getenv(Name, Value), Value \== '', !,
    sub_atom(Value, 0, 2, _, es).
