//! What a user can ask for, and what a device tells about itself.
//!
//! These are plain data, so that they can be printed, compared and kept.

use std::convert::Infallible;
use std::fmt;
use std::str::FromStr;

/// Which device to run on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum DeviceChoice {
    /// The fastest kind of device there is: a GPU, else the CPU.
    #[default]
    Auto,
    /// A GPU, never the CPU.
    Gpu,
    /// A device that runs kernels on the CPU.
    Cpu,
    /// The device whose name contains this text, in upper or lower case.
    Named(String),
}

impl From<&str> for DeviceChoice {
    fn from(text: &str) -> Self {
        let text = text.trim();
        match text.to_lowercase().as_str() {
            "" | "auto" => Self::Auto,
            "gpu" => Self::Gpu,
            "cpu" => Self::Cpu,
            _ => Self::Named(text.to_owned()),
        }
    }
}

impl From<&DeviceInfo> for DeviceChoice {
    /// This very device: no two devices of a machine are listed under one name.
    fn from(device: &DeviceInfo) -> Self {
        Self::Named(device.name.clone())
    }
}

impl FromStr for DeviceChoice {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(text.into())
    }
}

impl fmt::Display for DeviceChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Auto => "auto",
            Self::Gpu => "gpu",
            Self::Cpu => "cpu",
            Self::Named(part) => part,
        })
    }
}

/// Whether speed or low use of power matters more when `auto` chooses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PowerPreference {
    /// A discrete GPU before an integrated one.
    #[default]
    High,
    /// An integrated GPU before a discrete one.
    Low,
}

/// What kind of hardware a device is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeviceKind {
    /// A GPU with memory of its own.
    Discrete,
    /// A GPU that shares the memory of the CPU.
    Integrated,
    /// A GPU lent to a virtual machine.
    Virtual,
    /// The CPU, running kernels in software.
    Cpu,
    /// A kind that the system does not tell.
    Other,
}

impl fmt::Display for DeviceKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Discrete => "discrete GPU",
            Self::Integrated => "integrated GPU",
            Self::Virtual => "virtual GPU",
            Self::Cpu => "CPU",
            Self::Other => "device of unknown kind",
        })
    }
}

/// A device of this machine, and why it was chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeviceInfo {
    /// The name its driver gives it; a second device of the same name has ` #2` behind it.
    pub name: String,
    /// What kind of hardware it is.
    pub kind: DeviceKind,
    /// The system interface it is used through, such as `Vulkan`.
    pub backend: String,
    /// The driver and its version, as far as the system tells.
    pub driver: String,
    /// Why it was chosen. In a list of devices only the one that would be
    /// chosen has a reason; for the others this is empty.
    pub reason: String,
}

impl fmt::Display for DeviceInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({}, {}", self.name, self.kind, self.backend)?;
        if !self.driver.is_empty() {
            write!(f, ", {}", self.driver)?;
        }
        f.write_str(")")?;
        if !self.reason.is_empty() {
            write!(f, ": {}", self.reason)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_become_choices() {
        for (text, choice) in [
            ("auto", DeviceChoice::Auto),
            (" GPU ", DeviceChoice::Gpu),
            ("Cpu", DeviceChoice::Cpu),
            ("", DeviceChoice::Auto),
            ("GeForce", DeviceChoice::Named("GeForce".into())),
        ] {
            assert_eq!(DeviceChoice::from(text), choice);
            assert_eq!(text.parse(), Ok(choice.clone()));
            assert_eq!(DeviceChoice::from(choice.to_string().as_str()), choice);
        }
    }

    #[test]
    fn a_device_is_shown_on_one_line() {
        let mut info = DeviceInfo {
            name: "Arc".into(),
            kind: DeviceKind::Discrete,
            backend: "Vulkan".into(),
            driver: "Mesa 25".into(),
            reason: String::new(),
        };
        assert_eq!(info.to_string(), "Arc (discrete GPU, Vulkan, Mesa 25)");
        (info.driver, info.reason) = (String::new(), "`auto`".into());
        assert_eq!(info.to_string(), "Arc (discrete GPU, Vulkan): `auto`");
    }
}
