//! Convert: plain objects of JavaScript to values and back.

use serde::Serialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::{JsError, JsValue};

/// A result for JavaScript.
pub(crate) type Thrown<T = JsValue> = Result<T, JsError>;

/// A plain object.
pub(crate) fn object(value: &impl Serialize) -> Thrown {
    let plain = serde_wasm_bindgen::Serializer::json_compatible();
    value.serialize(&plain).map_err(|error| JsError::new(&error.to_string()))
}

/// The value of a plain object; `what` names it where it is none.
pub(crate) fn value<T: DeserializeOwned>(what: &str, object: JsValue) -> Thrown<T> {
    let wrong = |error| JsError::new(&format!("{what} is not as expected: {error}"));
    serde_wasm_bindgen::from_value(object).map_err(wrong)
}
