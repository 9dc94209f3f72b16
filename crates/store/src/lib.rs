//! Games kept: one trait, SQLite embedded, PostgreSQL by URL.
