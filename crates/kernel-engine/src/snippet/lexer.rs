//! Cuts WGSL text into tokens, with the same rules as the compiler's own lexer
//! (comments nest, names are Unicode identifiers), so that nothing can be a
//! comment here and code there.

use std::collections::BTreeSet;

/// What sort of thing a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Word,
    Number,
    Punct,
    /// A character that means nothing in WGSL.
    Junk,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Token<'a> {
    pub(crate) kind: Kind,
    pub(crate) text: &'a str,
    pub(crate) start: usize,
}

impl Token<'_> {
    pub(crate) fn end(&self) -> usize {
        self.start + self.text.len()
    }

    pub(crate) fn is_word(&self) -> bool {
        self.kind == Kind::Word
    }
}

#[derive(Debug, Default)]
pub(crate) struct Scan<'a> {
    pub(crate) tokens: Vec<Token<'a>>,
    /// Where a block comment begins that never ends.
    pub(crate) open_comment: Option<usize>,
}

const LONG_PUNCTUATION: [&str; 21] = [
    "<<=", ">>=", "->", "--", "++", "&&", "||", "==", "!=", "<=", ">=", "<<", ">>", "+=", "-=",
    "*=", "/=", "%=", "&=", "|=", "^=",
];
const PUNCTUATION: &str = ":;,.@(){}[]<>/-+*%^~=!&|";

/// The words after which a new name stands.
const DECLARING: [&str; 7] = ["let", "var", "const", "override", "fn", "struct", "alias"];

fn is_line_break(c: char) -> bool {
    matches!(c, '\n'..='\r' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\u{200e}' | '\u{200f}') || is_line_break(c)
}

fn is_name_start(c: char) -> bool {
    c == '_' || unicode_ident::is_xid_start(c)
}

fn length_while(text: &str, keep: impl Fn(char) -> bool) -> usize {
    text.find(|c| !keep(c)).unwrap_or(text.len())
}

/// The length of the block comment that `text` begins with; `None` if it never ends.
fn block_comment(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let (mut at, mut depth) = (2, 1_usize);
    while depth > 0 {
        match bytes.get(at..at + 2)? {
            b"*/" => (at, depth) = (at + 2, depth - 1),
            b"/*" => (at, depth) = (at + 2, depth + 1),
            _ => at += 1,
        }
    }
    Some(at)
}

/// The length of the number that `text` begins with, its suffix included.
fn number(text: &str) -> usize {
    let bytes = text.as_bytes();
    let byte = |at: usize| bytes.get(at).copied().unwrap_or(0);
    let hex = byte(0) == b'0' && matches!(byte(1), b'x' | b'X');
    let mut at = if hex { 2 } else { 0 };
    let digit = |b: u8| {
        if hex { b.is_ascii_hexdigit() } else { b.is_ascii_digit() }
    };
    let mut point = false;
    while digit(byte(at)) || (byte(at) == b'.' && !point) {
        point |= byte(at) == b'.';
        at += 1;
    }
    let exponent = if hex { [b'p', b'P'] } else { [b'e', b'E'] };
    if exponent.contains(&byte(at)) {
        let sign = usize::from(matches!(byte(at + 1), b'+' | b'-'));
        if byte(at + 1 + sign).is_ascii_digit() {
            at += 1 + sign;
            while byte(at).is_ascii_digit() {
                at += 1;
            }
        }
    }
    if matches!(byte(at), b'i' | b'u' | b'f' | b'h') {
        at += 1;
    }
    at
}

fn next_token(text: &str, first: char) -> (Kind, usize) {
    let after_point = || text.as_bytes().get(1).is_some_and(u8::is_ascii_digit);
    if is_name_start(first) {
        (Kind::Word, length_while(text, unicode_ident::is_xid_continue))
    } else if first.is_ascii_digit() || (first == '.' && after_point()) {
        (Kind::Number, number(text))
    } else if let Some(long) = LONG_PUNCTUATION.iter().find(|p| text.starts_with(**p)) {
        (Kind::Punct, long.len())
    } else if PUNCTUATION.contains(first) {
        (Kind::Punct, 1)
    } else {
        (Kind::Junk, first.len_utf8())
    }
}

/// All tokens of `text`; comments and blanks are left out.
pub(crate) fn scan(text: &str) -> Scan<'_> {
    let mut scan = Scan::default();
    let mut start = 0;
    while let Some(rest) = text.get(start..)
        && let Some(first) = rest.chars().next()
    {
        start += if is_blank(first) {
            length_while(rest, is_blank)
        } else if rest.starts_with("//") {
            length_while(rest, |c| !is_line_break(c))
        } else if rest.starts_with("/*") {
            let Some(length) = block_comment(rest) else {
                scan.open_comment = Some(start);
                break;
            };
            length
        } else {
            let (kind, length) = next_token(rest, first);
            let text = rest.get(..length).unwrap_or(rest);
            scan.tokens.push(Token { kind, text, start });
            text.len()
        };
    }
    scan
}

