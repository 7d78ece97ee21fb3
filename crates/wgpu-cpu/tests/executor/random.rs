//! Random programs, run by the executor and by a plain interpreter in Rust.
#![allow(clippy::expect_used, reason = "writing to a string does not fail")]
use crate::common::*;
use std::fmt::Write;

/// Operands: four variables, the lane, the input, a uniform, and constants.
#[derive(Clone, Copy)]
enum Term {
    Var(usize),
    Lane,
    Input,
    Uniform,
    Constant(u32),
}

enum Statement {
    /// `v = a op b`
    Assign(usize, Term, u32, Term),
    /// `a[v % 4] = ...` or `v = a[... % 5]`, the last index being outside.
    Store(Term, Term),
    Load(usize, Term),
    If(Term, u32, Vec<Statement>, Vec<Statement>),
    /// A loop of at most so many rounds, left when a condition holds after its body.
    Loop(u32, Term, u32, Vec<Statement>),
    Switch(Term, Vec<Vec<Statement>>),
    Break,
    Continue,
    Return,
    /// `v = f(a, b)`, or `g(&v, a)`
    Call(usize, Term, Term),
    CallPointer(usize, Term),
}

struct Dice(u32);

impl Dice {
    fn roll(&mut self, n: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        (self.0 >> 3) % n
    }

    fn term(&mut self) -> Term {
        match self.roll(10) {
            0..4 => Term::Var(self.roll(4) as usize),
            4 => Term::Lane,
            5 => Term::Input,
            6 => Term::Uniform,
            _ => Term::Constant(self.roll(9)),
        }
    }

    fn block(&mut self, depth: u32, in_loop: bool, in_switch: bool) -> Vec<Statement> {
        let n = 1 + self.roll(4);
        let mut list = Vec::new();
        for _ in 0..n {
            let kind = if depth == 0 { self.roll(10) } else { self.roll(18) };
            list.push(match kind {
                0..5 => {
                    Statement::Assign(self.roll(4) as usize, self.term(), self.roll(7), self.term())
                }
                5 => Statement::Store(self.term(), self.term()),
                6 => Statement::Load(self.roll(4) as usize, self.term()),
                7 => Statement::Call(self.roll(4) as usize, self.term(), self.term()),
                8 => Statement::CallPointer(self.roll(4) as usize, self.term()),
                9 => {
                    let jump = match self.roll(6) {
                        0..3 if in_loop || in_switch => Statement::Break,
                        3..5 if in_loop => Statement::Continue,
                        5 => Statement::Return,
                        _ => continue,
                    };
                    list.push(Statement::If(self.term(), self.roll(3), vec![jump], vec![]));
                    continue;
                }
                10..13 => {
                    let (a, b) = (
                        self.block(depth - 1, in_loop, in_switch),
                        self.block(depth - 1, in_loop, in_switch),
                    );
                    Statement::If(self.term(), self.roll(3), a, b)
                }
                13..16 => {
                    let body = self.block(depth - 1, true, false);
                    Statement::Loop(1 + self.roll(5), self.term(), self.roll(3), body)
                }
                _ => {
                    let cases = (0..3).map(|_| self.block(depth - 1, in_loop, true)).collect();
                    Statement::Switch(self.term(), cases)
                }
            });
        }
        list
    }
}

fn text(t: Term) -> String {
    match t {
        Term::Var(v) => format!("v{v}"),
        Term::Lane => "i".into(),
        Term::Input => "x".into(),
        Term::Uniform => "u".into(),
        Term::Constant(c) => format!("{c}u"),
    }
}

/// A term that validation does not see to be a literal zero or an index too far.
fn hidden(t: Term) -> String {
    match t {
        Term::Constant(c) => format!("(u * 0u + {c}u)"),
        t => text(t),
    }
}

const OPERATORS: [&str; 7] = ["+", "-", "*", "^", "/", "%", "|"];

fn condition(t: Term, kind: u32) -> String {
    format!("({} % 3u) == {kind}u", text(t))
}

