//! The error for a device that is not there.
//!
//! In a browser without WebGPU it is the first thing that a user sees. Elsewhere
//! the CPU is always there, and it is for who wants another device. So it says
//! what was looked for, what is there instead and what to do about it.

use std::fmt;

use super::BACKEND_VARIABLE;
use super::choice::{DeviceChoice, DeviceInfo};
use super::wish::{Origin, Wish};

/// No device of this machine is the one asked for.
///
/// The message says what was looked for, what was found and what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoDevice {
    pub(super) wish: Wish,
    pub(super) searched: Vec<&'static str>,
    pub(super) narrowed_to: Option<String>,
    pub(super) found: Vec<DeviceInfo>,
}

impl NoDevice {
    /// The devices that were found but are not the one asked for.
    pub fn found(&self) -> &[DeviceInfo] {
        &self.found
    }
}

impl std::error::Error for NoDevice {}

impl fmt::Display for NoDevice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let narrowed = self.narrowed_to.as_deref();
        let narrowed = narrowed.map_or(String::new(), |to| format!(" ({BACKEND_VARIABLE}={to})"));
        let none_left = self.searched.is_empty();
        let searched = match none_left {
            false => format!("through {}{narrowed}", self.searched.join(", ")),
            true => format!("no interface that this program can use is left{narrowed}"),
        };
        if self.found.is_empty() && none_left {
            return write!(f, "no device was looked for: {searched}; unset {BACKEND_VARIABLE}");
        }
        if self.found.is_empty() {
            return write!(
                f,
                "no device for {} was found {searched}; there is none at all; {}",
                self.wish,
                install_advice()
            );
        }
        match (&self.wish.choice, self.wish.origin) {
            (DeviceChoice::Named(name), Origin::Variable(variable)) => {
                write!(f, "{variable} names `{name}`, but no device's name contains it")?;
            }
            (DeviceChoice::Named(name), _) => {
                write!(f, "`{name}` was asked for, but no device's name contains it")?;
            }
            _ => write!(f, "no device fits {}", self.wish)?,
        }
        // The threads of the CPU are there whatever is searched.
        let beside = if none_left { ", and beside the others there are: " } else { " there are: " };
        write!(f, "; {searched}{beside}")?;
        for (index, device) in self.found.iter().enumerate() {
            write!(f, "{}{device}", if index == 0 { "" } else { "; " })?;
        }
        match self.wish.choice {
            _ if none_left => write!(f, "; unset {BACKEND_VARIABLE}, or choose `auto`"),
            DeviceChoice::Gpu => write!(f, "; {}, or choose `auto`", install_advice()),
            DeviceChoice::Cpu => f.write_str("; choose `auto`"),
            _ => f.write_str("; name one of these, or choose `auto`"),
        }
    }
}

/// How to get a device that this system does not show.
fn install_advice() -> &'static str {
    if cfg!(target_family = "wasm") {
        "use a browser that has WebGPU, and see that it is turned on"
    } else if cfg!(target_os = "windows") {
        "DX12 comes with Windows: update the graphics driver"
    } else if cfg!(target_vendor = "apple") {
        "Metal comes with the system: update the system"
    } else {
        "install the Vulkan driver of the GPU"
    }
}

#[cfg(test)]
mod tests {
    use super::super::choice::DeviceKind;
    use super::*;

    fn nothing(wish: Wish, found: Vec<DeviceInfo>) -> NoDevice {
        NoDevice { wish, searched: vec!["Vulkan"], narrowed_to: None, found }
    }

    fn llvmpipe() -> DeviceInfo {
        DeviceInfo {
            name: "llvmpipe".into(),
            kind: DeviceKind::Cpu,
            backend: "Vulkan".into(),
            driver: "Mesa".into(),
            reason: String::new(),
        }
    }

    #[test]
    fn errors_tell_what_is_wrong_and_what_to_do() {
        let default = Wish::new(None, None, None);
        let text = nothing(default.clone(), Vec::new()).to_string();
        assert!(text.starts_with("no device for `auto` was found through Vulkan; "), "{text}");
        assert!(text.ends_with(install_advice()), "{text}");

        let named = Wish::new(None, Some("foo".into()), None);
        let text = nothing(named, vec![llvmpipe()]).to_string();
        let start = "KERNEL_ENGINE_DEVICE names `foo`, but no device's name contains it; ";
        assert!(text.starts_with(start), "{text}");
        assert!(
            text.contains("; through Vulkan there are: llvmpipe (CPU, Vulkan, Mesa); name one"),
            "{text}"
        );

        let gpu = Wish::new(Some(DeviceChoice::Gpu), None, None);
        let mut error = nothing(gpu, vec![llvmpipe()]);
        let text = error.to_string();
        assert!(text.starts_with("no device fits `gpu` set in code; through Vulkan "), "{text}");
        assert!(text.ends_with(&format!("; {}, or choose `auto`", install_advice())), "{text}");
        (error.searched, error.narrowed_to) = (Vec::new(), Some("gl".into()));
        let end = "; unset WGPU_BACKEND, or choose `auto`";
        assert!(error.to_string().ends_with(end), "{error}");

        let mut error = nothing(default, Vec::new());
        (error.searched, error.narrowed_to) = (Vec::new(), Some("gl".into()));
        assert!(error.to_string().contains("WGPU_BACKEND=gl"), "{error}");
    }
}
