//! The encoder's methods for drawing, textures and ray tracing.
//!
//! A trait must be implemented in one place, so they are put in from here by a
//! macro. Those that take a [`Never`](super::Never) cannot be called; the others
//! belong to passes that wgpu-core does not open without something it cannot have.

macro_rules! encoder_methods {
    () => {
        unsafe fn transition_buffers<'a, T>(&mut self, _: T)
        where
            T: Iterator<Item = hal::BufferBarrier<'a, Buffer>>,
        {
        }
        unsafe fn transition_textures<'a, T>(&mut self, _: T)
        where
            T: Iterator<Item = hal::TextureBarrier<'a, Never>>,
        {
        }
        unsafe fn copy_texture_to_texture<T>(
            &mut self,
            src: &Never,
            _: wgt::TextureUses,
            _: &Never,
            _: T,
        ) where
            T: Iterator<Item = hal::TextureCopy>,
        {
            match *src {}
        }
        unsafe fn copy_buffer_to_texture<T>(&mut self, _: &Buffer, dst: &Never, _: T)
        where
            T: Iterator<Item = hal::BufferTextureCopy>,
        {
            match *dst {}
        }
        unsafe fn copy_texture_to_buffer<T>(
            &mut self,
            src: &Never,
            _: wgt::TextureUses,
            _: &Buffer,
            _: T,
        ) where
            T: Iterator<Item = hal::BufferTextureCopy>,
        {
            match *src {}
        }
        unsafe fn copy_acceleration_structure_to_acceleration_structure(
            &mut self,
            src: &Never,
            _: &Never,
            _: wgt::AccelerationStructureCopy,
        ) {
            match *src {}
        }

        unsafe fn insert_debug_marker(&mut self, _: &str) {}
        unsafe fn begin_debug_marker(&mut self, _: &str) {}
        unsafe fn end_debug_marker(&mut self) {}
        unsafe fn begin_query(&mut self, _: &QuerySet, _: u32) {}
        unsafe fn end_query(&mut self, _: &QuerySet, _: u32) {}

        unsafe fn begin_render_pass(
            &mut self,
            _: &hal::RenderPassDescriptor<'_, QuerySet, Never>,
        ) -> Result<(), DeviceError> {
            refused::refuse("render passes");
            Ok(())
        }
        unsafe fn end_render_pass(&mut self) {}
        unsafe fn set_render_pipeline(&mut self, pipeline: &Never) {
            match *pipeline {}
        }
        unsafe fn set_index_buffer<'a>(
            &mut self,
            _: hal::BufferBinding<'a, Buffer>,
            _: wgt::IndexFormat,
        ) {
        }
        unsafe fn set_vertex_buffer<'a>(&mut self, _: u32, _: hal::BufferBinding<'a, Buffer>) {}
        unsafe fn set_viewport(&mut self, _: &hal::Rect<f32>, _: Range<f32>) {}
        unsafe fn set_scissor_rect(&mut self, _: &hal::Rect<u32>) {}
        unsafe fn set_stencil_reference(&mut self, _: u32) {}
        unsafe fn set_blend_constants(&mut self, _: &[f32; 4]) {}
        unsafe fn draw(&mut self, _: u32, _: u32, _: u32, _: u32) {}
        unsafe fn draw_indexed(&mut self, _: u32, _: u32, _: i32, _: u32, _: u32) {}
        unsafe fn draw_indirect(&mut self, _: &Buffer, _: u64, _: u32) {}
        unsafe fn draw_indexed_indirect(&mut self, _: &Buffer, _: u64, _: u32) {}
        unsafe fn draw_indirect_count(&mut self, _: &Buffer, _: u64, _: &Buffer, _: u64, _: u32) {}
        unsafe fn draw_indexed_indirect_count(
            &mut self,
            _: &Buffer,
            _: u64,
            _: &Buffer,
            _: u64,
            _: u32,
        ) {
        }
        unsafe fn draw_mesh_tasks(&mut self, _: u32, _: u32, _: u32) {}
        unsafe fn draw_mesh_tasks_indirect(&mut self, _: &Buffer, _: u64, _: u32) {}
        unsafe fn draw_mesh_tasks_indirect_count(
            &mut self,
            _: &Buffer,
            _: u64,
            _: &Buffer,
            _: u64,
            _: u32,
        ) {
        }

        unsafe fn begin_ray_tracing_pass(&mut self, _: &hal::RayTracingPassDescriptor<'_>) {
            refused::refuse("ray tracing");
        }
        unsafe fn end_ray_tracing_pass(&mut self) {}
        unsafe fn set_ray_tracing_pipeline(&mut self, pipeline: &Never) {
            match *pipeline {}
        }
        unsafe fn trace_rays<'a>(
            &mut self,
            _: [u32; 3],
            _: hal::PipelineGroupData<'a, Buffer>,
            _: hal::PipelineGroupData<'a, Buffer>,
            _: hal::PipelineGroupData<'a, Buffer>,
        ) {
        }
        unsafe fn build_acceleration_structures<'a, T>(&mut self, _: u32, _: T)
        where
            T: IntoIterator<Item = hal::BuildAccelerationStructureDescriptor<'a, Buffer, Never>>,
        {
        }
        unsafe fn place_acceleration_structure_barrier(
            &mut self,
            _: hal::AccelerationStructureBarrier,
        ) {
        }
        unsafe fn read_acceleration_structure_compact_size(&mut self, from: &Never, _: &Buffer) {
            match *from {}
        }
        unsafe fn set_acceleration_structure_dependencies(_: &[&CommandBuffer], _: &[&Never]) {}
    };
}
pub(in crate::hal) use encoder_methods;