fn write(list: &[Statement], out: &mut String, loops: &mut u32) {
    for s in list {
        match s {
            Statement::Assign(v, a, op, b) => {
                let b = if *op >= 4 { hidden(*b) } else { text(*b) };
                writeln!(out, "v{v} = {} {} {b};", text(*a), OPERATORS[*op as usize])
            }
            Statement::Store(i, a) => writeln!(out, "a[{} % 5u] = {};", hidden(*i), text(*a)),
            Statement::Load(v, i) => writeln!(out, "v{v} = a[{} % 5u];", hidden(*i)),
            Statement::If(c, kind, yes, no) => {
                writeln!(out, "if ({}) {{", condition(*c, *kind)).expect("text");
                write_into(yes, out, loops);
                out.push_str("} else {\n");
                write_into(no, out, loops);
                writeln!(out, "}}")
            }
            Statement::Loop(n, c, kind, body) => {
                *loops += 1;
                let k = *loops;
                writeln!(out, "var k{k} = 0u; loop {{ if (k{k} >= {n}u) {{ break; }}")
                    .expect("text");
                write_into(body, out, loops);
                writeln!(out, "continuing {{ k{k} += 1u; break if {}; }} }}", condition(*c, *kind))
            }
            Statement::Switch(t, cases) => {
                writeln!(out, "switch ({} % 4u) {{", text(*t)).expect("text");
                for (case, label) in cases.iter().zip(["case 0u", "case 1u, 3u", "default"]) {
                    writeln!(out, "{label}: {{").expect("text");
                    write_into(case, out, loops);
                    out.push_str("}\n");
                }
                writeln!(out, "}}")
            }
            Statement::Break => writeln!(out, "break;"),
            Statement::Continue => writeln!(out, "continue;"),
            Statement::Return => writeln!(out, "dst[i] = v0 ^ v1 ^ v2 ^ v3; return;"),
            Statement::Call(v, a, b) => writeln!(out, "v{v} = f({}, {});", text(*a), text(*b)),
            Statement::CallPointer(v, a) => writeln!(out, "g(&v{v}, {});", text(*a)),
        }
        .expect("text");
    }
}

fn write_into(list: &[Statement], out: &mut String, loops: &mut u32) {
    write(list, out, loops);
}

#[derive(PartialEq, Eq)]
enum Flow {
    Next,
    Break,
    Continue,
    Return,
}

struct Lane {
    v: [u32; 4],
    a: [u32; 4],
    i: u32,
    x: u32,
    u: u32,
}

fn f(a: u32, b: u32) -> u32 {
    if a.is_multiple_of(2) {
        return a.wrapping_add(b);
    }
    let mut r = b;
    for k in 0..a % 5 {
        if r % 7 == 3 {
            return r;
        }
        r = r.wrapping_mul(3).wrapping_add(k);
    }
    r ^ a
}

fn g(p: u32, a: u32) -> u32 {
    if a % 3 == 1 { p.wrapping_add(a) } else { p.wrapping_add(1).wrapping_mul(2) }
}

impl Lane {
    fn get(&self, t: Term) -> u32 {
        match t {
            Term::Var(v) => self.v[v],
            Term::Lane => self.i,
            Term::Input => self.x,
            Term::Uniform => self.u,
            Term::Constant(c) => c,
        }
    }

    fn run(&mut self, list: &[Statement]) -> Flow {
        for s in list {
            let flow = match s {
                Statement::Assign(v, a, op, b) => {
                    let (a, b) = (self.get(*a), self.get(*b));
                    self.v[*v] = match op {
                        0 => a.wrapping_add(b),
                        1 => a.wrapping_sub(b),
                        2 => a.wrapping_mul(b),
                        3 => a ^ b,
                        4 => a.checked_div(b).unwrap_or(a),
                        5 => a.checked_rem(b).unwrap_or(0),
                        _ => a | b,
                    };
                    Flow::Next
                }
                Statement::Store(i, a) => {
                    let (i, a) = (self.get(*i) % 5, self.get(*a));
                    if let Some(cell) = self.a.get_mut(i as usize) {
                        *cell = a;
                    }
                    Flow::Next
                }
                Statement::Load(v, i) => {
                    self.v[*v] = self.a.get((self.get(*i) % 5) as usize).copied().unwrap_or(0);
                    Flow::Next
                }
                Statement::If(c, kind, yes, no) => {
                    self.run(if self.get(*c) % 3 == *kind { yes } else { no })
                }
                Statement::Loop(n, c, kind, body) => {
                    let mut k = 0;
                    loop {
                        if k >= *n {
                            break Flow::Next;
                        }
                        match self.run(body) {
                            Flow::Break => break Flow::Next,
                            Flow::Return => break Flow::Return,
                            _ => {}
                        }
                        k += 1;
                        if self.get(*c) % 3 == *kind {
                            break Flow::Next;
                        }
                    }
                }
                Statement::Switch(t, cases) => {
                    let case = match self.get(*t) % 4 {
                        0 => 0,
                        1 | 3 => 1,
                        _ => 2,
                    };
                    match self.run(&cases[case]) {
                        Flow::Break => Flow::Next,
                        other => other,
                    }
                }
                Statement::Break => Flow::Break,
                Statement::Continue => Flow::Continue,
                Statement::Return => Flow::Return,
                Statement::Call(v, a, b) => {
                    self.v[*v] = f(self.get(*a), self.get(*b));
                    Flow::Next
                }
                Statement::CallPointer(v, a) => {
                    self.v[*v] = g(self.v[*v], self.get(*a));
                    Flow::Next
                }
            };
            if flow != Flow::Next {
                return flow;
            }
        }
        Flow::Next
    }
}

