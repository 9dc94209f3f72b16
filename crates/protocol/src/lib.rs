//! GTP and NBoard: a command table and run(reader, writer).
