//! What the user may have meant: the names in scope, near misses among them,
//! and the words of other shading languages.

use super::foreign::foreign;

/// A name that a snippet can see, for hints.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Name {
    pub(crate) name: String,
    /// Its type in WGSL; of a name that is called, the type of what it gives.
    pub(crate) ty: String,
    /// How it is called, `table(j)`, if it is.
    pub(crate) call: Option<String>,
}

impl Name {
    /// `table(j)` for a name that is called, the name itself otherwise.
    pub(crate) fn shown(&self) -> String {
        self.call.clone().unwrap_or_else(|| self.name.clone())
    }

    pub(crate) fn is_called(&self) -> bool {
        self.call.is_some()
    }
}

pub(crate) fn find<'a>(scope: &'a [Name], name: &str) -> Option<&'a Name> {
    scope.iter().find(|known| known.name == name)
}

/// Functions and types of WGSL, for near misses.
const WGSL: &str = "abs acos acosh all any array asin asinh atan atan2 atanh bitcast bool ceil clamp \
    cos cosh countLeadingZeros countOneBits countTrailingZeros cross degrees determinant distance dot \
    exp exp2 extractBits f32 faceForward false firstLeadingBit firstTrailingBit floor fma fract frexp \
    i32 insertBits inverseSqrt ldexp length log log2 mat2x2 mat3x3 mat4x4 max min mix modf normalize \
    pack2x16float pack4x8unorm pow quantizeToF16 radians reflect refract reverseBits round saturate \
    select sign sin sinh smoothstep sqrt step tan tanh transpose true trunc u32 unpack2x16float \
    unpack4x8unorm vec2 vec2f vec3 vec3f vec4 vec4f";

/// What to write instead of an unknown name: the word of WGSL for it, a name
/// that differs from it little, or else all that is in scope. `own` are the
/// names that the user declared.
pub(crate) fn unknown<'a>(word: &str, scope: &'a [Name], own: &[&'a str]) -> Option<String> {
    let known = scope.iter().map(|n| n.name.as_str()).chain(own.iter().copied());
    let similar = nearest(word, known.clone()).or_else(|| {
        foreign(word).is_none().then(|| nearest(word, WGSL.split_ascii_whitespace())).flatten()
    });
    if let Some(foreign) = foreign(word)
        && similar.is_none_or(|s| distance(word, s) > 1)
    {
        return Some(foreign.to_owned());
    }
    if let Some(similar) = similar {
        let shown = find(scope, similar).map_or_else(|| similar.to_owned(), Name::shown);
        return Some(format!("did you mean `{shown}`?"));
    }
    in_scope(scope)
}

pub(crate) fn in_scope(scope: &[Name]) -> Option<String> {
    let names: Vec<String> = scope.iter().map(Name::shown).collect();
    (!names.is_empty()).then(|| format!("in scope are {}", names.join(", ")))
}

/// The candidate that differs least from `word`, if it differs little.
fn nearest<'a>(word: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let length = word.chars().count();
    if !(2..=40).contains(&length) {
        return None;
    }
    let allowed = match length {
        2 | 3 => 1,
        4..=7 => 2,
        _ => 3,
    };
    candidates
        .filter(|c| *c != word && c.len() <= 80 && c.chars().count() > 1)
        .map(|c| (distance(word, c), c))
        .filter(|(d, _)| *d <= allowed)
        .min_by_key(|(d, _)| *d)
        .map(|(_, c)| c)
}

/// How many letters must be put in, taken out, changed or swapped with their
/// neighbour to make `b` of `a`; a difference of case alone counts as 1.
fn distance(a: &str, b: &str) -> usize {
    if a.to_lowercase() == b.to_lowercase() {
        return usize::from(a != b);
    }
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut before: Vec<usize> = Vec::new();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut next = vec![i + 1];
        for (j, y) in b.iter().enumerate() {
            let cell = |row: &[usize], at: usize| row.get(at).copied().unwrap_or(usize::MAX - 1);
            let mut cost = (cell(&row, j) + usize::from(x != y))
                .min(cell(&row, j + 1) + 1)
                .min(cell(&next, j) + 1);
            if i > 0 && j > 0 && a.get(i - 1) == Some(y) && b.get(j - 1) == Some(x) && x != y {
                cost = cost.min(cell(&before, j - 1) + 1);
            }
            next.push(cost);
        }
        before = std::mem::replace(&mut row, next);
    }
    row.last().copied().unwrap_or(0)
}

/// How to turn a value of type `from` into one of type `to`; `value` is its text.
pub(crate) fn convert(value: &str, from: &str, to: &str) -> Option<String> {
    let scalar = |ty: &str| matches!(ty, "f32" | "f16" | "i32" | "u32" | "bool");
    let value = value.trim();
    if from == to || value.is_empty() || value.chars().count() > 40 || value.contains('\n') {
        return None;
    }
    let single = !value.contains([' ', '(']);
    let is = if single { format!("`{value}`") } else { "this".to_owned() };
    match (from, to) {
        (_, "bool") if scalar(from) => {
            let zero = if from.starts_with('f') { "0.0" } else { "0" };
            Some(format!("{is} is {from} here; compare it: `{value} != {zero}`"))
        }
        ("u32", "f32" | "i32") if value.starts_with('-') => {
            let value = value.trim_start_matches('-').trim_start();
            Some(format!("{is} is u32 here; write `-{to}({value})`"))
        }
        _ if scalar(from) && scalar(to) => {
            Some(format!("{is} is {from} here; write `{to}({value})`"))
        }
        _ if from.starts_with("vec") && scalar(to) => {
            let value = if single { value.to_owned() } else { format!("({value})") };
            Some(format!("{is} is {from} here; pick one component: `{value}.x`"))
        }
        _ if scalar(from) && to.starts_with("vec") => {
            Some(format!("{is} is {from} here; write `{to}({value})`"))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(name: &str, call: Option<&str>) -> Name {
        Name { name: name.into(), ty: "f32".into(), call: call.map(str::to_owned) }
    }

    #[test]
    fn suggests() {
        let scope = [name("src", None), name("table", Some("table(j)"))];
        let hint = |word: &str| unknown(word, &scope, &["speed"]).unwrap_or_default();
        assert_eq!(hint("tabel"), "did you mean `table(j)`?");
        assert_eq!(hint("Src"), "did you mean `src`?");
        assert_eq!(hint("sped"), "did you mean `speed`?");
        assert_eq!(hint("smothstep"), "did you mean `smoothstep`?");
        assert_eq!(hint("lerp"), "it is called `mix(a, b, t)`");
        assert_eq!(hint("quux"), "in scope are src, table(j)");
        assert_eq!(unknown("quux", &[], &[]), None);
        assert_eq!(hint(&"x".repeat(1_000_000)), "in scope are src, table(j)");
    }

    #[test]
    fn measures_and_converts() {
        assert_eq!(
            (distance("tabel", "table"), distance("", "abc"), distance("Ab", "aB")),
            (1, 3, 1)
        );
        let said = |v: &str, a: &str, b: &str| convert(v, a, b).unwrap_or_default();
        assert_eq!(said("k", "u32", "f32"), "`k` is u32 here; write `f32(k)`");
        assert_eq!(said("k + 1", "u32", "f32"), "this is u32 here; write `f32(k + 1)`");
        assert_eq!(
            said("v", "vec3<f32>", "f32"),
            "`v` is vec3<f32> here; pick one component: `v.x`"
        );
        assert_eq!(said("x", "f32", "bool"), "`x` is f32 here; compare it: `x != 0.0`");
    }
}
