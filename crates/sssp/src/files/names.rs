//! Names: what a file calls its vertices.

use std::borrow::Cow;
use std::collections::HashMap;

/// What a file calls its vertices. In a graph they are numbered from 0.
#[derive(Clone, Debug)]
pub struct Names(Kind);

#[derive(Clone, Debug)]
enum Kind {
    /// By counting, from the first number on.
    Counted { first: u32, vertices: u32 },
    /// By numbers of the file's own, which ascend.
    Numbers(Vec<u64>),
    /// By anything.
    Texts(Texts),
}

/// Texts, numbered as they come.
#[derive(Clone, Debug, Default)]
pub(super) struct Texts {
    all: Vec<Box<str>>,
    vertex: HashMap<Box<str>, u32>,
}

impl Names {
    pub(super) fn counted(first: u32, vertices: u32) -> Self {
        Self(Kind::Counted { first, vertices })
    }

    pub(super) fn texts(texts: Texts) -> Self {
        Self(Kind::Texts(texts))
    }

    /// How many vertices there are.
    pub fn len(&self) -> u32 {
        match &self.0 {
            Kind::Counted { vertices, .. } => *vertices,
            Kind::Numbers(all) => all.len() as u32,
            Kind::Texts(texts) => texts.all.len() as u32,
        }
    }

    /// Whether there is no vertex.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The name of a vertex; nothing where there is no such vertex.
    pub fn of(&self, vertex: u32) -> Cow<'_, str> {
        match &self.0 {
            Kind::Counted { first, vertices } if vertex < *vertices => {
                (u64::from(*first) + u64::from(vertex)).to_string().into()
            }
            Kind::Counted { .. } => "".into(),
            Kind::Numbers(all) => {
                all.get(vertex as usize).map(u64::to_string).unwrap_or_default().into()
            }
            Kind::Texts(texts) => texts.all.get(vertex as usize).map_or("", |text| text).into(),
        }
    }

    /// The vertex of a name.
    pub fn vertex(&self, name: &str) -> Option<u32> {
        match &self.0 {
            Kind::Counted { first, vertices } => {
                let vertex = name.parse::<u32>().ok()?.checked_sub(*first)?;
                (vertex < *vertices).then_some(vertex)
            }
            Kind::Numbers(all) => Some(all.binary_search(&name.parse().ok()?).ok()? as u32),
            Kind::Texts(texts) => texts.vertex(name),
        }
    }
}

impl Texts {
    /// The vertex of a text, which is a new one where the text is.
    pub(super) fn intern(&mut self, text: &str) -> u32 {
        if let Some(vertex) = self.vertex.get(text) {
            return *vertex;
        }
        let vertex = self.all.len() as u32;
        self.all.push(text.into());
        self.vertex.insert(text.into(), vertex);
        vertex
    }

    pub(super) fn vertex(&self, text: &str) -> Option<u32> {
        self.vertex.get(text).copied()
    }
}

/// Ids of edge lists on their way to names: as long as all are numbers, no text is kept.
#[derive(Default)]
pub(super) struct Ids {
    numbers: Vec<u64>,
    /// The vertex of each small number, and [`NONE`].
    small: Vec<u32>,
    large: HashMap<u64, u32>,
    texts: Option<Texts>,
}

const NONE: u32 = u32::MAX;

impl Ids {
    /// The vertex of an id; `None` where it is no text.
    pub(super) fn intern(&mut self, id: &[u8]) -> Option<u32> {
        if self.texts.is_none() {
            // "7" and "07" are two names.
            let plain = id.len() == 1 || id.first() != Some(&b'0');
            if let Some(number) = super::number::digits(id).filter(|_| plain) {
                return Some(self.intern_number(number));
            }
            let mut texts = Texts::default();
            for number in self.numbers.drain(..) {
                texts.intern(&number.to_string());
            }
            (self.small, self.large) = Default::default();
            self.texts = Some(texts);
        }
        let text = std::str::from_utf8(id).ok()?;
        Some(self.texts.as_mut()?.intern(text))
    }

