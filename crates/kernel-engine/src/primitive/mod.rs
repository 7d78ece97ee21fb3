//! Primitive: reductions, scans, filters and histograms with snippets of the user's own.
//!
//! Reduce-then-scan, after Merrill and Grimshaw ("Parallel scan for stream architectures", 2009),
//! in at most three dispatches whatever the size, none of which waits for another workgroup:
//!
//! 1. *Totals*: each workgroup combines a chunk of the input to one total.
//! 2. *Spine*: one workgroup combines the totals, or replaces each by what stands before it.
//! 3. *Finish*: each workgroup goes through its chunk again, from what stands before it.
//!
//! Neighbours are combined with neighbours, so an operator need only be associative. The identity
//! is the result of nothing and is never combined with an element. How the input is cut depends
//! on the types alone ([`Tile`]), so the result is the same every time, for floats too.

mod filter;
mod histogram;
mod number;
mod reduce;
mod run;
mod scan;
mod segments;
mod shorthand;
mod sort;
mod tile;

pub use filter::{Filter, Filtered};
pub use histogram::Histogram;
pub use number::{Ordered, Summed};
pub use reduce::Reduce;
pub use scan::Scan;
pub(crate) use segments::is_wide;
pub(crate) use shorthand::Key;
pub(crate) use sort::Scratch;
pub use sort::{Sort, SortKey};
pub(crate) use tile::{Tile, is_narrow};

use crate::element::{Element, Type};
use crate::error::Result;
use crate::kernel::{Declaration, KernelBuilder, Role};

/// What a primitive is made of, besides what every kernel has.
#[derive(Clone, Debug)]
pub(crate) struct Primitive {
    pub(crate) kind: Kind,
    /// The elements that it reads.
    pub(crate) input: Type,
    /// What its tiles combine.
    pub(crate) value: Type,
    /// The same with a flag, which is combined by segments.
    flagged: Type,
    /// A snippet that makes a value of an element.
    pub(crate) map: Option<String>,
    /// The value of nothing, in memory's form.
    pub(crate) identity: Vec<u8>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Reduce,
    Scan {
        exclusive: bool,
    },
    Filter,
    Histogram {
        bins: u32,
    },
    /// A reduction by segments, of values of that type.
    Segments {
        of: Type,
    },
}

/// A part of a primitive's work, and a pipeline of its own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) enum Stage {
    #[default]
    Totals,
    Spine,
    Finish,
}

/// The titles of the snippets, and the functions that they are the bodies of.
pub(crate) const SNIPPETS: [(&str, &str); 4] = [OPERATOR, MAP, PREDICATE, BIN];
const OPERATOR: (&str, &str) = ("operator", "engine_operator");
const MAP: (&str, &str) = ("map", "engine_map");
const PREDICATE: (&str, &str) = ("predicate", "engine_predicate");
const BIN: (&str, &str) = ("bin", "engine_bin");

impl Primitive {
    fn of<In: Element, T: Element>(kind: Kind, identity: T) -> Self {
        let identity = bytemuck::bytes_of(&identity).to_vec();
        let (input, value, flagged) = (In::TYPE, T::TYPE, segments::Flagged::<T>::TYPE);
        Self { kind, input, value, flagged, map: None, identity }
    }

    fn builder<S>(self, label: &str, snippet: &str) -> KernelBuilder<S> {
        let declaration = Declaration::new(label, snippet);
        KernelBuilder::of(Declaration { primitive: Some(self), ..declaration })
    }

    /// A reduction, by segments.
    pub(crate) fn by_segments(&self) -> Self {
        let kind = Kind::Segments { of: self.value };
        Self { kind, value: self.flagged, ..self.clone() }
    }

    /// Whether the main snippet is an operator of two values.
    pub(crate) fn combines(&self) -> bool {
        matches!(self.kind, Kind::Reduce | Kind::Scan { .. } | Kind::Segments { .. })
    }

    /// The snippet that looks at one element, as in [`SNIPPETS`], if there is one.
    pub(crate) fn each(&self, stage: Stage) -> Option<(&'static str, &'static str)> {
        match self.kind {
            _ if stage == Stage::Spine => None,
            Kind::Reduce | Kind::Scan { .. } | Kind::Segments { .. } => {
                self.map.as_ref().map(|_| MAP)
            }
            Kind::Filter => Some(PREDICATE),
            Kind::Histogram { .. } => Some(BIN),
        }
    }

    /// The type of `dst`, in WGSL.
    pub(crate) fn result(&self) -> String {
        match self.kind {
            Kind::Reduce | Kind::Scan { .. } => self.value.to_string(),
            Kind::Segments { of } => of.to_string(),
            Kind::Filter => "bool".to_owned(),
            Kind::Histogram { .. } => "u32".to_owned(),
        }
    }

    /// What the snippets see.
    pub(crate) fn names(&self) -> &'static [&'static str] {
        match self.combines() {
            true => &["a", "b", "dst", "src", "i", "len"],
            false => &["dst", "src", "i", "len"],
        }
    }
}

impl<S> KernelBuilder<S> {
    /// With a snippet that makes a value of each element.
    fn mapped<In: Element, To>(mut self, snippet: &str) -> KernelBuilder<To> {
        if let Some(primitive) = &mut self.declaration.primitive {
            primitive.input = In::TYPE;
            primitive.map = Some(snippet.to_owned());
        }
        KernelBuilder::of(self.declaration)
    }
}

impl Declaration {
    /// The snippets that a stage needs, each with its title; the main one last.
    pub(crate) fn snippets(&self, stage: Stage) -> Vec<(&'static str, &str)> {
        let Some(primitive) = &self.primitive else { return vec![("snippet", &self.snippet)] };
        let each = primitive.each(stage).map(|(title, _)| match title == MAP.0 {
            true => (title, primitive.map.as_deref().unwrap_or_default()),
            false => (title, self.snippet.as_str()),
        });
        let operator = primitive.combines().then_some((OPERATOR.0, self.snippet.as_str()));
        each.into_iter().chain(operator).collect()
    }

    /// What a primitive cannot be given, though the builder has it for other kernels.
    pub(crate) fn check_primitive(&self) -> Result<()> {
        let Some(primitive) = &self.primitive else { return Ok(()) };
        if let Some(binding) = self.bindings.iter().find(|it| it.role != Role::Array) {
            return Err(self.error(format!(
                "its snippets run as often as the engine likes, so they write nothing but `dst`: \
                 take `{}` as `.array`, or leave it out",
                binding.name
            )));
        }
        if self.workgroup_size != [256, 1, 1] {
            return Err(
                self.error("the engine chooses its workgroups: leave `.workgroup_size` out")
            );
        }
        if primitive.kind == (Kind::Histogram { bins: 0 }) {
            return Err(self.error("a histogram has one bin at least"));
        }
        let (bytes, most) = (primitive.value.stride(), Tile::MOST);
        if bytes > most {
            return Err(self.error(format!(
                "it combines values of {bytes} bytes, and {most} are the most: combine a part of \
                 {}, or indices",
                primitive.value
            )));
        }
        Ok(())
    }
}
