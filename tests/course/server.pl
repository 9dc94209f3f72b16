% SWI-Prolog with the pack as the courses run it: the Pengines application
% `proylcc`, `/json` for ceritolog, and the pages of a directory.
%   swipl -p foreign=DIR -p library=pack/prolog server.pl PORT PAGES
:- use_module(library(http/thread_httpd)).
:- use_module(library(http/http_dispatch)).
:- use_module(library(http/http_json)).
:- use_module(library(http/http_files)).
:- use_module(library(http/http_server_files)).
:- use_module(library(pengines)).
:- use_module(library(sandbox)).

:- pengine_application(proylcc).
:- use_module(proylcc:library(proylcc)).
:- use_module(library(ceritolog)).

:- http_handler(root(json), answer_json, []).

:- initialization(main, main).

main :-
    current_prolog_flag(argv, [PortText, Pages|_]),
    atom_number(PortText, Port),
    http_handler(root(.), http_reply_from_files(Pages, []), [prefix, priority(-100)]),
    http_server(http_dispatch, [port(localhost:Port)]),
    format("listening~n"), flush_output,
    thread_get_message(stop).

answer_json(Request) :-
    http_read_json_dict(Request, Question),
    Text = Question.query,
    term_string(Goal, Text, [variable_names(Names)]),
    (   catch(( safe_goal(Goal), once(Goal) ), Error, true)
    ->  (   nonvar(Error)
        ->  format(string(Message), "~q", [Error]),
            Reply = _{success:"error", error:Message, vars:[]}
        ;   findall(_{var:Name, value:Value},
                    ( member(Name=Term, Names), format(string(Value), "~q", [Term]) ),
                    Vars),
            Reply = _{success:true, error:"", vars:Vars}
        )
    ;   Reply = _{success:false, error:"", vars:[]}
    ),
    format(string(After), "~q", [Goal]),
    reply_json_dict(Reply.put(_{query:Text, query_after_call:After, printed_output:""})).
