//! stub
pub(crate) fn guard_loops(_m: &mut naga::Module, _c: naga::Handle<naga::Function>) -> usize {
    0
}
