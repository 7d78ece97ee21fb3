//! Goes over the tokens of a piece of the user's text one by one: do the
//! brackets match, and is there anything that may not stand there?

use super::diagnostic::SnippetError;
use super::inspect::{MAX_BRANCHES, MAX_CHAIN, MAX_DEPTH, MAX_OPERATORS, refuse};
use super::lexer::{Kind, Token};
use super::source::Place;

pub(crate) struct Checker<'a> {
    place: &'a Place<'a>,
    tokens: &'a [Token<'a>],
    /// Brackets open so far.
    open: Vec<Token<'a>>,
    /// For each open `{` (and the text itself): how many `else` its present chain has.
    chains: Vec<usize>,
    branches: usize,
    /// For the text itself and each open bracket: how deep the expression in it is.
    heights: Vec<Height>,
    operators: usize,
    /// Where the present statement begins.
    statement: usize,
}

/// A bound on the depth of the tree that the compiler makes of what stands
/// between two brackets. Each operator may add a level; what is separated by
/// commas stands side by side.
#[derive(Debug, Clone, Copy, Default)]
struct Height {
    now: usize,
    most: usize,
    /// A `<` came by: commas may be those of `array<f32, 4>`, within an operand.
    angle: bool,
}

type Checked = Result<(), Box<SnippetError>>;

