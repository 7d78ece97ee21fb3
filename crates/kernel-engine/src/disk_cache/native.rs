//! The store of compiled kernels on a system with files.
//!
//! The driver trusts the data it is given, so this is one of the few places
//! with `unsafe` code. A header of our own, with a checksum and the exact
//! driver it is for, makes sure that only an undamaged file of our own reaches
//! the driver.

#![allow(unsafe_code, reason = "data for the driver can only be handed over by an unsafe function")]

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use super::file_format::{decode, encode, fingerprint};

/// The environment variable with the directory, or `off`.
const VARIABLE: &str = "KERNEL_ENGINE_CACHE";
/// Files larger than this are neither read nor written.
const MAX_BYTES: u64 = 256 << 20;

/// The compiled code of one device: in use and on disk, or nowhere.
#[derive(Debug)]
pub(crate) struct DiskCache(Option<Opened>);

#[derive(Debug)]
struct Opened {
    cache: wgpu::PipelineCache,
    file: PathBuf,
    key: String,
    /// The fingerprint of what is on disk.
    stored: AtomicU64,
    compiled: AtomicBool,
    /// When to write to disk again.
    next: Mutex<Option<Instant>>,
}

/// The least time between two writes.
const PAUSE: Duration = Duration::from_secs(1);

impl DiskCache {
    /// Loads what earlier runs have compiled for this device.
    pub(crate) fn open(device: &wgpu::Device, info: &wgpu::AdapterInfo) -> Self {
        Self::open_in(directory(), device, info)
    }

    fn open_in(
        directory: Option<PathBuf>,
        device: &wgpu::Device,
        info: &wgpu::AdapterInfo,
    ) -> Self {
        let can = device.features().contains(wgpu::Features::PIPELINE_CACHE);
        let name = wgpu::util::pipeline_cache_key(info);
        let (Some(directory), Some(name), true) = (directory, name, can) else {
            return Self(None);
        };
        let file = directory.join(name).with_extension("bin");
        let key = key(info);
        let bytes = read(&file).unwrap_or_else(|error| {
            tracing::debug!("no compiled kernels in {}: {error}", file.display());
            Vec::new()
        });
        let data = decode(&bytes, &key);
        let stored = AtomicU64::new(data.map_or(0, fingerprint));
        let cache = create(device, data);
        let compiled = AtomicBool::new(false);
        Self(Some(Opened { cache, file, key, stored, compiled, next: Mutex::default() }))
    }

    /// What to give to the compiler of kernels.
    pub(crate) fn pipeline_cache(&self) -> Option<&wgpu::PipelineCache> {
        self.0.as_ref().map(|opened| &opened.cache)
    }

    /// To be called after each compilation with this cache. Writes it to disk now and then, since
    /// an engine that a program shares for ever is never dropped.
    pub(crate) fn note_compiled(&self) {
        let Some(opened) = &self.0 else { return };
        opened.compiled.store(true, Ordering::Relaxed);
        let mut next = crate::lock(&opened.next);
        if next.is_none_or(|next| Instant::now() >= next) {
            *next = Some(Instant::now() + PAUSE);
            drop(next);
            self.store_if_changed();
        }
    }

    /// Writes to disk what was compiled since the last time, if anything.
    pub(crate) fn store_if_changed(&self) {
        let Some(opened) = &self.0 else { return };
        if !opened.compiled.swap(false, Ordering::Relaxed) {
            return;
        }
        // A device that is lost gives no data.
        let Some(data) = opened.cache.get_data() else {
            return;
        };
        let new = fingerprint(&data);
        if opened.stored.swap(new, Ordering::Relaxed) == new {
            return;
        }
        let bytes = encode(&data, &opened.key);
        let file = opened.file.display();
        if bytes.len() as u64 > MAX_BYTES {
            tracing::debug!("too many compiled kernels to keep in {file}");
        } else if let Err(error) = replace(&opened.file, &bytes) {
            tracing::debug!("compiled kernels not kept in {file}: {error}");
        }
    }
}

/// Hands data to the driver; it starts empty without any, or if it does
/// not want it.
fn create(device: &wgpu::Device, data: Option<&[u8]>) -> wgpu::PipelineCache {
    // The errors of all these kinds are dropped with these guards.
    use wgpu::ErrorFilter::{Internal, OutOfMemory, Validation};
    let errors = [Internal, OutOfMemory, Validation].map(|kind| device.push_error_scope(kind));
    let wanted =
        wgpu::PipelineCacheDescriptor { label: Some("kernel-engine"), data, fallback: true };
    // SAFETY: the data must come from `PipelineCache::get_data`. It passed
    // `decode`, so it is, byte for byte, what `encode` was given by
    // `store_if_changed`, which takes it from there, on a device with the
    // same driver. A file forged on purpose would pass too, but one who
    // can write to the user's cache can also replace the user's programs.
    let cache = unsafe { device.create_pipeline_cache(&wanted) };
    // Scopes end in the reverse of the order they began in.
    errors.into_iter().rev().for_each(drop);
    cache
}

