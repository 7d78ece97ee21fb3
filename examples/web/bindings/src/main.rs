//! Writes the JavaScript and the types beside the page's wasm: `bindings MODULE.wasm FOLDER`.
//!
//! It is the library behind the command `wasm-bindgen`, so its version is in Cargo.lock and nobody
//! has to install the command that fits.

use std::error::Error;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args_os().skip(1);
    let (Some(module), Some(folder)) = (arguments.next(), arguments.next()) else {
        return Err("tell the wasm module and the folder to write to".into());
    };
    Bindgen::new()
        .input_path(module)
        .out_name("kernel_engine_web")
        .web(true)?
        .typescript(true)
        .omit_default_module_path(false)
        .remove_name_section(true)
        .generate(folder)?;
    Ok(())
}
