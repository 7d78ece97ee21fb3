//! A kernel as WGSL.

use super::operations::{ATOMICS, OPERATIONS};
use super::program::{ELEMENTS, Expr, Loop, Program, Statement, Step, TYPES, Ty, VARIABLES};

/// What counters grow by: Mesa miscounts the rounds of some loops that it can foresee, see the rows
/// on loops.
const ONE: &str = "min(arrayLength(&src), 1u)";

fn type_name(ty: Ty) -> &'static str {
    match ty {
        Ty::U => "u32",
        Ty::I => "i32",
        Ty::F => "f32",
        Ty::B => "bool",
    }
}

fn variable(ty: Ty, k: usize) -> String {
    format!("{}{k}", &type_name(ty)[..1])
}

fn literal(ty: Ty, bits: u32) -> String {
    match ty {
        Ty::U => format!("{bits}u"),
        Ty::I => format!("i32({})", bits as i32),
        Ty::F => format!("({:?}f)", f32::from_bits(bits)),
        Ty::B => (bits == 1).to_string(),
    }
}

/// The same at run time only: WGSL refuses what it can see to overflow or divide by zero.
fn hidden(ty: Ty, bits: u32) -> String {
    let literal = literal(ty, bits);
    match ty {
        Ty::B => format!("({literal} != (zero > 0u))"),
        ty => format!("({literal} + {}(zero))", type_name(ty)),
    }
}

impl Program {
    pub(super) fn text(&self) -> String {
        let size = self.size;
        let declared = |space: &str| -> String {
            let each = |ty| (0..VARIABLES).map(move |k| (ty, k));
            let variables = TYPES.into_iter().flat_map(each);
            let line = |(ty, k)| format!("{space} {}: {};\n", variable(ty, k), type_name(ty));
            variables.map(line).collect::<String>()
                + &format!("{space} list: array<u32, {ELEMENTS}>;\n")
        };
        let mut functions = String::new();
        for (k, body) in self.functions.iter().enumerate() {
            let writer = Writer { program: self, main: false };
            functions += &format!(
                "fn call{k}(x: u32, y: u32) -> u32 {{
{}u0 = x; u1 = y; i0 = i32(x);
{}return u0 ^ u1;
}}
",
                declared("var"),
                writer.block(body)
            );
        }
        let (outside, inside) = match self.private {
            true => (declared("var<private>"), String::new()),
            false => (String::new(), declared("var")),
        };
        let writer = Writer { program: self, main: true };
        let (steps, last) = (writer.steps(&self.steps), writer.block(&self.last));
        let digest: String = TYPES
            .into_iter()
            .flat_map(|ty| (0..VARIABLES).map(move |k| (ty, variable(ty, k))))
            .map(|(ty, name)| match ty {
                Ty::F => format!("d = d * 31u + u32(i32({name} * 2.0));\n"),
                _ => format!("d = d * 31u + u32({name});\n"),
            })
            .collect();
        let (shared, digest) = match self.alone {
            true => (
                String::new(),
                format!(
                    "{digest}for (var k = 0; k < {ELEMENTS}; k++) {{ d = d * 31u + list[k]; }}\n"
                ),
            ),
            false => (
                format!(
                    "var<workgroup> shares: array<u32, {size}>;\n\
                    var<workgroup> counts: array<atomic<u32>, {ELEMENTS}>;\n"
                ),
                format!(
                    "{digest}for (var k = 0; k < {ELEMENTS}; k++) {{ \
                    d = d * 31u + list[k] + atomicLoad(&counts[k]); }}\n\
                    d = d * 31u + shares[(lane + 1u) % {size}u];\n"
                ),
            ),
        };
        format!(
            "struct Pair {{ a: u32, v: vec2<u32> }}
@group(0) @binding(0) var<storage> src: array<u32>;
@group(0) @binding(1) var<storage, read_write> memory: array<u32>;
@group(0) @binding(2) var<storage, read_write> dst: array<u32>;
{shared}var<private> zero: u32;
{outside}
{}{}{functions}
@compute @workgroup_size({size})
fn main(@builtin(local_invocation_index) lane: u32, @builtin(workgroup_id) id: vec3<u32>) {{
let group = id.x; let at = group * {size}u + lane; let input = src[at];
{inside}{steps}{last}var d = memory[at * {ELEMENTS}u];
{digest}dst[at] = d;
}}
",
            bump("bump", "function"),
            bump("bump_private", "private"),
        )
    }
}

/// A function that changes what a pointer leads to.
fn bump(name: &str, space: &str) -> String {
    format!(
        "fn {name}(p: ptr<{space}, u32>, by: u32) {{
if by % 3u == 1u {{ *p += by; return; }}
*p = *p * 2u + 1u;
}}
"
    )
}

struct Writer<'a> {
    program: &'a Program,
    main: bool,
}

