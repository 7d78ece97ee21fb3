//! Hostile: text that wants to break out of its place, to crash the compiler or to keep it busy.
//!
//! Every row must be refused in a few words or make a kernel, in little time, and never end the
//! process: the rows run in one of their own.

use std::time::{Duration, Instant};

use kernel_engine::{Error, Kernel};

use crate::support::none;
use Verdict::{Either, Refused, Taken};

pub(crate) enum Verdict {
    /// With these words in the message.
    Refused(&'static str),
    Taken,
    Either,
}

/// A title, the snippet, the preamble, and what is to become of them.
pub(crate) type Row = (String, String, String, Verdict);

pub(crate) const OK: &str = "dst = src;";

pub(crate) fn snippet(title: &str, snippet: impl Into<String>, verdict: Verdict) -> Row {
    (title.to_owned(), snippet.into(), String::new(), verdict)
}

pub(crate) fn preamble(preamble: impl Into<String>, verdict: Verdict) -> Row {
    let preamble = preamble.into();
    (preamble.chars().take(60).collect(), OK.to_owned(), preamble, verdict)
}

fn breaking_out() -> Vec<Row> {
    let closes = "closes nothing";
    let mut rows = vec![
        snippet("closes our function", "dst = src; } fn mine() {", Refused(closes)),
        snippet("closes it twice", "dst = src; }} fn mine() {{", Refused(closes)),
        snippet("a comment at the end", "dst = src; // } fn mine() {", Taken),
        snippet("a comment without end", "dst = src; /* /* */", Refused("never closed")),
        snippet("an entry point", "@compute @workgroup_size(1) fn m() {}", Refused("@compute")),
        snippet("a directive", "enable f16; dst = src;", Refused("directive")),
        preamble("fn mine() {", Refused("never closed")),
        preamble("/* fn mine() {}", Refused("never closed")),
        preamble("@compute @workgroup_size(1) fn mine() {}", Refused("@compute")),
        preamble("@ /* */ fragment fn mine() {}", Refused("@fragment")),
        preamble("@binding(0) @group(0) var<storage> b: f32;", Refused("@binding")),
        preamble("var<storage> b: f32;", Refused("binding")),
        preamble("var<private> n = 0u;", Refused("outside functions")),
        preamble("var<workgroup> w: array<u32, 64>;", Refused("outside functions")),
        preamble("override o: f32;", Refused("")),
        preamble("requires something;", Refused("directive")),
    ];
    // What is the end of a comment to WGSL must be one to us.
    for end in ['\n', '\r', '\u{b}', '\u{c}', '\u{85}', '\u{2028}', '\u{2029}'] {
        let text = format!("dst = src; //{end}}} fn mine() {{");
        rows.push(snippet("leaves a comment", text, Refused(closes)));
    }
    // Halves of declarations that would swallow the text after them.
    for half in ["fn f() -> f32", "@must_use", "const c =", "override", "alias A =", "var<private>"]
    {
        rows.push(preamble(half, Refused("")));
    }
    rows
}

fn names() -> Vec<Row> {
    let mut rows = Vec::new();
    let declared = |name: &str| {
        [
            format!("fn {name}() {{}}"),
            format!("struct {name} {{ x: u32 }}"),
            format!("const {name} = 1u;"),
            format!("alias {name} = u32;"),
        ]
    };
    for name in ["engine_main", "engine_body", "engine_params", "engine_dst", "engine_mine"] {
        rows.extend(declared(name).map(|text| preamble(text, Refused("kept for the engine"))));
    }
    for name in ["at", "dst", "a", "table", "table_length"] {
        rows.extend(declared(name).map(|text| preamble(text, Refused("that the engine"))));
    }
    for name in ["f32", "u32", "bool", "vec3", "vec4", "array"] {
        rows.extend(declared(name).map(|text| preamble(text, Refused("of WGSL itself"))));
    }
    // The snippet's own names hide these.
    for name in ["src", "i", "len", "main", "min"] {
        rows.extend(declared(name).map(|text| preamble(text, Taken)));
    }
    rows
}

pub(crate) fn run(rows: Vec<Row>) {
    let mut faults = Vec::new();
    for (title, snippet, preamble, verdict) in rows {
        // The last line that is printed names the row that ended the process.
        println!("{title}");
        let start = Instant::now();
        let kernel = Kernel::map::<f32, f32>(&snippet)
            .param::<f32>("a")
            .array::<f32>("table")
            .preamble(&preamble)
            .build();
        let time = start.elapsed();
        if time > Duration::from_secs(20) {
            faults.push(format!("{title}: took {time:?}"));
        }
        let wanted = match &kernel {
            Ok(_) => matches!(verdict, Taken | Either),
            Err(Error::Snippet(error)) => {
                let shown = error.to_string();
                let odd = |c: char| c.is_control() && c != '\n';
                if shown.len() > 2000 || shown.contains(odd) || shown.contains("gave up") {
                    faults.push(format!("{title}: told as {shown:.3000}"));
                }
                match verdict {
                    Refused(words) => error.message().contains(words),
                    verdict => matches!(verdict, Either),
                }
            }
            Err(_) => false,
        };
        if !wanted {
            let became =
                kernel.map_or_else(|error| format!("{error:.300}"), |_| "taken".to_owned());
            faults.push(format!("{title}: {became}"));
        }
    }
    none(faults);
}

/// Makes tests of rows, each in a process of its own.
macro_rules! alone {
    ($($name:ident: $rows:expr;)*) => {$(
        #[test]
        fn $name() {
            let test = concat!(module_path!(), "::", stringify!($name));
            let test = test.split_once("::").unwrap().1;
            let limit = std::time::Duration::from_secs(120);
            crate::support::alone(test, &[], limit, || $crate::hostile::run($rows));
        }
    )*};
}
pub(crate) use alone;

alone! {
    nothing_breaks_out: breaking_out();
    no_name_is_taken_from_the_engine: names();
}

#[test]
fn a_preamble_cannot_change_what_the_engine_computes() {
    let alias = |ty: &str| format!("alias {ty} = f32;");
    let types = [
        ("i64", Kernel::map::<i64, i64>("dst = src;").preamble(&alias("i64")).build().err()),
        ("u64", Kernel::map::<u64, u64>("dst = src;").preamble(&alias("u64")).build().err()),
        ("f64", Kernel::map::<f64, f64>("dst = src;").preamble(&alias("f64")).build().err()),
    ];
    let taken = types.iter().filter(|(_, error)| error.is_none());
    let mut faults: Vec<String> = taken.map(|(name, _)| format!("`{name}` is an f32")).collect();
    // A function may be refused; where it is not, the engine's own code must not call it.
    let functions = [
        ("select", "(a: u32, b: u32, c: bool) -> u32 { return a; }"),
        ("all", "(v: vec3<bool>) -> bool { return true; }"),
        ("any", "(v: vec3<bool>) -> bool { return true; }"),
        ("min", "(a: u32, b: u32) -> u32 { return a; }"),
        ("max", "(a: u32, b: u32) -> u32 { return a; }"),
        ("clamp", "(a: u32, b: u32, c: u32) -> u32 { return a; }"),
    ];
    for (name, rest) in functions {
        for size in [(256, 1), (16, 16)] {
            let kernel = Kernel::compute("out_set(i, id.x); seen_add(0u, 1u);")
                .output::<u32>("out")
                .atomic::<u32>("seen")
                .workgroup_size(size)
                .preamble(&format!("fn {name}{rest}"))
                .build();
            match kernel {
                Ok(kernel) if kernel.wgsl().matches(&format!("{name}(")).count() == 1 => {}
                Err(Error::Snippet(error)) if error.message().contains(name) => {}
                Ok(_) => faults.push(format!("the engine calls the `{name}` of the preamble")),
                Err(error) => faults.push(format!("`{name}`: {error}")),
            }
        }
    }
    none(faults);
}