impl<'a> Checker<'a> {
    pub(crate) fn new(place: &'a Place<'a>, tokens: &'a [Token<'a>]) -> Self {
        Self {
            place,
            tokens,
            open: Vec::new(),
            chains: vec![0],
            branches: 0,
            heights: vec![Height::default()],
            operators: 0,
            statement: 0,
        }
    }

    fn fault(
        &self,
        token: &Token<'_>,
        message: impl Into<String>,
        hint: impl Into<String>,
    ) -> Checked {
        Err(refuse(self.place, token.start, token.text.len(), message, hint))
    }

    pub(crate) fn run(mut self) -> Checked {
        let mut fresh = true;
        for (at, token) in self.tokens.iter().enumerate() {
            if fresh {
                (self.statement, self.operators) = (at, 0);
                if let Some(height) = self.heights.last_mut() {
                    *height = Height::default();
                }
            }
            let next = self.tokens.get(at + 1).map_or("", |t| t.text);
            match token.kind {
                Kind::Word => self.word(token, at, next, fresh)?,
                Kind::Junk => self.junk(token)?,
                Kind::Punct => self.punctuation(token, next)?,
                Kind::Number => {}
            }
            fresh = matches!(token.text, ";" | "{" | "}");
        }
        match self.open.last() {
            Some(opener) => self.unclosed(opener, None),
            None => Ok(()),
        }
    }

    fn word(&mut self, token: &Token<'_>, at: usize, next: &str, fresh: bool) -> Checked {
        match token.text {
            name if name.starts_with("engine_") => {
                let hint = "choose a name that begins otherwise";
                self.fault(token, "names that begin with `engine_` are kept for the engine", hint)
            }
            word @ ("enable" | "requires" | "diagnostic") if fresh && next != "=" => {
                let message = format!("the directive `{word}` cannot stand here");
                self.fault(token, message, "leave it out: the engine writes the head of the shader, with all directives it needs")
            }
            "var" if self.open.is_empty() && self.lives_long(at) => {
                let message = "a variable outside functions would outlive the element it is for";
                self.fault(token, message, "declare it in a function and hand it on by pointer; for a workgroup, use `.workgroup`")
            }
            "override" if fresh => {
                let message = "`override` cannot be used here: the engine sets the constants";
                self.fault(
                    token,
                    message,
                    "hand the number over with `.param`, or declare a `const`",
                )
            }
            "else" => {
                self.branches += 1;
                if let Some(chain) = self.chains.last_mut() {
                    *chain += 1;
                }
                if self.branches > MAX_BRANCHES {
                    let message = format!("more than {MAX_BRANCHES} `else` follow each other");
                    return self.fault(
                        token,
                        message,
                        "use `switch`, or look the value up in an array (`.array`)",
                    );
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Whether the variable declared at a token of a preamble is one for each invocation or
    /// workgroup. (One in a storage or a uniform is another fault.)
    fn lives_long(&self, at: usize) -> bool {
        let space = self.tokens.get(at + 2).map_or("", |token| token.text);
        self.place.piece.starts_with("preamble") && matches!(space, "private" | "workgroup")
    }

    fn punctuation(&mut self, token: &Token<'a>, next: &str) -> Checked {
        match token.text {
            "(" | "[" | "{" => {
                self.open.push(*token);
                self.heights.push(Height::default());
                if self.open.len() > MAX_DEPTH {
                    let message = format!("brackets are nested more than {MAX_DEPTH} deep");
                    return self.fault(
                        token,
                        message,
                        "name inner parts with `let`, or move them into functions",
                    );
                }
                if token.text == "{" {
                    self.chains.push(0);
                }
                Ok(())
            }
            ")" | "]" | "}" => self.close(token, next),
            "@" => {
                self.attribute(token, next)?;
                self.operator(0)
            }
            ";" => Ok(()),
            "," => {
                if let Some(height) = self.heights.last_mut().filter(|h| !h.angle) {
                    height.most = height.most.max(std::mem::take(&mut height.now));
                }
                self.operator(0)
            }
            operator => {
                if let Some(height) = self.heights.last_mut() {
                    height.angle |= operator == "<";
                }
                self.operator(1)
            }
        }
    }

    /// Counts an operator, and the levels that come with it.
    fn operator(&mut self, levels: usize) -> Checked {
        self.operators += 1;
        self.deepen(levels)?;
        match self.tokens.get(self.statement) {
            Some(first) if self.operators > MAX_OPERATORS => {
                let message =
                    format!("this statement has more than {MAX_OPERATORS} operators and commas");
                self.fault(first, message, "split it into several statements, or put the numbers into an array (`.array`) and loop over it")
            }
            _ => Ok(()),
        }
    }

    fn deepen(&mut self, levels: usize) -> Checked {
        let Some(height) = self.heights.last_mut() else {
            return Ok(());
        };
        height.now += levels;
        match self.tokens.get(self.statement) {
            Some(first) if height.now > MAX_CHAIN => {
                let message = format!("this expression has more than {MAX_CHAIN} operators");
                self.fault(first, message, "name parts of it with `let`, or put the numbers into an array (`.array`) and loop over it")
            }
            _ => Ok(()),
        }
    }

    fn close(&mut self, token: &Token<'a>, next: &str) -> Checked {
        let Some(opener) = self.open.pop() else {
            let message = format!("this `{}` closes nothing that was opened before it", token.text);
            return self.fault(
                token,
                message,
                "remove it, or open it first; the engine's own brackets cannot be closed from here",
            );
        };
        if !matches!((opener.text, token.text), ("(", ")") | ("[", "]") | ("{", "}")) {
            return self.unclosed(&opener, Some(token));
        }
        let inner = self.heights.pop().map_or(0, |h| h.now.max(h.most));
        if token.text != "}" {
            // `[` is an operator itself.
            self.operators += usize::from(token.text == "]");
            self.deepen(inner + usize::from(token.text == "]"))?;
        }
        if token.text == "}" {
            self.branches -= self.chains.pop().unwrap_or(0).min(self.branches);
            if next != "else"
                && let Some(chain) = self.chains.last_mut()
            {
                self.branches -= std::mem::take(chain).min(self.branches);
            }
        }
        Ok(())
    }

    fn unclosed(&self, opener: &Token<'_>, found: Option<&Token<'_>>) -> Checked {
        let closer = match opener.text {
            "(" => ")",
            "[" => "]",
            _ => "}",
        };
        let hint = match found {
            Some(found) => {
                let line =
                    1 + self.place.text.get(..found.start).map_or(0, |t| t.matches('\n').count());
                format!("a `{closer}` is missing before the `{}` on line {line}", found.text)
            }
            None => format!("a `{closer}` is missing before the end of the {}", self.place.piece),
        };
        self.fault(opener, format!("this `{}` is never closed", opener.text), hint)
    }

    fn attribute(&self, at: &Token<'_>, name: &str) -> Checked {
        let (what, hint) = match name {
            "compute" | "vertex" | "fragment" | "workgroup_size" | "builtin" | "location" => (
                "the engine writes the entry point",
                "write only what happens to one element; `i` is its index",
            ),
            "group" | "binding" => (
                "the engine declares the bindings",
                "hand data over with `.array`, `.input` or `.param` and use its name",
            ),
            "id" => (
                "the engine sets the constants",
                "hand the number over with `.param`, or declare a `const`",
            ),
            _ => return Ok(()),
        };
        let length = 1 + name.len();
        let message = format!("`@{name}` cannot be used here: {what}");
        Err(refuse(self.place, at.start, length, message, hint))
    }

    fn junk(&self, token: &Token<'_>) -> Checked {
        let hint = match token.text {
            "?" => "there is no `? :` in WGSL; write `select(otherwise, value, condition)`",
            "#" => "WGSL has no preprocessor; write `const N = 3;`",
            "\"" | "'" | "`" | "“" | "”" | "‘" | "’" => "WGSL has no strings or characters",
            "×" | "·" => "write `*`",
            "÷" => "write `/`",
            "−" | "–" | "—" => "write `-`",
            "≤" => "write `<=`",
            "≥" => "write `>=`",
            "≠" => "write `!=`",
            "\u{200b}" | "\u{2060}" | "\u{feff}" => "it is invisible; remove it",
            space if space.chars().all(char::is_whitespace) => "put an ordinary space here",
            _ => "remove it",
        };
        self.fault(token, format!("the character `{}` means nothing in WGSL", token.text), hint)
    }
}
