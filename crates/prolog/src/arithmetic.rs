//! Expressions: the numbers of `is/2` and the comparisons. Integers have 64
//! bits, so what SWI-Prolog answers with more is an overflow here.

use std::cmp::Ordering;

use crate::error::PrologError;
use crate::term::{Atom, Cell, Heap, Term, atoms};

/// A number that an expression is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Number {
    Int(i64),
    Float(f64),
}

use Number::{Float, Int};

impl Number {
    fn float(self) -> f64 {
        match self {
            Int(n) => n as f64,
            Float(x) => x,
        }
    }

    /// The cell of a term that is this number.
    pub fn cell(self) -> Cell {
        match self {
            Int(n) => Cell::Int(n),
            Float(x) => Cell::Float(x),
        }
    }

    /// `None` when either is not a number.
    pub fn compare(self, other: Number) -> Option<Ordering> {
        match (self, other) {
            (Int(a), Int(b)) => Some(a.cmp(&b)),
            (a, b) => a.float().partial_cmp(&b.float()),
        }
    }
}

/// What is left to do: look at a term, or apply a function to the values of
/// its arguments. An explicit stack: depth costs memory, not the machine's.
enum Job {
    Look(Term),
    Apply(Term, u32),
}

/// The value of an expression; `steps` counts what was looked at, up to
/// `most` (shared parts can make a small term a long expression).
pub fn evaluate(
    heap: &Heap,
    expression: Term,
    steps: &mut u64,
    most: u64,
) -> Result<Number, PrologError> {
    let mut left = vec![Job::Look(expression)];
    let mut values: Vec<Number> = Vec::new();
    while let Some(job) = left.pop() {
        *steps += 1;
        if *steps > most {
            return Err(PrologError::resource("inferences"));
        }
        match job {
            Job::Look(term) => match heap.cell(term) {
                Cell::Var | Cell::Ref(_) => return Err(PrologError::instantiation()),
                Cell::Int(n) => values.push(Int(n)),
                Cell::Float(x) => values.push(Float(x)),
                Cell::Str(number) => {
                    let mut letters = heap.string(number).chars();
                    match (letters.next(), letters.next()) {
                        (Some(letter), None) => values.push(Int(i64::from(u32::from(letter)))),
                        _ => return Err(PrologError::wrong_type(heap, "character", term)),
                    }
                }
                Cell::Atom(name) => values.push(constant(heap, name)?),
                // `[X]` is X, and `[a]` the code of a.
                Cell::Compound { name: atoms::DOT, arity: 2, args }
                    if heap.is_nil(heap.arg(args, 1)) =>
                {
                    match heap.cell(args) {
                        Cell::Atom(name) if heap.name(name).chars().count() == 1 => {
                            values
                                .extend(heap.name(name).chars().map(|c| Int(u32::from(c).into())));
                        }
                        _ => left.push(Job::Look(args)),
                    }
                }
                Cell::Compound { arity, args, .. } => {
                    if left.len() > heap.len() {
                        // A cyclic expression has no end.
                        return Err(PrologError::wrong_type(heap, "expression", expression));
                    }
                    left.push(Job::Apply(term, arity));
                    // From the last one on: its error is SWI-Prolog's.
                    left.extend((0..arity).map(|n| Job::Look(heap.arg(args, n))));
                }
            },
            Job::Apply(term, arity) => {
                let Cell::Compound { name, .. } = heap.cell(term) else { continue };
                let at = values.len() - arity as usize;
                let value = match values[at..] {
                    [a] => unary(heap, term, name, a)?,
                    [b, a] => binary(heap, term, name, a, b)?,
                    _ => return Err(PrologError::not_evaluable(heap, name, arity)),
                };
                values.truncate(at);
                values.push(value);
            }
        }
    }
    Ok(values[0])
}

fn constant(heap: &Heap, name: Atom) -> Result<Number, PrologError> {
    Ok(match heap.name(name) {
        "pi" => Float(std::f64::consts::PI),
        "e" => Float(std::f64::consts::E),
        "inf" | "infinite" => Float(f64::INFINITY),
        "nan" => Float(f64::NAN),
        "epsilon" => Float(f64::EPSILON),
        "max_integer" => Int(i64::MAX),
        "min_integer" => Int(i64::MIN),
        _ => return Err(PrologError::not_evaluable(heap, name, 0)),
    })
}

