//! What shows on stderr while work takes long; nothing where stderr is no terminal.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressFinish, ProgressStyle};

/// A bar for `len` steps of work. It disappears when it is dropped.
pub(crate) fn bar(what: &'static str, len: usize) -> ProgressBar {
    let bar = ProgressBar::new(len as u64);
    show(bar, "{spinner} {msg:28} {wide_bar} {percent:>3}%  {elapsed}", what)
}

/// A sign of life for work whose steps nobody sees. It disappears when it is dropped.
pub(crate) fn spinner(what: &'static str) -> ProgressBar {
    show(ProgressBar::new_spinner(), "{spinner} {msg:28} {elapsed}", what)
}

fn show(bar: ProgressBar, template: &str, what: &'static str) -> ProgressBar {
    let style = ProgressStyle::with_template(template);
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar.set_message(what);
    // By a thread of its own, so that a step costs no more than an addition.
    bar.enable_steady_tick(Duration::from_millis(100));
    bar.with_finish(ProgressFinish::AndClear)
}
