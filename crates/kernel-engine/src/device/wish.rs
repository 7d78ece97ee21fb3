//! The rules that choose a device.
//!
//! A machine may have several devices: graphics processors, and processors
//! that run kernels in software. The rules here look only at their kinds and
//! names, so the same machine and settings always give the same device, and
//! the choice can be explained and tested without any device at all. A choice
//! made in code wins over `KERNEL_ENGINE_DEVICE`, that wins over
//! `WGPU_ADAPTER_NAME`, and without any of them the fastest kind wins.

use std::fmt;

use super::choice::{DeviceChoice, DeviceKind, PowerPreference};

/// The environment variable that chooses a device where the code does not.
pub(super) const OUR_VARIABLE: &str = "KERNEL_ENGINE_DEVICE";
/// The variable of `wgpu` that names a device, used where ours is not set.
pub(super) const WGPU_VARIABLE: &str = "WGPU_ADAPTER_NAME";

/// A choice of device together with where it was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Wish {
    pub(super) choice: DeviceChoice,
    pub(super) origin: Origin,
}

/// Where a choice of device was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    /// By the program.
    Code,
    /// By the environment variable of this name.
    Variable(&'static str),
    /// Nowhere.
    Default,
}

impl Wish {
    /// Settles which of the places that may choose a device does so.
    pub(super) fn new(
        in_code: Option<DeviceChoice>,
        our_variable: Option<String>,
        wgpu_variable: Option<String>,
    ) -> Self {
        let (choice, origin) = if let Some(choice) = in_code {
            (choice, Origin::Code)
        } else if let Some(value) = our_variable {
            (value.as_str().into(), Origin::Variable(OUR_VARIABLE))
        } else if let Some(name) = wgpu_variable {
            (DeviceChoice::Named(name), Origin::Variable(WGPU_VARIABLE))
        } else {
            (DeviceChoice::Auto, Origin::Default)
        };
        Self { choice, origin }
    }

    /// Picks from devices, given by kind and name, and says why.
    ///
    /// A device named in full comes before one named in part; then the kinds
    /// decide, and within a kind the order given.
    pub(super) fn pick(
        &self,
        power: PowerPreference,
        devices: &[(DeviceKind, &str)],
    ) -> Option<(usize, String)> {
        let (_, index, why) = devices
            .iter()
            .enumerate()
            .filter_map(|(index, &(kind, name))| {
                let (in_part, why) = self.reason(kind, name)?;
                Some(((in_part, rank(kind, power)), index, why))
            })
            .min_by_key(|&(order, index, _)| (order, index))?;
        Some((index, why))
    }

    /// Why this device fits, and whether only a part of its name was given.
    fn reason(&self, kind: DeviceKind, name: &str) -> Option<(bool, String)> {
        let is_cpu = kind == DeviceKind::Cpu;
        match &self.choice {
            DeviceChoice::Auto if is_cpu => {
                Some((false, format!("{self}: a CPU, as no GPU was found")))
            }
            DeviceChoice::Gpu if is_cpu => None,
            DeviceChoice::Cpu if !is_cpu => None,
            DeviceChoice::Auto | DeviceChoice::Gpu | DeviceChoice::Cpu => {
                Some((false, format!("{self}: the first {kind}")))
            }
            DeviceChoice::Named(part) => {
                let (name, part) = (name.to_lowercase(), part.trim().to_lowercase());
                let fits = name.contains(&part);
                fits.then(|| (name != part, format!("{self} matches its name")))
            }
        }
    }
}

impl fmt::Display for Wish {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.origin {
            Origin::Code => write!(f, "`{}` set in code", self.choice),
            Origin::Variable(name) => write!(f, "{name}={}", self.choice),
            Origin::Default => write!(f, "`{}`", self.choice),
        }
    }
}

