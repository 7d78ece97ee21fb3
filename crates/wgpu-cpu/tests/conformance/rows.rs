//! Rows: expressions of WGSL beside what Rust says they give.

use std::fmt::Debug;

use crate::devices::{Gpu, devices, llvmpipe, ours};
use crate::dice::Dice;
use crate::value::{Arguments, Value};

/// How many times each row is evaluated. Workgroups of 64 divide it.
const LANES: usize = 2048;

/// What an expression may give.
pub(crate) trait Answer: Debug {
    type Value: Value;
    fn allows(&self, got: Self::Value) -> bool;
}

macro_rules! exact {
    ($($type:ident)+) => {$(
        impl Answer for $type {
            type Value = $type;

            fn allows(&self, got: $type) -> bool {
                *self == got
            }
        }
    )+};
}

exact!(u32 i32 bool);

/// An exact result. What overflows or falls below the normal numbers is left open by WGSL.
impl Answer for f32 {
    type Value = f32;

    fn allows(&self, got: f32) -> bool {
        let small = self.abs() < f32::MIN_POSITIVE;
        *self == got || !self.is_finite() || small && got == 0.0
    }
}

impl<A: Answer, const N: usize> Answer for [A; N] {
    type Value = [A::Value; N];

    fn allows(&self, got: Self::Value) -> bool {
        self.iter().zip(got).all(|(answer, got)| answer.allows(got))
    }
}

/// Several results, each as good.
#[derive(Debug)]
pub(crate) struct OneOf<A>(pub(crate) Vec<A>);

impl<A: Answer> Answer for OneOf<A> {
    type Value = A::Value;

    fn allows(&self, got: A::Value) -> bool {
        self.0.iter().any(|answer| answer.allows(got))
    }
}

struct Row<A> {
    text: &'static str,
    result: String,
    words: Vec<String>,
    /// What is wrong with the words of a result.
    judge: Box<dyn Fn(A, &[u32]) -> Option<String>>,
    /// Why llvmpipe is not asked.
    except: Option<&'static str>,
}

/// Rows with arguments of the same types. They become functions of one kernel, since compiling one
/// takes a driver longer than running many.
pub(crate) struct Table<A> {
    header: &'static str,
    rows: Vec<Row<A>>,
}

