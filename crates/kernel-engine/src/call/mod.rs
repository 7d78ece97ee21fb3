//! Call: a kernel with parameters set and storages bound, ready to run.

mod compute;
mod expand;
mod map;
mod prepare;
mod stream;

pub(crate) use prepare::Prepared;

use std::sync::Arc;

use crate::element::{Element, Type};
use crate::error::{Error, Result};
use crate::kernel::Kernel;
use crate::raw::Raw;
use crate::storage::Storage;
use crate::value::Value;

/// A call of a kernel.
///
/// What is set and bound stays for every run of this call; a clone can go its own way.
/// A fault in a name or a type is kept and returned by the run.
#[derive(Debug)]
#[must_use = "a call does nothing until it runs"]
pub struct Call<S> {
    pub(crate) kernel: Kernel<S>,
    params: Vec<Option<Vec<u8>>>,
    storages: Vec<Option<Arc<Raw>>>,
    fault: Option<Error>,
}

impl<S> Clone for Call<S> {
    fn clone(&self) -> Self {
        Self {
            kernel: self.kernel.clone(),
            params: self.params.clone(),
            storages: self.storages.clone(),
            fault: self.fault.clone(),
        }
    }
}

impl<S> Call<S> {
    pub(crate) fn new(kernel: Kernel<S>) -> Self {
        let declaration = &kernel.inner.declaration;
        let params = vec![None; declaration.params.len()];
        let storages = vec![None; declaration.bindings.len()];
        Self { kernel, params, storages, fault: None }
    }

    /// Gives a parameter its value, converted to the declared type.
    pub fn set(mut self, name: &str, value: impl Into<Value>) -> Self {
        let declaration = &self.kernel.inner.declaration;
        let place = declaration.params.iter().position(|(known, _)| known == name);
        let outcome =
            match place.and_then(|k| Some((self.params.get_mut(k)?, declaration.params[k].1))) {
                Some((param, ty)) => value
                    .into()
                    .encode(ty)
                    .map(|bytes| *param = Some(bytes))
                    .map_err(|found| self.wrong_type(name, ty.to_string(), found)),
                None => {
                    let known = declaration.params.iter().map(|(name, _)| name.as_str());
                    Err(self.unknown("parameter", name, known))
                }
            };
        self.keep(outcome)
    }

    /// Binds a storage to the input, array, output or atomic of that name.
    pub fn bind<T: Element>(self, name: &str, storage: &Storage<T>) -> Self {
        self.bind_if(name, &storage.raw, |declared| declared == T::TYPE)
    }

    /// Binds a storage whose elements have the size of those declared, to be seen as these.
    pub(crate) fn bind_bits(self, name: &str, raw: &Arc<Raw>) -> Self {
        self.bind_if(name, raw, |declared| declared.size() == raw.ty.size())
    }

    fn bind_if(mut self, name: &str, raw: &Arc<Raw>, fits: impl Fn(Type) -> bool) -> Self {
        let declaration = &self.kernel.inner.declaration;
        let place = declaration.bindings.iter().position(|binding| binding.name == name);
        let outcome = match place
            .and_then(|k| Some((self.storages.get_mut(k)?, declaration.bindings[k].ty)))
        {
            Some((bound, ty)) if fits(ty) => {
                *bound = Some(raw.clone());
                Ok(())
            }
            Some((_, ty)) => {
                let found = format!("a storage of {}", raw.ty);
                Err(self.wrong_type(name, format!("a storage of {ty}"), found))
            }
            None => {
                let known = declaration.bindings.iter().map(|binding| binding.name.as_str());
                Err(self.unknown("storage", name, known))
            }
        };
        self.keep(outcome)
    }

    /// Keeps the first fault.
    fn keep(mut self, outcome: Result<()>) -> Self {
        self.fault = self.fault.or(outcome.err());
        self
    }

    pub(crate) fn label(&self) -> String {
        self.kernel.label().to_owned()
    }

    fn wrong_type(&self, name: &str, expected: String, found: String) -> Error {
        Error::WrongType { kernel: self.label(), name: name.to_owned(), expected, found }
    }

    fn unknown<'a>(
        &self,
        kind: &'static str,
        name: &str,
        known: impl Iterator<Item = &'a str>,
    ) -> Error {
        let known: Vec<String> = known.map(|name| format!("`{name}`")).collect();
        let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
        Error::UnknownName { kernel: self.label(), kind, name: name.to_owned(), known }
    }
}
