//! Level: one level of the Held-Karp table, on the device.

use kernel_engine::{Call, Compute, Engine, Kernel, Storage};
use kernel_engine_shaders::heldkarp as shaders;

use crate::binomials::Binomials;
use crate::costs::CostMatrix;
use crate::error::{Error, Result};
use crate::layout::Layout;

/// One level of the table, on the device.
///
/// The entry for a set S of k cities besides the start, and for an end v in S, is the least cost
/// of a path that leaves the start, visits each city of S once and ends in v. [`Layout`] says
/// where it stands.
///
/// A level does not change, and needs no other to be kept. A clone is the same level.
#[derive(Clone, Debug)]
pub struct Level {
    /// The kernel with all that is the same in every level.
    kernel: Call<Compute>,
    m: usize,
    layout: Layout,
    table: Storage<u32>,
}

impl Level {
    /// Level 1: the sets of one city, each reached from the start in one step.
    ///
    /// # Errors
    ///
    /// [`Error::Engine`] when the device fails.
    pub fn first(engine: &Engine, costs: &CostMatrix) -> Result<Self> {
        let m = costs.cities() - 1;
        let kernel = kernel()?
            .call()
            .set("m", m)
            .bind("costs", &engine.storage(costs.as_slice())?)
            .bind("binomials", &engine.storage(Binomials::new(m).as_slice())?);
        // A set of one city has its rank in the order of the cities.
        let table = engine.storage(&costs.row(0)[1..])?;
        Ok(Self { kernel, m, layout: Layout::new(m, 1), table })
    }

    /// Level k + 1, where this is level k; `None` when this is the last, whose one set has all
    /// cities besides the start.
    ///
    /// With n cities each entry takes time in O(n).
    ///
    /// # Errors
    ///
    /// - [`Error::LevelTooLarge`] when the device has no arrays of 4 (k + 1) C(n - 1, k + 1) bytes;
    /// - [`Error::Engine`] when it has not so much memory left, or fails.
    pub fn next(&self) -> Result<Option<Self>> {
        let k = self.layout.k() + 1;
        if k > self.m {
            return Ok(None);
        }
        let layout = Layout::new(self.m, k);
        let table = self.compute(&layout).map_err(|error| too_large(&layout, error))?;
        Ok(Some(Self { layout, table, ..self.clone() }))
    }

    /// The entries of the level after this, which has that layout.
    fn compute(&self, layout: &Layout) -> kernel_engine::Result<Storage<u32>> {
        let table = self.table.engine().zeros(layout.entries())?;
        let call = self.kernel.clone().set("k", layout.k());
        call.bind("previous", &self.table).bind("table", &table).run(layout.entries())?;
        Ok(table)
    }

    /// Where the entries stand, and which level this is.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The entries, on the device: to read, since the next level is computed from them.
    pub fn table(&self) -> &Storage<u32> {
        &self.table
    }

    /// Copies the entries to the host.
    ///
    /// # Errors
    ///
    /// [`Error::Engine`] when the device fails.
    pub fn download(&self) -> Result<Vec<u32>> {
        Ok(self.table.download()?)
    }
}

/// Says in the words of this crate that the level does not fit, where that is the error.
fn too_large(layout: &Layout, error: kernel_engine::Error) -> Error {
    let (k, bytes) = (layout.k(), 4 * layout.entries() as u64);
    match error {
        kernel_engine::Error::TooLarge { needed, limit, .. } if needed >= bytes => {
            Error::LevelTooLarge { k, bytes, limit }
        }
        error => error.into(),
    }
}

fn kernel() -> Result<Kernel> {
    let kernel = Kernel::compute("table_set(i, level(i));")
        .label("heldkarp.level")
        .preamble(shaders::LEVEL)
        .param::<u32>("m")
        .param::<u32>("k")
        .array::<u32>("previous")
        .array::<u32>("costs")
        .array::<u32>("binomials")
        .output::<u32>("table")
        .build()?;
    Ok(kernel)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kernel_builds_without_a_device() {
        assert_eq!(kernel().unwrap().label(), "heldkarp.level");
    }

    #[test]
    fn a_level_that_does_not_fit_is_named() {
        let refused = |unit, needed, limit| {
            let (what, remedy) = ("kernel `heldkarp.level`".to_owned(), String::new());
            let error = kernel_engine::Error::TooLarge { what, needed, limit, unit, remedy };
            too_large(&Layout::new(25, 11), error)
        };
        assert_eq!(
            refused("bytes", 196_125_600, 134_217_728).to_string(),
            "level 11 takes 196125600 bytes, and the device allows 134217728 in one array: \
             take fewer cities, or another device"
        );
        assert!(matches!(refused("storages", 4, 3), Error::Engine(_)));
    }
}