fn whole(n: Option<i64>) -> Result<Number, PrologError> {
    n.map(Int).ok_or_else(|| PrologError::evaluation("int_overflow"))
}

/// A float that is a number: SWI-Prolog raises what would not be.
fn real(x: f64) -> Result<Number, PrologError> {
    if x.is_nan() {
        Err(PrologError::evaluation("undefined"))
    } else if x.is_infinite() {
        Err(PrologError::evaluation("float_overflow"))
    } else {
        Ok(Float(x))
    }
}

/// A float as an integer, if it fits.
fn rounded(x: f64) -> Result<Number, PrologError> {
    if (-9.223_372_036_854_776e18..9.223_372_036_854_776e18).contains(&x) {
        Ok(Int(x as i64))
    } else {
        Err(PrologError::evaluation("int_overflow"))
    }
}

fn unary(heap: &Heap, term: Term, atom: Atom, a: Number) -> Result<Number, PrologError> {
    let x = a.float();
    let integer = || integer_only(heap, term, 0, a);
    let name = heap.name(atom);
    match name {
        "+" => Ok(a),
        "-" => match a {
            Int(n) => whole(n.checked_neg()),
            Float(x) => Ok(Float(-x)),
        },
        "abs" => match a {
            Int(n) => whole(n.checked_abs()),
            Float(x) => Ok(Float(x.abs())),
        },
        "sign" => Ok(match a {
            Int(n) => Int(n.signum()),
            Float(0.0) => a,
            Float(x) => Float(x.signum()),
        }),
        "succ" => whole(integer()?.checked_add(1)),
        "\\" => Ok(Int(!integer()?)),
        "msb" => match integer()? {
            n if n > 0 => Ok(Int(i64::from(n.ilog2()))),
            _ => Err(PrologError::domain(heap, "not_less_than_one", argument(heap, term, 0))),
        },
        "float" => Ok(Float(x)),
        "integer" | "round" | "truncate" | "ceiling" | "floor" => match a {
            Int(_) => Ok(a),
            // No integer is so large: it stays what it is.
            Float(x) if !x.is_finite() => Ok(a),
            Float(x) => rounded(match name {
                "truncate" => x.trunc(),
                "ceiling" => x.ceil(),
                "floor" => x.floor(),
                _ => x.round(),
            }),
        },
        "float_integer_part" => match a {
            Int(_) => Ok(a),
            Float(x) => real(x.trunc()),
        },
        "float_fractional_part" => match a {
            Int(_) => Ok(Int(0)),
            Float(x) => real(x.fract()),
        },
        "sqrt" => real(x.sqrt()),
        "exp" => real(x.exp()),
        "log" => real(x.ln()),
        "log2" => real(x.log2()),
        "sin" => real(x.sin()),
        "cos" => real(x.cos()),
        "tan" => real(x.tan()),
        "asin" => real(x.asin()),
        "acos" => real(x.acos()),
        "atan" => real(x.atan()),
        "asinh" => real(x.asinh()),
        "acosh" => real(x.acosh()),
        "atanh" => real(x.atanh()),
        "sinh" => real(x.sinh()),
        "cosh" => real(x.cosh()),
        "tanh" => real(x.tanh()),
        _ => Err(PrologError::not_evaluable(heap, atom, 1)),
    }
}

