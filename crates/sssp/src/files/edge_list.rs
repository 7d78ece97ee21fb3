//! Edge lists: the start, the end and perhaps the weight of an edge in the columns of a line.

use std::borrow::Cow;

use super::edges::{Edges, Parsed};
use super::lines::{Line, Lines};
use super::names::Ids;
use super::number::{Number, digits, is_like, numbers};
use crate::error::Result;

/// Lines that begin so are comments.
const COMMENTS: &[u8] = b"#%";

/// What the ends of an edge are called where a first line names the columns, in small letters and
/// digits alone.
const STARTS: [&str; 6] = ["source", "sourceid", "from", "fromnode", "fromnodeid", "src"];
const ENDS: [&str; 7] = ["target", "targetid", "to", "tonode", "tonodeid", "dst", "dest"];

/// What parts the columns of a line; `None` are blanks, however many.
type Separator = Option<u8>;

struct Reader {
    edges: Edges,
    ids: Ids,
    separator: Separator,
    /// The column of the weights, where there is one.
    weight: Option<usize>,
    /// Whether there is no column besides the ends.
    alone: bool,
}

/// `weight` names the column of the weights; an empty name means that there is none.
pub(super) fn parse(lines: &mut Lines<'_>, weight: Option<&str>) -> Result<Parsed> {
    let first = lines.next_filled(COMMENTS)?.map(|line| (line.number, line.text.to_vec()));
    let (number, text) = first.unwrap_or_default();
    let count = |separator: u8| memchr::memchr_iter(separator, &text).count();
    let separator = match [b'\t', b',', b';'].map(count) {
        [0, 0, 0] => None,
        // A comma may stand before decimals then.
        [0, commas, semicolons] if semicolons >= commas => Some(b';'),
        [0, ..] => Some(b','),
        _ => Some(b'\t'),
    };
    let second = lines.next_filled(COMMENTS)?.is_some();
    let next = lines.line();
    let first = Line { file: next.file, number, text: &text };

    let named = Header::of(&first, second.then_some(&next), separator, weight);
    let header = named != Header::None;
    let shown = if header && second { &next } else { &first };
    let column = weight_column(&first, header, shown, separator, weight)?;
    let alone = weight.is_none() && column.is_none();
    let (edges, ids) = Default::default();
    let mut reader = Reader { edges, ids, separator, weight: column, alone };
    if !header && !text.is_empty() {
        reader.take(&first)?;
    }
    let mut more = second;
    while more {
        reader.take(&lines.line())?;
        more = lines.next_filled(COMMENTS)?.is_some();
    }

    let mut warnings = Vec::new();
    if named == Header::Guessed {
        let text = String::from_utf8_lossy(&text);
        warnings.push(format!("the first line, `{text}`, is taken for the names of the columns"));
    }
    let Reader { mut edges, ids, .. } = reader;
    let (names, becomes) = ids.names();
    if let Some(becomes) = becomes {
        for vertex in edges.tail.iter_mut().chain(&mut edges.head) {
            *vertex = becomes[*vertex as usize];
        }
    }
    Ok(Parsed { edges, names, both_ways: false, warnings })
}

impl Reader {
    fn take(&mut self, line: &Line<'_>) -> Result<()> {
        // Most lines are two or three plain numbers.
        let plain = match self.weight {
            Some(2) => numbers(line.text, self.separator)
                .map(|[tail, head, weight]| (tail, head, Some(Number::Integer(weight as i64)))),
            None => numbers(line.text, self.separator).map(|[tail, head]| (tail, head, None)),
            _ => None,
        };
        if let Some((tail, head, weight)) = plain
            && let Some((tail, head)) = self.ids.intern_numbers(tail, head)
        {
            self.edges.push(tail, head, weight);
            return Ok(());
        }
        let mut fields = fields(line.text, self.separator);
        let mut end = |what: &str, field: Option<&[u8]>| {
            let named = field.filter(|field| !field.is_empty());
            let vertex = named.and_then(|name| self.ids.intern(name));
            vertex.ok_or_else(|| {
                line.fault(format!("the {what} of an edge, a number or a name"), field)
            })
        };
        let tail = end("start", fields.next().as_deref())?;
        let head = end("end", fields.next().as_deref())?;
        let mut weight = None;
        if let Some(column) = self.weight {
            let what = format_args!("the weight in column {}", column + 1);
            weight = Some(line.number(fields.nth(column - 2).as_deref(), what)?);
        } else if let Some(field) = fields.next().filter(|field| self.alone && !field.is_empty()) {
            return Err(line.fault("two columns, as in the first line", Some(&field)));
        }
        self.edges.push(tail, head, weight);
        Ok(())
    }
}

/// Whether a first line names the columns.
#[derive(Clone, Copy, PartialEq)]
enum Header {
    None,
    /// By words that are used for that, or by that of the weights.
    Named,
    /// By words where the next line has numbers.
    Guessed,
}

