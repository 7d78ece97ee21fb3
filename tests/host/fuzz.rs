//! Fuzz: snippets made by chance, from a fixed seed. They may be refused, or make a kernel.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use kernel_engine::{Error, Kernel};

use crate::support::{alone, none};

const SEED: u64 = 2017;
const CASES: usize = 2_000;

/// Numbers that look random and are the same in each run.
pub(crate) struct Chance(u64);

impl Chance {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 32) as usize) % n
    }

    fn of<'a>(&mut self, words: &[&'a str]) -> &'a str {
        words[self.below(words.len())]
    }
}

const WORDS: &str = "src dst i len at a y table table_length other f g S C x 0 1 1u 2.5 1f 1h 0x1p3 \
    1e38 -1 true ( ) { } [ ] < > ; ; , . : = == + - * / % & && | ! ~ << >> += ++ -> @ _ let var \
    const fn struct alias if else for while loop break continue return switch case default discard \
    override enable f32 u32 i32 f16 f64 bool vec2 vec3f vec4<f32> mat2x2f array array<f32,3> \
    ptr<function,f32> atomic<u32> abs min select sin bitcast<u32> workgroupBarrier atomicAdd \
    engine_body /* */ // @must_use @align(16) @size(4) continuing const_assert private storage \
    workgroup arrayLength dot cross pow textureLoad sampler texture_2d<f32> subgroupAdd frexp modf \
    .xyz .whole unpack2x16float quantizeToF16 é \u{1F600} \" # $ `";

/// Snippets and preambles that are right, to be made wrong.
const RIGHT: [(&str, &str); 5] = [
    ("dst = a * src + y + table(i % 16u);\nother = at(i + 1u);", " "),
    (
        "var s = 0.0;\nfor (var j = 0u; j < table_length(); j++) { if table(j) > src { break; } \
         s += table(j); }\ndst = s; other = f(s);",
        "fn f(x: f32) -> f32 { return select(x, -x, x < 0.0); }\nconst C = 3u;",
    ),
    (
        "let v = vec3f(src, y, a); dst = dot(v, v.zyx); other = length(cross(v, v.yzx));",
        "struct S { x: f32, v: vec3f, m: mat2x2f }\n\
         fn g(s: S) -> f32 { return s.x + s.v.y + s.m[0].x; }",
    ),
    (
        "switch i % 3u { case 0u, 1u: { dst = 1.0; } default: { dst = f32(i); } }\n\
         other = g(S(src, array<f32, 3>(1., 2., 3.)));",
        "struct S { x: f32, v: array<f32, 3> }\n\
         fn g(s: S) -> f32 { var t = s; t.v[1] += 2.0; return h(&t.v); }\n\
         fn h(p: ptr<function, array<f32, 3>>) -> f32 { return (*p)[2]; }",
    ),
    (
        "var n = u32(src); loop { n >>= 1u; continuing { n += 1u; break if n < 4u; } }\n\
         dst = f32(n); other = bitcast<f32>(n);",
        " ",
    ),
];

fn soup(chance: &mut Chance, words: &[&str], most: usize) -> String {
    let words: Vec<&str> = (0..chance.below(most)).map(|_| chance.of(words)).collect();
    words.join(" ")
}

/// Names and numbers whole, all else by characters.
fn cut(text: &str) -> Vec<String> {
    let mut tokens: Vec<String> = Vec::new();
    let mut inside = false;
    for c in text.chars() {
        let part = c.is_alphanumeric() || c == '_';
        match tokens.last_mut() {
            Some(token) if part && inside => token.push(c),
            _ => tokens.push(c.to_string()),
        }
        inside = part;
    }
    tokens
}

/// The text with a token taken out, put in, replaced, or in another's place.
fn mutate(chance: &mut Chance, words: &[&str], text: &str) -> String {
    let mut tokens = cut(text);
    if tokens.is_empty() {
        return chance.of(words).to_owned();
    }
    let (here, there) = (chance.below(tokens.len()), chance.below(tokens.len()));
    let word = format!(" {} ", chance.of(words));
    match chance.below(4) {
        0 => drop(tokens.remove(here)),
        1 => tokens.insert(here, word),
        2 => tokens[here] = word,
        _ => tokens.swap(here, there),
    }
    tokens.concat()
}

/// What is wrong with the engine's answer to a case.
fn fault(snippet: &str, preamble: &str, kernels: &mut usize) -> Option<String> {
    let build = || {
        Kernel::map::<f32, f32>(snippet)
            .param::<f32>("a")
            .input::<f32>("y")
            .array::<f32>("table")
            .output::<f32>("other")
            .preamble(preamble)
            .build()
    };
    let error = match catch_unwind(AssertUnwindSafe(build)) {
        Err(_) => return Some("a panic".to_owned()),
        Ok(Ok(kernel)) => {
            *kernels += 1;
            let module = naga::front::wgsl::parse_str(kernel.wgsl());
            let entries = module.map_or(0, |module| module.entry_points.len());
            return (entries != 1).then(|| format!("{entries} entry points"));
        }
        Ok(Err(Error::Snippet(error))) => error,
        Ok(Err(error)) => return Some(error.to_string()),
    };
    let text = if error.piece() == "snippet" { snippet } else { preamble };
    let line = text.split('\n').nth(error.line() - 1);
    let shown = error.to_string();
    if line.is_none_or(|line| error.column() > line.chars().count() + 1) {
        return Some(format!("a place that is none: {shown}"));
    }
    let ours = shown.contains("engine_") && !format!("{snippet} {preamble}").contains("engine_");
    if ours || shown.contains("gave up") || shown.len() > 2000 {
        return Some(format!("told as {shown}"));
    }
    None
}

#[test]
fn no_text_makes_the_engine_panic() {
    let test = "fuzz::no_text_makes_the_engine_panic";
    alone(test, &[], Duration::from_secs(120), || {
        let words: Vec<&str> = WORDS.split_whitespace().collect();
        let mut chance = Chance::new(SEED);
        let (mut faults, mut kernels) = (Vec::new(), 0);
        for case in 0..CASES {
            let (snippet, preamble) = match case % 4 {
                0 => (soup(&mut chance, &words, 40), soup(&mut chance, &words, 30)),
                times => {
                    let (right, outside) = RIGHT[chance.below(RIGHT.len())];
                    let mut texts = [right.to_owned(), outside.to_owned()];
                    for _ in 0..times {
                        let text = &mut texts[chance.below(2)];
                        *text = mutate(&mut chance, &words, text);
                    }
                    texts.into()
                }
            };
            if let Some(fault) = fault(&snippet, &preamble, &mut kernels) {
                faults.push(format!("{snippet:?} {preamble:?}: {fault}"));
            }
        }
        none(faults);
        assert!(kernels > CASES / 20, "only {kernels} kernels: the soup is too thin");
    });
}
