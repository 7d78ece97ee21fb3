//! Batch: many calls, one submission.

use std::mem;
use std::sync::{Arc, Mutex};

use crate::call::Call;
use crate::element::Element;
use crate::engine::Engine;
use crate::error::{Error, Result};
use crate::extent::Extent;
use crate::kernel::{Compute, Map};
use crate::primitive::Scratch;
use crate::storage::Storage;
use crate::submit::Command;

/// Calls recorded in [`Engine::batch`], to be submitted at once.
///
/// They run in their order, and each sees what those before it wrote.
#[derive(Debug)]
pub struct Batch {
    engine: Engine,
    commands: Vec<Command>,
    /// What sorts have lent it until it is submitted, so that nobody else sorts there meanwhile.
    lent: Vec<(Arc<Mutex<Scratch>>, Scratch)>,
}

impl Batch {
    pub(crate) fn new(engine: &Engine) -> Self {
        Self { engine: engine.clone(), commands: Vec::new(), lent: Vec::new() }
    }

    /// Records a compute kernel over an extent.
    pub fn run(&mut self, call: &Call<Compute>, extent: impl Into<Extent>) -> Result<()> {
        self.commands.extend(call.record(&self.engine, extent.into())?);
        Ok(())
    }

    /// Records a map of `src` into `dst`.
    pub fn map<In: Element, Out: Element>(
        &mut self,
        call: &Call<Map<In, Out>>,
        src: &Storage<In>,
        dst: &Storage<Out>,
    ) -> Result<()> {
        self.owns(src, "`src`")?;
        self.commands.extend(call.record(src, dst)?);
        Ok(())
    }

    /// Records a map of `storage` over itself.
    pub fn map_in_place<T: Element>(
        &mut self,
        call: &Call<Map<T, T>>,
        storage: &Storage<T>,
    ) -> Result<()> {
        self.owns(storage, "the storage")?;
        self.commands.extend(call.record_in_place(storage)?);
        Ok(())
    }

    /// Records a copy of all elements.
    pub fn copy<T: Element>(&mut self, from: &Storage<T>, to: &Storage<T>) -> Result<()> {
        self.owns(from, "the storage to copy")?;
        self.commands.extend(from.copy(to)?);
        Ok(())
    }

    pub(crate) fn record(&mut self, commands: Vec<Command>) {
        self.commands.extend(commands);
    }

    /// Takes what a sort keeps, once.
    pub(crate) fn scratch(&mut self, owner: &Arc<Mutex<Scratch>>) -> &mut Scratch {
        let known = self.lent.iter().position(|(lender, _)| Arc::ptr_eq(lender, owner));
        let at = known.unwrap_or_else(|| {
            self.lent.push((owner.clone(), mem::take(&mut crate::lock(owner))));
            self.lent.len() - 1
        });
        &mut self.lent[at].1
    }

    pub(crate) fn submit(self) -> Result<()> {
        let outcome = self.engine.submit(self.commands);
        self.lent.into_iter().for_each(|(owner, scratch)| *crate::lock(&owner) = scratch);
        outcome
    }

    pub(crate) fn owns<T>(&self, storage: &Storage<T>, what: &str) -> Result<()> {
        if storage.raw.engine.same(&self.engine) {
            return Ok(());
        }
        Err(Error::OtherEngine { what: what.to_owned() })
    }
}