/// All that must be the same for compiled code to be used again.
fn key(info: &wgpu::AdapterInfo) -> String {
    let wgpu::AdapterInfo { name, vendor, device, driver, driver_info, backend, .. } = info;
    format!(
        "kernel-engine {}, wgpu 30, {} bits, {backend:?} {vendor:x}:{device:x} {name}, \
         {driver} {driver_info}",
        env!("CARGO_PKG_VERSION"),
        usize::BITS,
    )
}

fn directory() -> Option<PathBuf> {
    match std::env::var_os(VARIABLE).filter(|value| !value.is_empty()) {
        Some(value) if value.eq_ignore_ascii_case("off") => None,
        Some(path) => Some(path.into()),
        None => Some(user_cache_directory()?.join("kernel-engine")),
    }
}

fn user_cache_directory() -> Option<PathBuf> {
    // A relative path would mean another place in every directory.
    let path = |name| std::env::var_os(name).map(PathBuf::from).filter(|it| it.is_absolute());
    if cfg!(windows) {
        path("LOCALAPPDATA")
    } else if cfg!(target_vendor = "apple") {
        Some(path("HOME")?.join("Library").join("Caches"))
    } else {
        path("XDG_CACHE_HOME").or_else(|| Some(path("HOME")?.join(".cache")))
    }
}

fn read(file: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(file)?.take(MAX_BYTES).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Replaces the file as a whole, so that nobody ever reads a half of it.
fn replace(file: &Path, bytes: &[u8]) -> io::Result<()> {
    if let Some(directory) = file.parent() {
        fs::create_dir_all(directory)?;
    }
    let now = std::time::SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default().as_nanos();
    let temporary = file.with_extension(format!("{}-{now}.tmp", std::process::id()));
    let written = File::create_new(&temporary)
        .and_then(|mut opened| opened.write_all(bytes))
        .and_then(|()| fs::rename(&temporary, file));
    if written.is_err() {
        // The first error is the one to tell.
        let _ = fs::remove_file(&temporary);
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_compiled_is_there_in_the_next_run() {
        use crate::device::{Options, PowerPreference, open, select};
        let Ok((adapter, _)) =
            pollster::block_on(select(None, PowerPreference::High, Options::default()))
        else {
            return;
        };
        let (device, _queue) = pollster::block_on(open(&adapter)).unwrap();
        let info = adapter.get_info();
        let directory = std::env::temp_dir().join(format!("ke-cache-{}", std::process::id()));
        let first = DiskCache::open_in(Some(directory.clone()), &device, &info);
        let Some(cache) = first.pipeline_cache() else {
            return;
        };
        let source = wgpu::ShaderSource::Wgsl("@compute @workgroup_size(1) fn f() {}".into());
        let wanted = wgpu::ShaderModuleDescriptor { label: None, source };
        let module = device.create_shader_module(wanted);
        let _pipeline = device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
            label: None,
            layout: None,
            module: &module,
            entry_point: None,
            compilation_options: wgpu::PipelineCompilationOptions::default(),
            cache: Some(cache),
        });
        first.store_if_changed();
        assert!(!directory.exists(), "nothing was noted as compiled");
        first.note_compiled();
        first.store_if_changed();
        let files: Vec<_> = fs::read_dir(&directory).unwrap().flatten().collect();
        assert_eq!(files.len(), 1, "one file, and no temporary one: {files:?}");
        let file = files[0].path();

        let again = DiskCache::open_in(Some(directory.clone()), &device, &info);
        let stored = again.0.as_ref().unwrap().stored.load(Ordering::Relaxed);
        assert_ne!(stored, 0, "the file was taken");
        fs::write(&file, b"damaged").unwrap();
        let damaged = DiskCache::open_in(Some(directory.clone()), &device, &info);
        assert_eq!(damaged.0.as_ref().unwrap().stored.load(Ordering::Relaxed), 0);
        assert!(damaged.pipeline_cache().unwrap().get_data().is_some());
        assert!(DiskCache::open_in(None, &device, &info).pipeline_cache().is_none());
        fs::remove_dir_all(&directory).unwrap();
    }
}
