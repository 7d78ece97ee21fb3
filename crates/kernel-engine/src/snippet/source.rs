//! Generated text in which pieces of the user's text stand verbatim, and the
//! way back from a position in the whole to a position in a piece.

use std::ops::Range;

#[derive(Debug, Clone, Default)]
pub(crate) struct Source {
    text: String,
    pieces: Vec<Piece>,
}

#[derive(Debug, Clone)]
struct Piece {
    name: String,
    range: Range<usize>,
}

/// A stretch of one of the user's pieces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Place<'a> {
    /// The name of the piece: `snippet`, `preamble`.
    pub(crate) piece: &'a str,
    /// All of the piece.
    pub(crate) text: &'a str,
    /// Byte range within the piece.
    pub(crate) range: Range<usize>,
}

impl<'a> Place<'a> {
    /// The stretch itself.
    pub(crate) fn quoted(&self) -> &'a str {
        self.text.get(self.range.clone()).unwrap_or_default()
    }

    /// Another stretch of the same piece.
    pub(crate) fn moved(&self, range: Range<usize>) -> Self {
        Self { range, ..*self }
    }
}

impl Source {
    pub(crate) fn new() -> Self {
        Self::default()
    }

    /// Adds text that the user never sees.
    pub(crate) fn push(&mut self, generated: &str) {
        self.text.push_str(generated);
    }

    /// Adds the user's text, unchanged.
    pub(crate) fn push_user(&mut self, piece: &str, text: &str) {
        let start = self.text.len();
        self.text.push_str(text);
        self.pieces.push(Piece { name: piece.to_owned(), range: start..self.text.len() });
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// The user's pieces, each as a whole.
    pub(crate) fn pieces(&self) -> impl DoubleEndedIterator<Item = Place<'_>> {
        self.pieces.iter().map(|piece| Place {
            piece: &piece.name,
            text: self.text.get(piece.range.clone()).unwrap_or_default(),
            range: 0..piece.range.len(),
        })
    }

    /// Whether all of `range` is the user's text.
    pub(crate) fn holds(&self, range: &Range<usize>) -> bool {
        let within = |p: &Piece| p.range.start <= range.start && range.end <= p.range.end;
        !range.is_empty() && self.pieces.iter().any(within)
    }

    /// The user's part of `range`: that of the piece in which it begins or,
    /// failing that, of the first piece that it touches.
    pub(crate) fn locate(&self, range: Range<usize>) -> Option<Place<'_>> {
        let begins = |p: &Piece| p.range.contains(&range.start);
        let touches = |p: &Piece| p.range.start < range.end && range.start < p.range.end;
        let at =
            self.pieces.iter().position(begins).or_else(|| self.pieces.iter().position(touches))?;
        let (piece, whole) = (self.pieces.get(at)?, self.pieces().nth(at)?);
        let start = range.start.max(piece.range.start);
        let end = range.end.min(piece.range.end).max(start);
        Some(whole.moved(start - piece.range.start..end - piece.range.start))
    }

    /// The user's text nearest to a position in generated text: the end of the
    /// piece before it or, where there is none, the start of the one after it.
    /// `None` only where the user wrote nothing.
    pub(crate) fn nearest(&self, position: usize) -> Option<Place<'_>> {
        let mut nearest = None;
        for (piece, whole) in self.pieces.iter().zip(self.pieces()) {
            if piece.range.start <= position {
                let end = whole.range.end;
                nearest = Some(whole.moved(end..end));
            } else if nearest.is_none() {
                nearest = Some(whole.moved(0..0));
            }
        }
        nearest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source() -> Source {
        let mut source = Source::new();
        source.push("0123");
        source.push_user("preamble", "abc");
        source.push("--");
        source.push_user("snippet", "defg");
        source.push("}");
        source
    }

    #[test]
    fn locates_and_clamps() {
        let source = source();
        assert_eq!(source.text(), "0123abc--defg}");
        let found =
            |range| source.locate(range).map(|p| (p.piece.to_owned(), p.quoted().to_owned()));
        assert_eq!(found(5..6), Some(("preamble".into(), "b".into())));
        assert_eq!(found(5..20), Some(("preamble".into(), "bc".into())));
        assert_eq!(found(7..11), Some(("snippet".into(), "de".into())));
        assert_eq!(found(0..14), Some(("preamble".into(), "abc".into())));
        assert_eq!(found(7..9), None);
        assert_eq!(found(13..14), None);
    }

    #[test]
    fn falls_back_to_the_nearest_piece() {
        let source = source();
        let near = |at| source.nearest(at).map(|p| (p.piece.to_owned(), p.range));
        assert_eq!(near(13), Some(("snippet".into(), 4..4)));
        assert_eq!(near(8), Some(("preamble".into(), 3..3)));
        assert_eq!(near(0), Some(("preamble".into(), 0..0)));
        assert_eq!(Source::new().nearest(0), None);
        assert!(source.holds(&(9..13)) && !source.holds(&(8..13)));
    }
}