impl Writer<'_> {
    fn steps(&self, steps: &[Step]) -> String {
        steps.iter().map(|step| self.step(step)).collect()
    }

    fn step(&self, step: &Step) -> String {
        match step {
            Step::Lanes(body) => self.block(body) + "workgroupBarrier();\n",
            Step::If(condition, yes, no) => format!(
                "if {} {{\n{}}} else {{\n{}}}\n",
                self.expr(condition),
                self.steps(yes),
                self.steps(no)
            ),
            Step::Loop { counter: k, rounds, body } => format!(
                "for (var k{k} = 0u; k{k} < {rounds}u; k{k}++) {{\n{}}}\n",
                self.steps(body)
            ),
            Step::Load(to, at) => format!(
                "u{to} = workgroupUniformLoad(&shares[{} % {}u]);\n",
                self.index(at),
                self.program.size
            ),
        }
    }

    fn block(&self, list: &[Statement]) -> String {
        list.iter().map(|statement| self.statement(statement) + "\n").collect()
    }

    fn statement(&self, statement: &Statement) -> String {
        match statement {
            Statement::Assign(ty, k, e) => format!("{} = {};", variable(*ty, *k), self.expr(e)),
            Statement::Increase(k, e) => format!("u{k} += {};", self.expr(e)),
            Statement::SetElement(at, e) => format!("{} = {};", self.element(at), self.expr(e)),
            Statement::SetMemory(at, e) => format!("{} = {};", self.memory(at), self.expr(e)),
            Statement::SetOwn(e) => format!("shares[lane] = {};", self.expr(e)),
            Statement::Atomic(at, e) => {
                // Each place has its function, so the choice is one of code.
                let e = self.expr(e);
                let case = |(k, atomic): (usize, &usize)| {
                    format!("case {k}: {{ {}(&counts[{k}], {e}); }} ", ATOMICS[*atomic].0)
                };
                let cases: String = self.program.atomics.iter().enumerate().map(case).collect();
                format!("switch {} % {ELEMENTS}u {{ {cases} default: {{}} }}", self.index(at))
            }
            Statement::Bump(k, e) => {
                let private = if self.main && self.program.private { "_private" } else { "" };
                format!("bump{private}(&u{k}, {});", self.expr(e))
            }
            Statement::If(condition, yes, no) => {
                let (condition, yes) = (self.expr(condition), self.block(yes));
                match no[..] {
                    [] => format!("if {condition} {{\n{yes}}}"),
                    _ => format!("if {condition} {{\n{yes}}} else {{\n{}}}", self.block(no)),
                }
            }
            Statement::Loop { kind, counter: k, rounds, stop, body } => {
                let (stop, body) = (self.expr(stop), self.block(body));
                match kind {
                    Loop::For => {
                        format!(
                            "for (var k{k} = 0u; k{k} < {rounds}u && !{stop}; k{k} += {ONE}) {{
{body}}}"
                        )
                    }
                    Loop::While => format!(
                        "{{ var k{k} = 0u;\nwhile k{k} < {rounds}u {{
k{k} += {ONE}; if {stop} {{ break; }}
{body}}} }}"
                    ),
                    Loop::Continuing => format!(
                        "{{ var k{k} = 0u;\nloop {{
{body}continuing {{ k{k} += {ONE}; break if k{k} >= {rounds}u || {stop}; }} }} }}"
                    ),
                }
            }
            Statement::Switch(value, cases) => {
                let labels = ["case 0", "case 1, 3", "default"];
                let case = |(label, case): (&str, &Vec<_>)| {
                    format!("{label}: {{\n{}}}\n", self.block(case))
                };
                let cases: String = labels.into_iter().zip(cases).map(case).collect();
                format!("switch {} % 5u {{\n{cases}}}", self.index(value))
            }
            Statement::Break => "break;".to_owned(),
            Statement::Continue => "continue;".to_owned(),
            Statement::Return(e) if self.main => format!("dst[at] = {}; return;", self.expr(e)),
            Statement::Return(e) => format!("return {};", self.expr(e)),
        }
    }

    fn element(&self, at: &Expr) -> String {
        format!("list[{} % {}u]", self.index(at), ELEMENTS + u32::from(self.program.wild))
    }

    fn memory(&self, at: &Expr) -> String {
        format!("memory[at * {ELEMENTS}u + {} % {ELEMENTS}u]", self.index(at))
    }

    /// What no rule on constants can refuse.
    fn index(&self, at: &Expr) -> String {
        match at {
            Expr::Literal(ty, bits) => hidden(*ty, *bits),
            at => self.expr(at),
        }
    }

    fn expr(&self, e: &Expr) -> String {
        match e {
            Expr::Literal(ty, bits) => literal(*ty, *bits),
            Expr::Variable(ty, k) => variable(*ty, *k),
            Expr::Counter(k) => format!("k{k}"),
            Expr::Input => "input".to_owned(),
            Expr::Lane => "lane".to_owned(),
            Expr::Group => "group".to_owned(),
            Expr::Element(at) => self.element(at),
            Expr::Memory(at) => self.memory(at),
            Expr::Own => "shares[lane]".to_owned(),
            Expr::Shared(at) => format!("shares[{} % {}u]", self.index(at), self.program.size),
            Expr::Count(at) => format!("atomicLoad(&counts[{} % {ELEMENTS}u])", self.index(at)),
            Expr::Call(k, x, y) => format!("call{k}({}, {})", self.expr(x), self.expr(y)),
            Expr::Apply(k, operands) => {
                let operation = &OPERATIONS[*k];
                let literals = operands.iter().all(|e| matches!(e, Expr::Literal(..)));
                let mut parts = operation.text.split('#');
                let mut text = parts.next().unwrap_or_default().to_owned();
                for (operand, part) in operands.iter().zip(parts) {
                    text += &match operation.strict || literals {
                        true => self.index(operand),
                        false => self.expr(operand),
                    };
                    text += part;
                }
                text
            }
        }
    }
}
