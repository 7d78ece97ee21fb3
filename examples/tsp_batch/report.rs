//! What was found on the whole.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use kernel_engine::Engine;
use serde_json::json;

use crate::Args;
use crate::aside::Aside;
use crate::support::Outcome;

/// What was found on the whole.
pub(crate) struct Found {
    pub(crate) start: Instant,
    pub(crate) solving: Duration,
    pub(crate) instances: usize,
    pub(crate) no_tour: usize,
}

impl Found {
    pub(crate) fn tell(&self, args: &Args, engine: &Engine, stdout: &mut dyn Write) -> Outcome {
        let total = self.start.elapsed();
        let ms = |took: Duration| took.as_nanos() as f64 / 1e6;
        let rate = |took: Duration| (self.instances as f64 / took.as_secs_f64().max(1e-9)).round();
        let Self { solving, instances, no_tour, .. } = self;
        writeln!(
            Aside(io::stderr()),
            "{instances} instances, {no_tour} without a tour, on {}\n\
             {:.0} instances per second, {:.0} with reading and writing",
            engine.info().name,
            rate(*solving),
            rate(total),
        )?;
        if args.json {
            let summary = json!({
                "instances": instances,
                "no_tour": no_tour,
                "device": engine.info().name,
                "solve_ms": ms(*solving),
                "total_ms": ms(total),
                "per_second": rate(*solving),
                "per_second_in_all": rate(total),
            });
            writeln!(stdout, "{summary}")?;
        }
        Ok(())
    }
}