    /// The same for two ids that are plain numbers, as long as all are.
    pub(super) fn intern_numbers(&mut self, tail: u64, head: u64) -> Option<(u32, u32)> {
        let numbers = self.texts.is_none();
        numbers.then(|| (self.intern_number(tail), self.intern_number(head)))
    }

    fn intern_number(&mut self, number: u64) -> u32 {
        let next = self.numbers.len() as u32;
        if number >= self.small.len() as u64 {
            // The table stays within a few words for each vertex.
            if number >= 4 * u64::from(next) + 1024 {
                return *self.large.entry(number).or_insert_with(|| {
                    self.numbers.push(number);
                    next
                });
            }
            self.small.resize((number as usize + 1).next_power_of_two(), NONE);
            let small = &mut self.small;
            self.large.retain(|number, vertex| match small.get_mut(*number as usize) {
                None => true,
                Some(place) => {
                    *place = *vertex;
                    false
                }
            });
        }
        let place = &mut self.small[number as usize];
        if *place == NONE {
            *place = next;
            self.numbers.push(number);
        }
        *place
    }

    /// The names, and for each vertex so far the one that it becomes: numbers are put in order.
    pub(super) fn names(self) -> (Names, Option<Vec<u32>>) {
        if let Some(texts) = self.texts {
            return (Names::texts(texts), None);
        }
        let numbers = self.numbers;
        let mut order: Vec<u32> = (0..numbers.len() as u32).collect();
        order.sort_unstable_by_key(|vertex| numbers[*vertex as usize]);
        let mut becomes = vec![0; numbers.len()];
        for (place, vertex) in order.iter().enumerate() {
            becomes[*vertex as usize] = place as u32;
        }
        let ascending = order.iter().map(|vertex| numbers[*vertex as usize]).collect();
        (Names(Kind::Numbers(ascending)), Some(becomes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_small_and_large_are_put_in_order() {
        let mut ids = Ids::default();
        let given = ["5000", "7", "123456789012345", "0", "7", "5000"];
        let vertices: Vec<_> = given.iter().map(|id| ids.intern(id.as_bytes()).unwrap()).collect();
        assert_eq!(vertices, [0, 1, 2, 3, 1, 0]);
        // Enough for 5000 to move to the table.
        for number in 10_000..12_000 {
            ids.intern(number.to_string().as_bytes()).unwrap();
        }
        (0..5001).for_each(|number| assert!(ids.intern(number.to_string().as_bytes()).is_some()));
        let (names, becomes) = ids.names();
        assert_eq!(names.len(), 7002);
        assert_eq!(names.of(7001), "123456789012345");
        for id in given {
            assert_eq!(names.of(names.vertex(id).unwrap()), id);
        }
        assert_eq!(becomes.unwrap()[..4], [5000, 7, 7001, 0]);
        assert_eq!((names.vertex("5001"), names.vertex("x")), (None, None));
    }

    #[test]
    fn a_text_makes_all_of_them_texts() {
        let mut ids = Ids::default();
        let vertices: Vec<_> =
            ["9", "07", "7", "9"].map(|id| ids.intern(id.as_bytes()).unwrap()).into();
        assert_eq!(vertices, [0, 1, 2, 0]);
        assert_eq!(ids.intern(b"\xff"), None);
        let (names, becomes) = ids.names();
        assert_eq!(
            (names.of(0), names.of(1), names.of(2), names.of(3)),
            ("9".into(), "07".into(), "7".into(), "".into())
        );
        assert!(becomes.is_none());
        assert_eq!(names.vertex("7"), Some(2));
    }

    #[test]
    fn counted_names() {
        let names = Names::counted(1, 3);
        assert_eq!((names.of(0), names.of(2), names.of(3)), ("1".into(), "3".into(), "".into()));
        assert_eq!((names.vertex("1"), names.vertex("3")), (Some(0), Some(2)));
        assert_eq!((names.vertex("0"), names.vertex("4"), names.vertex("a")), (None, None, None));
    }
}