const FUNCTIONS: &str = "
    fn f(a: u32, b: u32) -> u32 {
        if (a % 2u == 0u) { return a + b; }
        var r = b;
        for (var k = 0u; k < a % 5u; k++) {
            if (r % 7u == 3u) { return r; }
            r = r * 3u + k;
        }
        return r ^ a;
    }
    fn g(p: ptr<function, u32>, a: u32) {
        if (a % 3u == 1u) { *p += a; return; }
        *p = (*p + 1u) * 2u;
    }";

#[test]
fn random_programs() {
    let count = std::env::var("RANDOM_PROGRAMS").ok().and_then(|n| n.parse().ok());
    for seed in 1..count.unwrap_or(600u32) {
        let mut dice = Dice(seed.wrapping_mul(2_654_435_761) | 1);
        let program = dice.block(4, false, false);
        let mut body = String::new();
        write(&program, &mut body, &mut 0);
        let size = SIZES[seed as usize % 4];
        let n = [5, 40, 300][seed as usize % 3];
        let inputs = edges(n);
        // Some in blocks of one workgroup, some with variables of the module.
        let barrier = if seed % 5 == 0 { "workgroupBarrier();" } else { "" };
        let source = format!(
            "{FUNCTIONS}
            @group(0) @binding(0) var<storage, read> src: array<u32>;
            @group(0) @binding(1) var<storage, read_write> dst: array<u32>;
            @compute @workgroup_size({size})
            fn main(@builtin(global_invocation_id) gid: vec3<u32>) {{
                let i = gid.x;
                {barrier}
                if (i >= arrayLength(&src)) {{ return; }}
                let x = src[i]; let u = arrayLength(&src);
                var v0 = 0u; var v1 = 1u; var v2 = u; var v3 = x; var a = array(1u, 2u, 3u, 4u);
                {body}
                dst[i] = v0 + v1 * 3u + v2 * 5u + v3 * 7u + a[0] * 11u + a[1] * 13u + a[2] * 17u + a[3];
            }}"
        );
        let source = if seed % 7 < 3 {
            let globals = (0..4).map(|k| format!("var<private> v{k}: u32;")).collect::<String>();
            let inner = source
                .replace("var v0", "v0")
                .replace("var v1", "v1")
                .replace("var v2", "v2")
                .replace("var v3", "v3")
                .replace("var a = array", "a = array")
                .replace("ptr<function", "ptr<private");
            format!("{globals} var<private> a: array<u32, 4>; {inner}")
        } else {
            source
        };
        let groups = [(n as u32).div_ceil(size), 1, 1];
        let got = run(&source, groups, &[inputs.clone(), vec![0; n]]).swap_remove(1);
        for (i, (&x, &got)) in inputs.iter().zip(&got).enumerate() {
            let u = n as u32;
            let mut lane = Lane { v: [0, 1, u, x], a: [1, 2, 3, 4], i: i as u32, x, u };
            let flow = lane.run(&program);
            let (v, a) = (lane.v, lane.a);
            let want = if flow == Flow::Return {
                v[0] ^ v[1] ^ v[2] ^ v[3]
            } else {
                let terms = [
                    (v[0], 1),
                    (v[1], 3),
                    (v[2], 5),
                    (v[3], 7),
                    (a[0], 11),
                    (a[1], 13),
                    (a[2], 17),
                    (a[3], 1),
                ];
                terms.iter().fold(0u32, |sum, (t, by)| sum.wrapping_add(t.wrapping_mul(*by)))
            };
            assert_eq!(got, want, "seed {seed}, lane {i}\n{source}");
        }
    }
}
