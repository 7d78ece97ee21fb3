//! The device's methods for textures, drawing and ray tracing, put in by a macro as
//! for the encoder.
//!
//! wgpu-hal's `DeviceError` has no text. `OutOfMemory` is the one kind that does not
//! lose the device, so it is given where wgpu-core should never ask, and the log
//! says what was refused.

macro_rules! device_methods {
    () => {
        unsafe fn create_texture(
            &self,
            _: &hal::TextureDescriptor<'_>,
        ) -> Result<Never, DeviceError> {
            refused::refuse("textures");
            Err(DeviceError::OutOfMemory)
        }
        unsafe fn destroy_texture(&self, texture: Never) {
            match texture {}
        }
        unsafe fn add_raw_texture(&self, texture: &Never) {
            match *texture {}
        }
        unsafe fn create_texture_view(
            &self,
            texture: &Never,
            _: &hal::TextureViewDescriptor<'_>,
        ) -> Result<Never, DeviceError> {
            match *texture {}
        }
        unsafe fn destroy_texture_view(&self, view: Never) {
            match view {}
        }
        unsafe fn create_sampler(
            &self,
            _: &hal::SamplerDescriptor<'_>,
        ) -> Result<Sampler, DeviceError> {
            Ok(Sampler)
        }
        unsafe fn destroy_sampler(&self, _: Sampler) {}

        unsafe fn create_render_pipeline(
            &self,
            _: &hal::RenderPipelineDescriptor<'_, PipelineLayout, ShaderModule, Never>,
        ) -> Result<Never, hal::PipelineError> {
            let said = "wgpu-cpu has no render pipelines: it is a device for compute";
            Err(hal::PipelineError::Linkage(wgt::ShaderStages::VERTEX, said.to_owned()))
        }
        unsafe fn destroy_render_pipeline(&self, pipeline: Never) {
            match pipeline {}
        }
        unsafe fn create_pipeline_cache(
            &self,
            _: &hal::PipelineCacheDescriptor<'_>,
        ) -> Result<Never, hal::PipelineCacheError> {
            refused::refuse("pipeline caches");
            Err(DeviceError::OutOfMemory.into())
        }
        unsafe fn destroy_pipeline_cache(&self, cache: Never) {
            match cache {}
        }

        unsafe fn create_ray_tracing_pipeline(
            &self,
            _: &hal::RayTracingPipelineDescriptor<'_, PipelineLayout, ShaderModule, Never>,
        ) -> Result<Never, hal::PipelineError> {
            let said = "wgpu-cpu has no ray tracing: it is a device for compute";
            Err(hal::PipelineError::Linkage(wgt::ShaderStages::all(), said.to_owned()))
        }
        unsafe fn destroy_ray_tracing_pipeline(&self, pipeline: Never) {
            match pipeline {}
        }
        unsafe fn get_raytracing_pipeline_group_data(
            &self,
            pipeline: &Never,
            _: std::ops::Range<u32>,
        ) -> Result<Vec<u8>, DeviceError> {
            match *pipeline {}
        }
        unsafe fn create_acceleration_structure(
            &self,
            _: &hal::AccelerationStructureDescriptor<'_>,
        ) -> Result<Never, DeviceError> {
            refused::refuse("acceleration structures");
            Err(DeviceError::OutOfMemory)
        }
        unsafe fn get_acceleration_structure_build_sizes(
            &self,
            _: &hal::GetAccelerationStructureBuildSizesDescriptor<'_, Buffer>,
        ) -> hal::AccelerationStructureBuildSizes {
            hal::AccelerationStructureBuildSizes::default()
        }
        unsafe fn get_acceleration_structure_device_address(&self, of: &Never) -> u64 {
            match *of {}
        }
        unsafe fn destroy_acceleration_structure(&self, structure: Never) {
            match structure {}
        }
        fn tlas_instance_to_bytes(&self, _: hal::TlasInstance) -> Vec<u8> {
            Vec::new()
        }
    };
}
pub(in crate::hal) use device_methods;
