//! The order in which the modules of each crate are read, which is also the
//! order in which they may need one another: a module uses only modules before
//! it. What is in a folder has the folder's place, unless it has one of its own.

/// Crates and their modules, those that need nothing first.
pub(crate) const ORDER: &[(&str, &str)] = &[
    (
        "cli",
        "wrap exit help start thinking bin completions contest dots_engine games nboard perft replay \
         serve admin solve analyze ask convert networks analysis bench gtp othello \
         play predicates grade",
    ),
    ("connect4", "shape rules board position notation solver book shallow perfect game"),
    (
        "dots",
        "bits line geometry diagram position graph canonical transposition chains book abdada \
         estimate solver mcts vast large player explain game",
    ),
    ("games", "boards json reading replay archive files"),
    (
        "go",
        "bits notation rules illegal stones board goban count diagram trail position ladder mcts \
         seki estimate net levels game",
    ),
    ("grade", "report scratch sandbox prolog examine intake choose rubric course grader"),
    ("judgement", "class reason judge go judgement othello review any connect4 dots"),
    (
        "kernel",
        "side outcome rng escape error rules position engine view settlement facts game erased \
         actions history laws text_serde",
    ),
    ("nn", "mish model fresh output read simd finish gemm winograd ops layers network train write"),
    (
        "othello",
        "rays flip board moves diagram position transcript transposition pattern weights \
         stability move_order node ybwc::crew thread endgame ybwc midgame root book engine \
         perft ffo game",
    ),
    (
        "prolog",
        "term ops fault quote lex read write host predicate predicates registry names error native \
         solve pretty answer arithmetic library builtins",
    ),
    ("protocol", "input external dots contest time gtp nboard analysis"),
    (
        "record",
        "rule_text archived work record result sgf sgf_record obf ggf transcript wthor losses",
    ),
    ("search", "memory varint checksum cpu perft playouts players duel"),
    (
        "server",
        "clock secret metrics strict_json room::brief room::presence cached page patient rests visitor \
         written wire problem thinking workers engines room::shown addresses import kept export \
         machines origin limits course reviews services room hub advice socket http openapi \
         admin health retention reviews::asked reviews::shelf serve simulation::seams \
         simulation::people simulation",
    ),
    ("store", "chain writer postgres files sqlite tools"),
    ("swipl", "ffi host"),
    ("table", "clock ending event refused seat settlement command state decide view laws"),
    ("text", "decode lang catalogue export"),
];