fn binary(
    heap: &Heap,
    term: Term,
    atom: Atom,
    a: Number,
    b: Number,
) -> Result<Number, PrologError> {
    let name = heap.name(atom);
    let integers =
        || Ok::<_, PrologError>((integer_only(heap, term, 0, a)?, integer_only(heap, term, 1, b)?));
    let (x, y) = (a.float(), b.float());
    match (name, a, b) {
        ("+", Int(m), Int(n)) => whole(m.checked_add(n)),
        ("+", ..) => real(x + y),
        ("-", Int(m), Int(n)) => whole(m.checked_sub(n)),
        ("-", ..) => real(x - y),
        ("*", Int(m), Int(n)) => whole(m.checked_mul(n)),
        ("*", ..) => real(x * y),
        ("/", Int(_), Int(0)) => Err(PrologError::evaluation("zero_divisor")),
        ("/", Int(m), Int(n)) if m.checked_rem(n) == Some(0) => whole(m.checked_div(n)),
        ("/", ..) if y == 0.0 && x != 0.0 => Err(PrologError::evaluation("zero_divisor")),
        ("/", ..) => real(x / y),
        // Of equal numbers the float.
        ("min" | "max", ..) => Ok(match (a.compare(b), name) {
            (Some(Ordering::Less), "min") | (Some(Ordering::Greater), "max") => a,
            (Some(Ordering::Equal), _) if matches!(a, Float(_)) => a,
            _ => b,
        }),
        ("**" | "^", Int(m), Int(n)) => power(m, n),
        ("**" | "^", ..) if x == 0.0 && y < 0.0 => Err(PrologError::evaluation("zero_divisor")),
        ("**" | "^", ..) => real(x.powf(y)),
        ("//" | "mod" | "rem" | "div", ..) => {
            let (m, n) = integers()?;
            if n == 0 {
                return Err(PrologError::evaluation("zero_divisor"));
            }
            whole(match name {
                "//" => m.checked_div(n),
                "rem" => Some(m.checked_rem(n).unwrap_or(0)),
                "mod" => Some(
                    m.checked_rem(n)
                        .map_or(0, |r| if r != 0 && (r < 0) != (n < 0) { r + n } else { r }),
                ),
                _ => m.checked_div(n).map(|q| {
                    if m.checked_rem(n).is_some_and(|r| r != 0 && (r < 0) != (n < 0)) {
                        q - 1
                    } else {
                        q
                    }
                }),
            })
        }
        ("gcd", ..) => {
            let (m, n) = integers()?;
            let (mut m, mut n) = (m.unsigned_abs(), n.unsigned_abs());
            while n != 0 {
                (m, n) = (n, m % n);
            }
            whole(i64::try_from(m).ok())
        }
        ("lcm", ..) => {
            let (m, n) = integers()?;
            if m == 0 || n == 0 {
                return Ok(Int(0));
            }
            let (mut a, mut b) = (m.unsigned_abs(), n.unsigned_abs());
            while b != 0 {
                (a, b) = (b, a % b);
            }
            let multiple = (m.unsigned_abs() / a).checked_mul(n.unsigned_abs());
            whole(multiple.and_then(|multiple| i64::try_from(multiple).ok()))
        }
        ("/\\", ..) => integers().map(|(m, n)| Int(m & n)),
        ("\\/", ..) => integers().map(|(m, n)| Int(m | n)),
        ("xor", ..) => integers().map(|(m, n)| Int(m ^ n)),
        (">>" | "<<", ..) => {
            // To the left; a negative number of places is the other way.
            let (m, n) = integers()?;
            let places = if name == "<<" { n } else { n.saturating_neg() };
            if places <= 0 {
                return Ok(Int(m >> places.saturating_neg().min(63)));
            }
            let shifted = i128::from(m) << places.min(64);
            whole(i64::try_from(shifted).ok())
        }
        ("atan2" | "atan", ..) => real(x.atan2(y)),
        ("log", ..) => real(y.ln() / x.ln()),
        ("copysign", ..) => real(x.copysign(y)),
        _ => Err(PrologError::not_evaluable(heap, atom, 2)),
    }
}

/// Integers to a power: an integer where that is one, as with `2 ** -1 = 0.5`
/// in SWI-Prolog's usual settings.
fn power(base: i64, exponent: i64) -> Result<Number, PrologError> {
    if exponent >= 0 {
        return match (base, u32::try_from(exponent)) {
            (0 | 1, _) => Ok(Int(if exponent == 0 { 1 } else { base })),
            (-1, _) => Ok(Int(if exponent % 2 == 0 { 1 } else { -1 })),
            (_, Ok(exponent)) => whole(base.checked_pow(exponent)),
            (_, Err(_)) => whole(None),
        };
    }
    match base {
        0 => Err(PrologError::evaluation("zero_divisor")),
        1 | -1 => Ok(Int(if exponent % 2 == 0 { 1 } else { base })),
        _ => real((base as f64).powf(exponent as f64)),
    }
}

fn integer_only(heap: &Heap, term: Term, n: u32, value: Number) -> Result<i64, PrologError> {
    match value {
        Int(value) => Ok(value),
        Float(_) => Err(PrologError::wrong_type(heap, "integer", argument(heap, term, n))),
    }
}

/// Argument `n` of an expression.
fn argument(heap: &Heap, term: Term, n: u32) -> Term {
    match heap.cell(term) {
        Cell::Compound { args, .. } => heap.arg(args, n),
        _ => term,
    }
}