impl Header {
    fn of(
        first: &Line<'_>,
        next: Option<&Line<'_>>,
        separator: Separator,
        weight: Option<&str>,
    ) -> Self {
        let all: Vec<_> = fields(first.text, separator).collect();
        let below = next.map(|line| fields(line.text, separator).collect::<Vec<_>>());
        // A third column of numbers is one of weights, so that the line is an edge.
        if all.get(2).is_some_and(|field| is_like(field)) {
            return Self::None;
        }
        let is = |k: usize, words: &[&str]| {
            let field = all.get(k).map_or(&[][..], |field| field);
            let plain = field.iter().filter(|byte| byte.is_ascii_alphanumeric());
            let plain: Vec<u8> = plain.map(u8::to_ascii_lowercase).collect();
            words.iter().any(|word| plain == word.as_bytes())
        };
        // An empty name is none.
        let weight = weight.filter(|weight| !weight.is_empty());
        let weighs =
            |field: &Cow<'_, [u8]>| weight.is_some_and(|weight| **field == *weight.as_bytes());
        if (is(0, &STARTS) && is(1, &ENDS)) || all.iter().skip(2).any(weighs) {
            return Self::Named;
        }
        let turns = |k: usize| {
            let below = below.as_ref().and_then(|below| below.get(k));
            all.get(k).is_some_and(|field| !field.is_empty() && !is_like(field))
                && below.is_some_and(|field| is_like(field))
        };
        // Between two numbers there is an edge, and what is wrong with its weight is told.
        let is_edge = all.iter().take(2).all(|field| is_like(field));
        if (turns(2) && !is_edge) || (turns(0) && turns(1)) { Self::Guessed } else { Self::None }
    }
}

/// The column of the weights, counted from 0, as the first line or the first edge tells it.
fn weight_column(
    first: &Line<'_>,
    header: bool,
    edge: &Line<'_>,
    separator: Separator,
    weight: Option<&str>,
) -> Result<Option<usize>> {
    let Some(name) = weight else {
        return Ok((fields(edge.text, separator).count() > 2).then_some(2));
    };
    if name.is_empty() {
        return Ok(None);
    }
    let named =
        fields(first.text, separator).position(|field| header && *field == *name.as_bytes());
    // Where no line names them, columns are counted from 1.
    let counted =
        digits(name.as_bytes()).filter(|_| !header).and_then(|k| (k as usize).checked_sub(1));
    match named.or(counted) {
        Some(column) if column >= 2 => Ok(Some(column)),
        _ if header => Err(first.fault(
            format!("a column called `{name}` behind the ends of the edge"),
            Some(first.text),
        )),
        _ => Err(first.fault(
            format!("a first line that names the columns, one of them `{name}`"),
            Some(first.text),
        )),
    }
}

/// The columns of a line, without blanks and quotation marks around them.
fn fields(text: &[u8], separator: Separator) -> impl Iterator<Item = Cow<'_, [u8]>> {
    let mut rest = Some(text);
    std::iter::from_fn(move || {
        let now = rest?;
        let Some(byte) = separator else {
            let (field, after) = split(now, now.iter().position(u8::is_ascii_whitespace));
            rest = after.map(<[u8]>::trim_ascii_start);
            return Some(field.into());
        };
        let (field, after) = quoted(now, byte).unwrap_or_else(|| {
            let (field, after) = split(now, memchr::memchr(byte, now));
            (field.trim_ascii().into(), after)
        });
        rest = after;
        Some(field)
    })
}

/// What stands within quotation marks, where a mark is written as two, if nothing else stands
/// before the separator; and what is behind that.
fn quoted(text: &[u8], separator: u8) -> Option<(Cow<'_, [u8]>, Option<&[u8]>)> {
    let inside = text.trim_ascii_start().strip_prefix(b"\"")?;
    let mut end = memchr::memchr(b'"', inside)?;
    while inside.get(end + 1) == Some(&b'"') {
        end += 2 + memchr::memchr(b'"', &inside[end + 2..])?;
    }
    let (field, after) = (&inside[..end], &inside[end + 1..]);
    let (between, after) = split(after, memchr::memchr(separator, after));
    if !between.trim_ascii().is_empty() {
        return None;
    }
    if !field.contains(&b'"') {
        return Some((field.into(), after));
    }
    let (mut once, mut is_first) = (field.to_vec(), false);
    once.retain(|byte| {
        is_first = *byte == b'"' && !is_first;
        *byte != b'"' || is_first
    });
    Some((once.into(), after))
}

/// What is before and behind a place, which is left out.
fn split(text: &[u8], at: Option<usize>) -> (&[u8], Option<&[u8]>) {
    match at {
        Some(at) => (&text[..at], Some(&text[at + 1..])),
        None => (text, None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_parted() {
        let rows: [(&str, Separator, &[&str]); 9] = [
            ("1 \t 2  3.5", None, &["1", "2", "3.5"]),
            ("1, 2 ,x,", Some(b','), &["1", "2", "x", ""]),
            ("New York\tBoston", Some(b'\t'), &["New York", "Boston"]),
            ("\"York, New\" , \"b\",3", Some(b','), &["York, New", "b", "3"]),
            ("\"a \"\"1\"\"\",\"\"\"\",\"\"", Some(b','), &["a \"1\"", "\"", ""]),
            ("\"open,b", Some(b','), &["\"open", "b"]),
            ("\"a\"b,\"c\" d", Some(b','), &["\"a\"b", "\"c\" d"]),
            ("\"a\"\",b", Some(b','), &["\"a\"\"", "b"]),
            ("", None, &[""]),
        ];
        for (text, separator, expected) in rows {
            let found: Vec<_> = fields(text.as_bytes(), separator).collect();
            assert_eq!(found, expected.iter().map(|field| field.as_bytes()).collect::<Vec<_>>());
        }
    }
}
