//! Errors: scopes, the uncaptured handler, memory, and what is refused.
#![allow(clippy::unwrap_used, reason = "tests may panic")]

use crate::common::{self, Gpu, gpu};
use std::sync::{Arc, Mutex};
use wgpu::{BufferUsages as Usage, Error, ErrorFilter};

fn said(error: Option<Error>) -> String {
    let mut text = String::new();
    let error = error.unwrap();
    let mut next: Option<&dyn std::error::Error> = Some(&error);
    while let Some(one) = next {
        text += &format!("{one}\n");
        next = one.source();
    }
    text
}

#[test]
fn a_scope_catches_a_validation_error() {
    let gpu = gpu();
    let fault = |gpu: &Gpu| {
        let bad = wgpu::ShaderSource::Wgsl("fn main( {".into());
        let desc = wgpu::ShaderModuleDescriptor { label: Some("bad"), source: bad };
        drop(gpu.device.create_shader_module(desc));
    };
    assert!(matches!(gpu.error(ErrorFilter::Validation, fault), Some(Error::Validation { .. })));
    assert!(gpu.error(ErrorFilter::Validation, |_| ()).is_none());
}

#[test]
fn the_handler_gets_what_no_scope_caught() {
    let gpu = gpu();
    let seen = Arc::new(Mutex::new(Vec::new()));
    let sink = seen.clone();
    let handler = move |error: Error| sink.lock().unwrap().push(error.to_string());
    gpu.device.on_uncaptured_error(Arc::new(handler));
    let data = gpu.empty(16, Usage::COPY_DST);
    gpu.queue.write_buffer(&data, 12, &[0; 8]);
    assert_eq!(seen.lock().unwrap().len(), 1);
}

#[test]
fn no_memory_is_an_error_not_an_end() {
    let gpu = gpu();
    let size = gpu.device.limits().max_buffer_size / 16 * 12;
    let mut kept = Vec::new();
    let error = gpu.error(ErrorFilter::OutOfMemory, |gpu| {
        kept = (0..2).map(|_| gpu.empty(size, Usage::STORAGE)).collect();
    });
    assert!(matches!(error, Some(Error::OutOfMemory { .. })));
    drop(kept);
    gpu.wait();
    // The device lives on.
    let data = gpu.storage(&[2]);
    gpu.run("double", &data, 1);
    assert_eq!(gpu.read(&data), [4]);
    // Above the limit wgpu-core refuses by itself.
    let error = gpu.error(ErrorFilter::Validation, |gpu| drop(gpu.empty(1 << 50, Usage::STORAGE)));
    assert!(said(error).contains("greater than"));
}

fn texture(gpu: &Gpu, usage: wgpu::TextureUsages) -> wgpu::Texture {
    gpu.device.create_texture(&wgpu::TextureDescriptor {
        label: Some("a picture"),
        size: wgpu::Extent3d { width: 4, height: 4, depth_or_array_layers: 1 },
        mip_level_count: 1,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format: wgpu::TextureFormat::Rgba8Unorm,
        usage,
        view_formats: &[],
    })
}

#[test]
fn textures_are_refused() {
    let gpu = gpu();
    let all = wgpu::TextureUsages::TEXTURE_BINDING | wgpu::TextureUsages::RENDER_ATTACHMENT;
    for usage in [all, wgpu::TextureUsages::COPY_DST, wgpu::TextureUsages::STORAGE_BINDING] {
        let error = gpu.error(ErrorFilter::Validation, |gpu| {
            let texture = texture(gpu, usage);
            texture.create_view(&Default::default());
        });
        let said = said(error);
        assert!(said.contains("a picture") && said.contains("are not allowed"), "{said}");
    }
}

#[test]
fn kernels_with_textures_are_refused_by_name() {
    let gpu = gpu();
    let source = "
        @group(0) @binding(0) var picture: texture_2d<f32>;
        @group(0) @binding(1) var<storage, read_write> out: array<vec4<f32>>;
        @compute @workgroup_size(1) fn sees() { out[0] = textureLoad(picture, vec2(0), 0); }
        @compute @workgroup_size(1) fn double() { out[0] *= 2.0; }";
    let source = wgpu::ShaderSource::Wgsl(source.into());
    let module =
        gpu.device.create_shader_module(wgpu::ShaderModuleDescriptor { label: None, source });
    let make = |gpu: &Gpu, entry: &str| {
        let _invalid = gpu.device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
            label: Some("seeing"),
            layout: None,
            module: &module,
            entry_point: Some(entry),
            compilation_options: Default::default(),
            cache: None,
        });
    };
    let error = gpu.error(ErrorFilter::Internal, |gpu| make(gpu, "sees"));
    let said = said(error);
    assert!(
        said.contains("seeing") && said.contains("`sees`") && said.contains("`picture`"),
        "{said}"
    );
    // The other entry point of the module is no worse for it.
    assert!(gpu.error(ErrorFilter::Internal, |gpu| make(gpu, "double")).is_none());
}

