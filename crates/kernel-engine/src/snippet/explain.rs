//! Turns the compiler's errors into errors about the user's own text.

use std::ops::Range;

use super::diagnostic::SnippetError;
use super::hints::Name;
use super::lexer::{Token, declarations, scan};
use super::source::{Place, Source};
use super::words::{clean, named_types};
use super::{parse_faults, validation_faults};

/// What was found out about an error. Without a place, the first of the
/// compiler's own marks that lies in the user's text is used.
#[derive(Debug, Default)]
pub(crate) struct Finding<'a> {
    pub(crate) place: Option<Place<'a>>,
    pub(crate) message: String,
    pub(crate) hint: Option<String>,
}

impl<'a> Finding<'a> {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), ..Self::default() }
    }

    pub(crate) fn hint(self, hint: impl Into<String>) -> Self {
        Self { hint: Some(hint.into()), ..self }
    }

    pub(crate) fn maybe(self, hint: Option<String>) -> Self {
        Self { hint, ..self }
    }

    pub(crate) fn at(self, place: Option<Place<'a>>) -> Self {
        Self { place: place.or(self.place), ..self }
    }
}

/// An error of the compiler together with what is known about the text.
pub(crate) struct Case<'a> {
    pub(crate) source: &'a Source,
    pub(crate) scope: &'a [Name],
    /// The places that the compiler marked, with what it says about each.
    pub(crate) marks: Vec<(Range<usize>, String)>,
}