/// The place of a kind in the order of preference; lower is better.
fn rank(kind: DeviceKind, power: PowerPreference) -> u8 {
    match (kind, power) {
        (DeviceKind::Discrete, PowerPreference::High) => 0,
        (DeviceKind::Integrated, PowerPreference::Low) => 0,
        (DeviceKind::Discrete | DeviceKind::Integrated, _) => 1,
        (DeviceKind::Virtual, _) => 2,
        (DeviceKind::Other, _) => 3,
        (DeviceKind::Cpu, _) => 4,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use DeviceKind::{Cpu, Discrete, Integrated, Other, Virtual};
    use PowerPreference::{High, Low};

    fn wish(in_code: &str) -> Wish {
        Wish::new(Some(in_code.into()), None, None)
    }

    fn picked(wish: &Wish, power: PowerPreference, kinds: &[DeviceKind]) -> Option<usize> {
        let devices: Vec<_> = kinds.iter().map(|&kind| (kind, "x")).collect();
        wish.pick(power, &devices).map(|(index, _)| index)
    }

    #[test]
    fn code_wins_over_variables() {
        let name = || Some("llvm".to_owned());
        let all = Wish::new(Some(DeviceChoice::Gpu), name(), name());
        assert_eq!((all.choice, all.origin), (DeviceChoice::Gpu, Origin::Code));
        let ours = Wish::new(None, Some("cpu".into()), name());
        assert_eq!(ours.choice, DeviceChoice::Cpu);
        assert_eq!(ours.to_string(), "KERNEL_ENGINE_DEVICE=cpu");
        // The variable of wgpu always holds a name.
        let theirs = Wish::new(None, None, Some("gpu".into()));
        assert_eq!(theirs.choice, DeviceChoice::Named("gpu".into()));
        assert_eq!(theirs.to_string(), "WGPU_ADAPTER_NAME=gpu");
        let none = Wish::new(None, None, None);
        assert_eq!((none.choice, none.origin), (DeviceChoice::Auto, Origin::Default));
    }

    #[test]
    fn auto_takes_the_fastest_kind() {
        let auto = wish("auto");
        let mut kinds = vec![Cpu, Other, Virtual, Integrated, Discrete];
        for expected in [4, 3, 2, 1, 0] {
            assert_eq!(picked(&auto, High, &kinds), Some(expected));
            kinds.pop();
        }
        assert_eq!(picked(&auto, High, &[]), None);
        assert_eq!(picked(&auto, High, &[Cpu, Discrete, Discrete]), Some(1));
        assert_eq!(picked(&auto, Low, &[Discrete, Integrated, Cpu]), Some(1));
        assert_eq!(picked(&auto, Low, &[Cpu, Virtual, Discrete]), Some(2));
    }

    #[test]
    fn gpu_and_cpu_exclude_each_other() {
        assert_eq!(picked(&wish("gpu"), High, &[Cpu, Virtual]), Some(1));
        assert_eq!(picked(&wish("gpu"), High, &[Cpu, Cpu]), None);
        assert_eq!(picked(&wish("cpu"), High, &[Discrete, Other, Cpu, Cpu]), Some(2));
        assert_eq!(picked(&wish("cpu"), Low, &[Discrete, Other]), None);
    }

    #[test]
    fn names_match_in_part_and_in_any_case() {
        let devices = [(Cpu, "llvmpipe (LLVM)"), (Integrated, "ARC 7"), (Discrete, "Arc 770")];
        let index = |name: &str| wish(name).pick(High, &devices).map(|(index, _)| index);
        assert_eq!(index("LLVM"), Some(0));
        assert_eq!(index("arc"), Some(2), "the faster kind of two matches");
        assert_eq!(index("arc 7"), Some(1), "a full name before a part");
        assert_eq!(index("geforce"), None);
    }

    #[test]
    fn reasons_tell_where_and_why() {
        let why = |wish: &Wish, kind| wish.pick(High, &[(kind, "llvmpipe")]).map(|found| found.1);
        let default = Wish::new(None, None, None);
        assert_eq!(why(&default, Discrete).as_deref(), Some("`auto`: the first discrete GPU"));
        assert_eq!(why(&default, Cpu).as_deref(), Some("`auto`: a CPU, as no GPU was found"));
        assert_eq!(why(&wish("cpu"), Cpu).as_deref(), Some("`cpu` set in code: the first CPU"));
        let named = Wish::new(None, Some("llvm".into()), None);
        let expected = "KERNEL_ENGINE_DEVICE=llvm matches its name";
        assert_eq!(why(&named, Cpu).as_deref(), Some(expected));
    }
}