#[test]
fn samplers_are_harmless() {
    let gpu = gpu();
    drop(gpu.device.create_sampler(&Default::default()));
    gpu.wait();
}

#[test]
fn render_pipelines_are_refused_by_name() {
    let gpu = gpu();
    let source = "
        @vertex fn corner() -> @builtin(position) vec4<f32> { return vec4(0.0); }
        @fragment fn paint() {}";
    let source = wgpu::ShaderSource::Wgsl(source.into());
    let module =
        gpu.device.create_shader_module(wgpu::ShaderModuleDescriptor { label: None, source });
    let make = |gpu: &Gpu, targets: &[Option<wgpu::ColorTargetState>]| {
        let _invalid = gpu.device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
            label: Some("painting"),
            layout: None,
            vertex: wgpu::VertexState {
                module: &module,
                entry_point: None,
                compilation_options: Default::default(),
                buffers: &[],
            },
            primitive: Default::default(),
            depth_stencil: None,
            multisample: Default::default(),
            fragment: Some(wgpu::FragmentState {
                module: &module,
                entry_point: None,
                compilation_options: Default::default(),
                targets,
            }),
            multiview_mask: None,
            cache: None,
        });
    };
    let target = wgpu::ColorTargetState::from(wgpu::TextureFormat::Rgba8Unorm);
    let error = gpu.error(ErrorFilter::Validation, |gpu| make(gpu, &[Some(target)]));
    assert!(said(error).contains("not renderable"));
    let mut any = None;
    for filter in [ErrorFilter::Validation, ErrorFilter::Internal] {
        gpu.device.on_uncaptured_error(Arc::new(|_| ()));
        any = any.or(gpu.error(filter, |gpu| make(gpu, &[])));
    }
    assert!(!said(any).is_empty());
}

#[test]
fn render_passes_are_refused() {
    let gpu = gpu();
    let error = gpu.error(ErrorFilter::Validation, |gpu| {
        let texture = texture(gpu, wgpu::TextureUsages::RENDER_ATTACHMENT);
        let view = texture.create_view(&Default::default());
        let mut encoder = gpu.device.create_command_encoder(&Default::default());
        encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                view: &view,
                depth_slice: None,
                resolve_target: None,
                ops: Default::default(),
            })],
            ..Default::default()
        });
        gpu.queue.submit([encoder.finish()]);
    });
    assert!(said(error).contains("a picture"));
    let error = gpu.error(ErrorFilter::Validation, |gpu| {
        let mut encoder = gpu.device.create_command_encoder(&Default::default());
        drop(encoder.begin_render_pass(&Default::default()));
        gpu.queue.submit([encoder.finish()]);
    });
    assert!(said(error).contains("ttachment"));
}

#[test]
fn surfaces_are_refused() {
    let instance = wgpu_cpu::instance();
    let window = wgpu::rwh::XlibWindowHandle::new(1);
    let target = wgpu::SurfaceTargetUnsafe::RawHandle {
        raw_display_handle: Some(wgpu::rwh::XlibDisplayHandle::new(None, 0).into()),
        raw_window_handle: window.into(),
    };
    #[allow(unsafe_code, reason = "the only way to a surface without a window")]
    // SAFETY: this backend does not look at the handles.
    let surface = unsafe { instance.create_surface_unsafe(target) }.unwrap();
    let gpu = common::gpu_of(&instance);
    assert!(!gpu.adapter.is_surface_supported(&surface));
    let options =
        wgpu::RequestAdapterOptions { compatible_surface: Some(&surface), ..Default::default() };
    assert!(pollster::block_on(instance.request_adapter(&options)).is_err());
    let config = wgpu::SurfaceConfiguration {
        usage: wgpu::TextureUsages::RENDER_ATTACHMENT,
        format: wgpu::TextureFormat::Rgba8Unorm,
        color_space: Default::default(),
        width: 4,
        height: 4,
        present_mode: wgpu::PresentMode::Fifo,
        desired_maximum_frame_latency: 2,
        alpha_mode: wgpu::CompositeAlphaMode::Auto,
        view_formats: vec![],
    };
    let error = gpu.error(ErrorFilter::Validation, |gpu| surface.configure(&gpu.device, &config));
    assert!(said(error).contains("urface"));
}

#[test]
fn ray_tracing_is_refused() {
    let gpu = gpu();
    let rays = wgpu::Features::EXPERIMENTAL_RAY_QUERY;
    assert!(!gpu.adapter.features().contains(rays));
    let desc = wgpu::DeviceDescriptor { required_features: rays, ..Default::default() };
    assert!(pollster::block_on(gpu.adapter.request_device(&desc)).is_err());
    let source = "enable wgpu_ray_query; @group(0) @binding(0) var all: acceleration_structure;
        @compute @workgroup_size(1) fn main() { var q: ray_query; }";
    let error = gpu.error(ErrorFilter::Validation, |gpu| {
        let source = wgpu::ShaderSource::Wgsl(source.into());
        let desc = wgpu::ShaderModuleDescriptor { label: None, source };
        drop(gpu.device.create_shader_module(desc));
    });
    assert!(error.is_some());
}