impl<'a> Case<'a> {
    /// The place of the mark with this number, if it lies in the user's text.
    pub(crate) fn mark(&self, number: usize) -> Option<Place<'a>> {
        let (range, _) = self.marks.get(number)?;
        if self.source.holds(range) { self.source.locate(range.clone()) } else { None }
    }

    /// What the compiler says about the mark with this number.
    pub(crate) fn said(&self, number: usize) -> &str {
        self.marks.get(number).map_or("", |(_, said)| said)
    }

    /// The first mark in the user's text, narrowed to later marks within it.
    pub(crate) fn first(&self) -> Option<Place<'a>> {
        let mut held = self.marks.iter().map(|(range, _)| range).filter(|r| self.source.holds(r));
        let first = held.next()?;
        let range = held.fold(first, |all, part| {
            if all.start <= part.start && part.end <= all.end { part } else { all }
        });
        self.source.locate(range.clone())
    }

    /// The last token before a place, in the same piece.
    pub(crate) fn before(&self, place: &Place<'a>) -> Option<Token<'a>> {
        scan(place.text).tokens.into_iter().rfind(|t| t.end() <= place.range.start)
    }

    /// The tokens after a place, in the same piece.
    pub(crate) fn after(&self, place: &Place<'a>) -> impl Iterator<Item = Token<'a>> + use<'a> {
        let end = place.range.end;
        scan(place.text).tokens.into_iter().skip_while(move |t| t.start < end)
    }

    /// What is assigned after a name: `b` of `a = b;` and `a: f32 = b;`.
    pub(crate) fn value_after(&self, name: &Place<'a>) -> Option<Place<'a>> {
        let rest: Vec<_> = self.after(name).take_while(|t| t.text != ";").collect();
        let assigns =
            |t: &Token<'_>| t.text.ends_with('=') && !matches!(t.text, "==" | "!=" | "<=" | ">=");
        let at = rest.iter().position(assigns)?;
        let (first, last) = (rest.get(at + 1)?, rest.last()?);
        Some(name.moved(first.start..last.end()))
    }

    /// The argument with this number (from 0) of the call that begins at `call`.
    pub(crate) fn argument(&self, call: &Place<'a>, number: usize) -> Option<Place<'a>> {
        let start = call.range.start;
        let tokens = self.after(&call.moved(start..start)).skip_while(|t| t.text != "(").skip(1);
        let (mut depth, mut commas) = (0_usize, 0);
        let mut range: Option<Range<usize>> = None;
        for token in tokens {
            match token.text {
                "(" | "[" => depth += 1,
                ")" | "]" if depth == 0 => break,
                ")" | "]" => depth -= 1,
                "," if depth == 0 => {
                    commas += 1;
                    continue;
                }
                _ => {}
            }
            if commas == number {
                range = Some(range.map_or(token.start, |r| r.start)..token.end());
            }
        }
        range.map(|range| call.moved(range))
    }

    /// The first token that fits, the last piece (the snippet) being searched first.
    /// `fits` gets the tokens from the one in question onwards.
    pub(crate) fn search(&self, fits: impl Fn(&[Token<'a>]) -> bool) -> Option<Place<'a>> {
        self.source.pieces().rev().find_map(|piece| {
            let tokens = scan(piece.text).tokens;
            let at = (0..tokens.len()).find(|at| tokens.get(*at..).is_some_and(&fits))?;
            tokens.get(at).map(|t| piece.moved(t.start..t.end()))
        })
    }

    /// The names that the user declared anywhere.
    pub(crate) fn own_names(&self) -> Vec<&'a str> {
        let names = |piece: Place<'a>| {
            declarations(&scan(piece.text).tokens).map(|t| t.text).collect::<Vec<_>>()
        };
        self.source.pieces().flat_map(names).collect()
    }

    /// Where the user declared `name`.
    pub(crate) fn declaration(&self, name: &str) -> Option<Place<'a>> {
        self.source.pieces().find_map(|piece| {
            let tokens = scan(piece.text).tokens;
            let token = declarations(&tokens).find(|t| t.text == name)?;
            Some(piece.moved(token.start..token.end()))
        })
    }

    /// A declaration of the user's that changed the meaning of generated code.
    fn culprit(&self) -> Option<Place<'a>> {
        let (range, _) =
            self.marks.first().filter(|(range, _)| self.source.locate(range.clone()).is_none())?;
        let generated = self.source.text().get(range.clone())?;
        scan(generated).tokens.iter().filter(|t| t.is_word()).find_map(|t| self.declaration(t.text))
    }

    fn conclude(&self, mut finding: Finding<'a>) -> SnippetError {
        finding.hint = finding.hint.as_deref().map(named_types);
        let first = self.first();
        if first.is_none()
            && let Some(place) = self.culprit()
        {
            let message = format!("`{}` is a name that the engine itself uses", place.quoted());
            return SnippetError::new(&place, message, Some("choose another name".into()));
        }
        if let Some(place) = finding.place.or(first) {
            return SnippetError::new(&place, clean(&finding.message), finding.hint);
        }
        let touched = self.marks.iter().filter_map(|(range, _)| self.source.locate(range.clone()));
        let place = touched
            .min_by_key(|place| place.range.len())
            .or_else(|| {
                self.source.nearest(self.marks.first().map_or(usize::MAX, |(r, _)| r.start))
            })
            .unwrap_or(Place { piece: "snippet", text: "", range: 0..0 });
        SnippetError::new(&place, clean(&finding.message), finding.hint)
    }
}

/// Explains an error in the grammar or the names and types of the text.
pub(crate) fn explain_parse(
    source: &Source,
    error: &naga::front::wgsl::ParseError,
    scope: &[Name],
) -> SnippetError {
    let marks = error.labels().filter_map(|(span, said)| Some((span.to_range()?, said.to_owned())));
    let case = Case { source, scope, marks: marks.collect() };
    let notes: Vec<&str> = error.notes().collect();
    case.conclude(parse_faults::read(&case, error.message(), &notes))
}

/// Explains an error in what the text means.
pub(crate) fn explain_validation(
    source: &Source,
    error: &naga::WithSpan<naga::valid::ValidationError>,
    scope: &[Name],
) -> SnippetError {
    let marks = error.spans().filter_map(|(span, said)| Some((span.to_range()?, said.clone())));
    let case = Case { source, scope, marks: marks.collect() };
    case.conclude(validation_faults::read(&case, error.as_inner()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blames_a_declaration_that_hides_a_name_of_the_engine() {
        let mut source = Source::new();
        source.push_user("preamble", "const min = 1.0;");
        source.push("\nfn f(a: f32) -> f32 { return min(a, 1.0); }");
        let error = naga::front::wgsl::parse_str(source.text()).err();
        let explained = error.map(|e| explain_parse(&source, &e, &[]));
        let said = explained.as_ref().map(|e| (e.line(), e.column(), e.message()));
        assert_eq!(said, Some((1, 7, "`min` is a name that the engine itself uses")));
    }
}
