//! The front of a kernel: checks the WGSL that the user wrote, and explains
//! what is wrong with it in the user's own lines.

mod checker;
mod diagnostic;
mod explain;
mod foreign;
mod hints;
mod inspect;
mod lexer;
mod operand_faults;
mod parse_faults;
mod source;
mod type_faults;
mod unexpected;
mod unmarked;
mod validation_faults;
mod words;

#[cfg(test)]
mod corpus;

pub use diagnostic::SnippetError;
pub(crate) use explain::{explain_parse, explain_validation};
pub(crate) use hints::Name;
pub(crate) use inspect::{inspect, is_own};
pub(crate) use lexer::Tokens;
pub(crate) use source::{Place, Source};
