//! Declaration: what a kernel's builder was told.

use crate::element::Type;
use crate::error::Error;
use crate::primitive::Primitive;

/// What a kernel was declared to be.
#[derive(Clone, Debug)]
pub(crate) struct Declaration {
    pub(crate) label: String,
    pub(crate) snippet: String,
    pub(crate) preambles: Vec<String>,
    pub(crate) params: Vec<(String, Type)>,
    pub(crate) bindings: Vec<Binding>,
    pub(crate) workgroup: Vec<WorkgroupVariable>,
    pub(crate) workgroup_size: [u32; 3],
    /// Whether the device's own mathematics will do.
    pub(crate) fast_math: bool,
    /// Element types of input and output of a map; none for the others.
    pub(crate) map: Option<(Type, Type)>,
    /// Type of the items of the frontier that the kernel runs over; none for the others.
    pub(crate) expand: Option<Type>,
    /// What a reduction, scan, filter or histogram is made of; none for the others.
    pub(crate) primitive: Option<Primitive>,
}

/// A storage that is bound by name.
#[derive(Clone, Debug)]
pub(crate) struct Binding {
    pub(crate) name: String,
    pub(crate) ty: Type,
    pub(crate) role: Role,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// This element of a storage as long as the map's input; read.
    Input,
    /// Any element; read.
    Array,
    /// In a map this element, in a compute kernel any element; written.
    Output,
    /// Any element, atomically; read and written.
    Atomic,
}

impl Role {
    /// Whether a kernel may want any element at any time, not only that of its invocation.
    pub(crate) fn is_any(self, map: Option<(Type, Type)>) -> bool {
        match self {
            Self::Input => false,
            Self::Array | Self::Atomic => true,
            Self::Output => map.is_none(),
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct WorkgroupVariable {
    pub(crate) name: String,
    pub(crate) ty: Type,
    pub(crate) len: u32,
    pub(crate) atomic: bool,
}

impl Declaration {
    pub(crate) fn new(label: &str, snippet: &str) -> Self {
        Self {
            label: label.to_owned(),
            snippet: snippet.to_owned(),
            preambles: Vec::new(),
            params: Vec::new(),
            bindings: Vec::new(),
            workgroup: Vec::new(),
            workgroup_size: [256, 1, 1],
            fast_math: false,
            map: None,
            expand: None,
            primitive: None,
        }
    }

    pub(crate) fn error(&self, message: impl Into<String>) -> Error {
        Error::Declaration { kernel: self.label.clone(), message: message.into() }
    }
}