/// The tokens at which a name is declared: `let x`, `fn f`, `var<private> y`.
pub(crate) fn declarations<'t, 'a>(
    tokens: &'t [Token<'a>],
) -> impl Iterator<Item = Token<'a>> + use<'t, 'a> {
    tokens.iter().enumerate().filter_map(|(at, token)| {
        let before = |back: usize| at.checked_sub(back).and_then(|i| tokens.get(i));
        let declared = match before(1)?.text {
            // `var<private> x` and `var<storage, read> x`
            ">" => (3..=6).any(|back| before(back).is_some_and(|t| t.text == "var")),
            word => DECLARING.contains(&word),
        };
        (declared && token.is_word()).then_some(*token)
    })
}

/// The names that a piece of the user's text uses.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Tokens(BTreeSet<String>);

impl Tokens {
    pub(crate) fn new(tokens: &[Token<'_>]) -> Self {
        let member = |at: usize| {
            at.checked_sub(1).and_then(|at| tokens.get(at)).is_some_and(|token| token.text == ".")
        };
        let words = tokens.iter().enumerate().filter(|(at, token)| token.is_word() && !member(*at));
        let mut words: BTreeSet<String> = words.map(|(_, token)| token.text.to_owned()).collect();
        // A number such as `1.5h` is of that type.
        let half = |token: &Token<'_>| token.kind == Kind::Number && token.text.ends_with('h');
        words.extend(tokens.iter().any(half).then(|| "f16".to_owned()));
        Self(words)
    }

    /// Whether `name` is used, other than as a member (`.name`) or in a comment.
    pub(crate) fn mentions(&self, name: &str) -> bool {
        self.0.contains(name)
    }

    /// Every name used, keywords among them, in alphabetical order, each once.
    pub(crate) fn identifiers(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str) -> Vec<&str> {
        scan(text).tokens.iter().map(|t| t.text).collect()
    }

    #[test]
    fn cuts_like_the_compiler() {
        assert_eq!(texts("a<<=b->c--&&d"), ["a", "<<=", "b", "->", "c", "--", "&&", "d"]);
        assert_eq!(
            texts("1.0f 0x1Fu .5 1e-3 2.xy 7engine_"),
            ["1.0f", "0x1Fu", ".5", "1e-3", "2.", "xy", "7", "engine_"]
        );
        assert_eq!(texts("größe=ψ_1;"), ["größe", "=", "ψ_1", ";"]);
        assert_eq!(texts("a /* /* b */ c */ d // e\u{85}f"), ["a", "d", "f"]);
        assert_eq!(texts("/**/x /*/**/*/ y"), ["x", "y"]);
        assert_eq!(texts("a::b"), ["a", ":", ":", "b"]);
    }

    #[test]
    fn reports_an_open_comment_and_junk() {
        assert_eq!(scan("x /* /* */").open_comment, Some(2));
        assert_eq!(scan("/*/").open_comment, Some(0));
        assert_eq!(scan("€").tokens.first().map(|t| t.kind), Some(Kind::Junk));
    }

    #[test]
    fn knows_names() {
        let tokens = Tokens::new(&scan("dst = table (i) + z.at; // len").tokens);
        assert!(tokens.mentions("table") && tokens.mentions("i"));
        assert!(!tokens.mentions("at") && !tokens.mentions("len"));
        assert_eq!(tokens.identifiers().collect::<Vec<_>>(), ["dst", "i", "table", "z"]);
    }

    #[test]
    fn finds_declarations() {
        let scan = scan("let a = b; var<private> c: f32; fn d() {} x = y > z;");
        let names: Vec<_> = declarations(&scan.tokens).map(|t| t.text).collect();
        assert_eq!(names, ["a", "c", "d"]);
    }
}