impl<A: Arguments + 'static> Table<A> {
    pub(crate) fn new() -> Self {
        Self::with("")
    }

    /// With declarations that the rows use.
    pub(crate) fn with(header: &'static str) -> Self {
        Self { header, rows: Vec::new() }
    }

    /// An expression, or the body of a function if it returns.
    pub(crate) fn row<R: Answer>(
        mut self,
        text: &'static str,
        rust: impl Fn(A) -> R + 'static,
    ) -> Self {
        let judge = move |arguments, words: &[u32]| {
            let (want, got) = (rust(arguments), R::Value::read(words));
            (!want.allows(got)).then(|| format!("{arguments:?} gives {got:?} instead of {want:?}"))
        };
        self.rows.push(Row {
            text,
            result: R::Value::wgsl(),
            words: R::Value::store("r"),
            judge: Box::new(judge),
            except: None,
        });
        self
    }

    /// Does not ask llvmpipe for the last row.
    pub(crate) fn llvmpipe_differs(mut self, why: &'static str) -> Self {
        self.rows.last_mut().expect("a row").except = Some(why);
        self
    }

    /// On both devices with arguments that differ among invocations, and on ours with some that
    /// are the same for a workgroup, for which it has other code.
    pub(crate) fn check(self) {
        self.check_where(|_| true);
    }

    /// Only on devices that have what the rows need.
    pub(crate) fn check_where(mut self, able: impl Fn(&Gpu) -> bool) {
        if able(ours()) {
            self.judge(ours(), LANES / 64, 64, "global_invocation_id");
            self.judge(ours(), LANES, 1, "workgroup_id");
        }
        if let Some(gpu) = llvmpipe().filter(|gpu| able(gpu)) {
            self.rows.retain(|row| row.except.is_none());
            self.judge(gpu, LANES / 64, 64, "global_invocation_id");
        }
    }

    fn judge(&self, gpu: &Gpu, groups: usize, size: usize, index: &str) {
        let mut dice = Dice::new(1);
        let arguments: Vec<A> = (0..LANES).map(|_| A::pick(&mut dice)).collect();
        let input = arguments.iter().flat_map(|a| a.words()).collect();
        let width: usize = self.rows.iter().map(|row| row.words.len()).sum();
        let source = self.source(width, size, index);
        let output =
            gpu.run(&source, groups as u32, &[input, vec![0; width * LANES]]).swap_remove(1);
        let mut faults = Vec::new();
        for (lane, words) in output.chunks(width).enumerate() {
            let mut at = 0;
            for row in &self.rows {
                let end = at + row.words.len();
                if let Some(fault) = (row.judge)(arguments[lane], &words[at..end]) {
                    faults.push((row.text, fault));
                }
                at = end;
            }
        }
        // The first of each row tells enough.
        faults.sort_by_key(|(text, _)| *text);
        faults.dedup_by_key(|(text, _)| *text);
        let told: Vec<String> =
            faults.iter().map(|(text, fault)| format!("{text}\n    {fault}")).collect();
        assert!(told.is_empty(), "{} by {index}:\n{}", gpu.name, told.join("\n"));
    }

    fn source(&self, width: usize, size: usize, index: &str) -> String {
        let arguments = A::list();
        let names = ["a", "b", "c", "d"];
        let typed: Vec<String> =
            names.iter().zip(&arguments).map(|(name, (ty, _))| format!("{name}: {ty}")).collect();
        let typed = typed.join(", ");
        let names = &names[..arguments.len()];
        let loads: String = names
            .iter()
            .zip(&arguments)
            .map(|(name, (_, load))| format!("let {name} = {load};\n"))
            .collect();
        let (mut functions, mut calls, mut at) = (String::new(), String::new(), 0);
        for (k, row) in self.rows.iter().enumerate() {
            let body = match row.text.contains("return ") {
                true => row.text.to_owned(),
                false => format!("return {};", row.text),
            };
            let result = &row.result;
            functions += &format!("fn row_{k}({typed}) -> {result} {{ {body} }}\n");
            calls += &format!("{{ let r = row_{k}({});\n", names.join(", "));
            for word in &row.words {
                calls += &format!("dst[to + {at}] = {word};\n");
                at += 1;
            }
            calls += "}\n";
        }
        let (header, words) = (self.header, A::WORDS);
        format!(
            "{header}
            @group(0) @binding(0) var<storage, read> src: array<u32>;
            @group(0) @binding(1) var<storage, read_write> dst: array<u32>;
            {functions}
            @compute @workgroup_size({size}) fn main(@builtin({index}) id: vec3<u32>) {{
                let at = id.x * {words}; let to = id.x * {width};
                {loads}{calls}
            }}"
        )
    }
}

/// A kernel of its own: what its buffers hold before, and, where it is known, after.
pub(crate) struct Kernel<'a> {
    pub(crate) source: &'a str,
    pub(crate) groups: u32,
    pub(crate) buffers: &'a [(Vec<u32>, Option<Vec<u32>>)],
    pub(crate) immediates: &'a [u32],
}

impl Kernel<'_> {
    pub(crate) fn check(&self) {
        let before: Vec<Vec<u32>> = self.buffers.iter().map(|(before, _)| before.clone()).collect();
        for gpu in devices() {
            let got = gpu.run_with(self.source, self.groups, &before, self.immediates);
            for (k, (got, (_, after))) in got.iter().zip(self.buffers).enumerate() {
                if let Some(after) = after {
                    assert_eq!(got, after, "{}, buffer {k}\n{}", gpu.name, self.source);
                }
            }
        }
    }
}
