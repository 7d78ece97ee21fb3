//! Limits: text that is deep, long or laborious.

use crate::fuzz::Chance;
use crate::hostile::Verdict::{Either, Refused, Taken};
use crate::hostile::{OK, Row, alone, preamble, snippet};

const MIB: usize = 1 << 20;

/// `end` and `f(n)`, `f(n - 1)`, .. or the other way round: each uses the one after it.
fn chain(n: usize, up: bool, end: &str, link: impl Fn(usize) -> String) -> String {
    let links: Vec<String> = match up {
        true => (1..n).map(link).collect(),
        false => (1..n).rev().map(link).collect(),
    };
    format!("{end}\n{}", links.join("\n"))
}

fn depth() -> Vec<Row> {
    let mut rows = Vec::new();
    for (open, close) in [("(", ")"), ("[", "]"), ("{", "}")] {
        for n in [20_000, 500_000] {
            let (open, close) = (open.repeat(n), close.repeat(n));
            let deep = Refused("nested more than 120 deep");
            rows.push(snippet("nests", format!("dst = {open}src{close};"), deep));
            let deep = Refused("nested more than 120 deep");
            rows.push(snippet("nests, unclosed", format!("dst = {open}"), deep));
            let alone = Refused("closes nothing");
            rows.push(snippet("closes", format!("dst = {close}"), alone));
        }
    }
    for sign in ["- ", "!", "~", "& ", "*", ".x", "[0]", "-!"] {
        let text = format!("dst = {}src;", sign.repeat(20_000));
        rows.push(snippet(sign, text, Refused("operators")));
    }
    let sum = |n: usize| format!("dst = src{};", " + src".repeat(n));
    let chain = |n: usize| format!("if a > 1. {{}}{} dst = src;", "else if a > 2. {}".repeat(n));
    let types = |n: usize| format!("var x: {}f32{};", "array<".repeat(n), ",2>".repeat(n));
    rows.extend([
        snippet("120 brackets", format!("dst = {}src{};", "(".repeat(120), ")".repeat(120)), Taken),
        snippet("900 terms", sum(900), Taken),
        snippet("16,000 terms", sum(16_000), Refused("operators")),
        snippet("a megabyte of terms", sum(MIB / 6 - 10), Refused("operators")),
        snippet("50 else if", chain(50), Taken),
        snippet("100,000 else if", chain(100_000), Refused("")),
        snippet("50,000 else if", chain(50_000), Refused("`else` follow each other")),
        snippet("300 types", types(300), Refused("nested too deeply")),
        snippet("20,000 types", types(20_000), Refused("operators")),
    ]);
    rows
}

fn size() -> Vec<Row> {
    let long = |start: &str, unit: &str, end: &str| {
        let n = (MIB - start.len() - end.len()) / unit.len();
        format!("{start}{}{end}", unit.repeat(n))
    };
    let lets = |n: usize| (0..n).map(|i| format!("let x{i} = src;")).collect::<String>();
    let half = |c: &str| c.repeat(MIB / 2 - 20);
    let mut rows = vec![
        snippet("a name of 1 MiB", long("let ", "a", " = 1.0; dst = src;"), Taken),
        snippet("1 MiB and a byte", "a".repeat(MIB + 1), Refused("longer than 1 MiB")),
        snippet("100 MiB", "a".repeat(100 * MIB), Refused("longer than 1 MiB")),
        snippet("1 MiB of digits", long("dst = ", "1", ";"), Refused("too large")),
        snippet("as many after the point", long("dst = 0.", "1", ";"), Taken),
        snippet("1 MiB of blanks", long(OK, " ", ""), Taken),
        snippet("a fault on line 1,048,565", long("", "\n", "dst = foo;"), Refused("`foo`")),
        snippet("nested comments", long(OK, "/*", ""), Refused("never closed")),
        snippet("100,000 comments", format!("{}{OK}", "//\n".repeat(100_000)), Taken),
        snippet("2,000 names", format!("{}dst = y;", lets(2_000)), Refused("`y`")),
        snippet("far names", format!("let {} = 1.;dst = {};", half("a"), half("b")), Refused("`b")),
        snippet("nothing", "", Refused("never assigned")),
    ];
    for n in ["4000000000", "4294967295", "4294967296", "99999999999999999999", "0", "-1"] {
        for kind in ["private", "workgroup"] {
            rows.push(preamble(format!("var<{kind}> x: array<f32, {n}>;"), Refused("")));
        }
        let local = format!("var x: array<f32, {n}>; dst = x[i];");
        rows.push(snippet(n, local, Refused("")));
        rows.push(preamble(format!("const x = array<f32, {n}>();"), Refused("")));
    }
    rows
}

fn characters() -> Vec<Row> {
    let mut junk = Chance::new(7);
    let junk: Vec<u8> = (0..MIB / 4).map(|_| junk.below(256) as u8).collect();
    vec![
        snippet("NUL", "dst = src;\0", Refused("U+0000")),
        snippet("right to left", "dst = src; // \u{202e} x", Refused("U+202E")),
        snippet("a byte order mark", "\u{feff}dst = src;", Refused("means nothing")),
        snippet("a picture", "dst = \u{1f680};", Refused("means nothing")),
        snippet("letters of the world", "let größe = src; let 数 = größe; dst = 数;", Taken),
        snippet("two spellings", "let \u{c5} = src; dst = A\u{30a};", Refused("not known")),
        snippet("junk bytes", String::from_utf8_lossy(&junk), Refused("")),
    ]
}

fn work() -> Vec<Row> {
    let twice =
        |i: usize| format!("fn g{i}(x: f32) -> f32 {{ return g{0}(x) + g{0}(-x); }}", i - 1);
    let calls = |n, up| {
        let functions = chain(n, up, "fn g0(x: f32) -> f32 { return x; }", twice);
        ("calls that double".to_owned(), format!("dst = g{}(src);", n - 1), functions, Taken)
    };
    let array = |i| format!("alias t{i} = array<t{}, 2>;", i - 1);
    let nested = |i| format!("struct s{i} {{ x: s{} }}", i - 1);
    let again = |i| format!("const c{i} = array(c{0}, c{0});", i - 1);
    let uses = |n: usize, (title, _, types, verdict): Row| {
        (title, format!("var x: s{}; dst = src;", n - 1), types, verdict)
    };
    vec![
        calls(100, false),
        calls(10_000, true),
        calls(10_000, false),
        preamble("fn f(x: f32) -> f32 { return f(x); }", Refused("uses itself")),
        preamble("fn f() { g(); } fn g() { f(); }", Refused("uses itself")),
        preamble("struct S { s: array<S, 2> }", Refused("uses itself")),
        preamble("alias A = B; alias B = A;", Refused("uses itself")),
        preamble("const x = y; const y = x;", Refused("uses itself")),
        preamble(chain(1_000, true, "alias t0 = array<f32, 2>;", array), Either),
        uses(1_000, preamble(chain(1_000, true, "struct s0 { x: f32 }", nested), Taken)),
        preamble(chain(20, true, "const c0 = array(1, 1);", again), Either),
        snippet("a loop without end", "loop {} dst = src;", Either),
    ]
}

alone! {
    depth_is_bounded: depth();
    size_is_bounded: size();
    characters_are_what_they_seem: characters();
    work_is_bounded: work();
}
