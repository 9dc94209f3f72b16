name(sobremesa).
version('0.1.0').
title('Go, Connect 4, Dots and Boxes and Othello: the predicates of four courses, in Rust').
keywords([games, go, 'connect four', 'dots and boxes', othello, teaching]).
author('The Sobremesa authors', 'sobremesa@example.org').
packager('The Sobremesa authors', 'sobremesa@example.org').
maintainer('The Sobremesa authors', 'sobremesa@example.org').
home('https://example.org/sobremesa').
