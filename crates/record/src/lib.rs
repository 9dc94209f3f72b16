//! Game records as text (SGF, GGF, …) to and from plain data; knows no rules.
