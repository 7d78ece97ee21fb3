//! Edges as they are read, and the graph that they become.

use super::Weighted;
use super::names::Names;
use super::number::Number;
use crate::error::Result;
use crate::graph::Graph;
use crate::weight::{Unit, Weight};

/// What a file has come to.
pub(super) struct Parsed {
    pub(super) edges: Edges,
    pub(super) names: Names,
    /// Whether the edges are there in both directions already.
    pub(super) both_ways: bool,
    pub(super) warnings: Vec<String>,
}

/// Tails, heads, and weights where there are any.
#[derive(Default)]
pub(super) struct Edges {
    pub(super) tail: Vec<u32>,
    pub(super) head: Vec<u32>,
    weight: Column,
    /// Whether a weight is written as no whole number.
    pub(super) has_floats: bool,
}

/// Weights in the narrowest type that has held them all.
#[derive(Default)]
enum Column {
    #[default]
    None,
    U32(Vec<u32>),
    I32(Vec<i32>),
    F64(Vec<f64>),
}

impl Edges {
    pub(super) fn len(&self) -> usize {
        self.tail.len()
    }

    /// One more edge. Either all of them have weights or none has.
    pub(super) fn push(&mut self, tail: u32, head: u32, weight: Option<Number>) {
        self.tail.push(tail);
        self.head.push(head);
        if let Some(weight) = weight {
            self.has_floats |= matches!(weight, Number::Float(_));
            self.weight.push(weight);
        }
    }

    /// The same edge from its head to its tail.
    pub(super) fn push_both(
        &mut self,
        tail: u32,
        head: u32,
        weight: Option<Number>,
        back: Option<Number>,
    ) {
        self.push(tail, head, weight);
        if tail != head {
            self.push(head, tail, back);
        }
    }

    pub(super) fn graph(
        self,
        vertices: u32,
        undirected: bool,
        unweighted: bool,
    ) -> Result<Weighted> {
        let Self { tail, head, weight, .. } = self;
        fn build<W: Weight>(
            vertices: u32,
            tail: &[u32],
            head: &[u32],
            weight: &[W],
            undirected: bool,
        ) -> Result<Graph<W>> {
            let graph = Graph::from_coo(vertices, tail, head, weight)?;
            if undirected { graph.undirected() } else { Ok(graph) }
        }
        Ok(match weight {
            Column::U32(weight) if !unweighted => {
                Weighted::U32(build(vertices, &tail, &head, &weight, undirected)?)
            }
            Column::I32(weight) if !unweighted => {
                Weighted::I32(build(vertices, &tail, &head, &weight, undirected)?)
            }
            Column::F64(weight) if !unweighted => {
                Weighted::F64(build(vertices, &tail, &head, &weight, undirected)?)
            }
            _ => {
                let weight = vec![Unit; tail.len()];
                Weighted::Unit(build(vertices, &tail, &head, &weight, undirected)?)
            }
        })
    }
}

impl Column {
    fn push(&mut self, number: Number) {
        match (&mut *self, number) {
            (Self::U32(all), Number::Integer(i)) if u32::try_from(i).is_ok() => all.push(i as u32),
            (Self::I32(all), Number::Integer(i)) if i32::try_from(i).is_ok() => all.push(i as i32),
            (Self::F64(all), Number::Integer(i)) => all.push(i as f64),
            (Self::F64(all), Number::Float(float)) => all.push(float),
            _ => {
                self.widen(number);
                self.push(number);
            }
        }
    }

    /// Takes a wider type, into which `number` fits if it is not the widest.
    fn widen(&mut self, number: Number) {
        let narrow = i32::try_from(match number {
            Number::Integer(i) => i,
            Number::Float(_) => i64::MAX,
        });
        *self = match std::mem::take(self) {
            Self::None => Self::U32(Vec::new()),
            Self::U32(all) if narrow.is_ok() && all.iter().all(|w| i32::try_from(*w).is_ok()) => {
                Self::I32(all.into_iter().map(|w| w as i32).collect())
            }
            Self::U32(all) => Self::F64(all.into_iter().map(f64::from).collect()),
            Self::I32(all) => Self::F64(all.into_iter().map(f64::from).collect()),
            Self::F64(all) => Self::F64(all),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_take_the_type_that_holds_them() {
        let read = |numbers: &[Number]| {
            let mut edges = Edges::default();
            numbers.iter().for_each(|number| edges.push(0, 0, Some(*number)));
            edges.graph(1, false, false).unwrap()
        };
        let integer = Number::Integer;
        assert!(matches!(read(&[]), Weighted::Unit(_)));
        assert!(matches!(read(&[integer(0), integer(4294967295)]), Weighted::U32(_)));
        assert!(matches!(read(&[integer(5), integer(-5)]), Weighted::I32(_)));
        assert!(matches!(read(&[integer(-5), integer(5)]), Weighted::I32(_)));
        let wide = read(&[integer(4294967295), integer(-5)]);
        assert!(matches!(&wide, Weighted::F64(graph) if graph.weight() == [4294967295.0, -5.0]));
        assert!(matches!(read(&[integer(-1), integer(1 << 40)]), Weighted::F64(_)));
        assert!(matches!(read(&[integer(1), Number::Float(0.5)]), Weighted::F64(_)));
    }
}
