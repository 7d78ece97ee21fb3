//! Command lines: what every example does with options, right and wrong, and with its reader.

use std::{env, fs, process};

use crate::programs::{alone, pipe, run};

const EXAMPLES: [&str; 11] = [
    "converge",
    "custom_kernel",
    "fast_math",
    "held_karp_walk",
    "map_kernel",
    "ping_pong",
    "primitives",
    "sssp",
    "transfers",
    "tsp",
    "tsp_batch",
];

#[test]
fn every_example_has_help() {
    for example in EXAMPLES {
        let Some((code, stdout, stderr)) = run(example, &["--help"], "") else { return };
        assert_eq!((code, stderr.as_str()), (0, ""), "{example}");
        assert!(stdout.contains("Usage: ") && stdout.contains("--help"), "{example}: {stdout}");
    }
}

/// One line on stderr, which names what is wrong, and nothing on stdout.
#[track_caller]
fn refused(example: &str, args: &[&str], fault: &str) {
    let Some((code, stdout, stderr)) = run(example, args, "") else { return };
    assert_eq!((code, stdout.as_str()), (1, ""), "{example} {args:?}: {stderr}");
    let line = error(&stderr);
    assert!(line.is_some_and(|line| line.contains(fault)), "{example} {args:?}: {stderr}");
}

/// The one error of stderr, where a note may come first.
fn error(stderr: &str) -> Option<&str> {
    let mut lines = stderr.lines().filter(|line| !line.starts_with("note: "));
    let line = lines.next().filter(|line| line.starts_with("error: "))?;
    lines.next().is_none().then_some(line)
}

#[test]
fn what_is_called_wrongly_is_told_in_one_line() {
    for example in EXAMPLES {
        refused(example, &["--no-such-option"], "'--no-such-option'");
        refused(example, &["one", "two", "three"], "argument '");
    }
    for (example, args, fault) in [
        (
            "map_kernel",
            &["--elements", "1e400"][..],
            "'1e400' for '--elements <N>': a whole number",
        ),
        ("map_kernel", &["--elements", "7", "--input", "-"], "cannot be used with"),
        ("transfers", &["--rounds", "0"], "'0' for '--rounds <N>'"),
        ("converge", &["--tolerance", "nan"], "'nan' for '--tolerance <T>': a number from 0"),
        ("converge", &["--side", "1"], "'1' for '--side <N>'"),
        ("custom_kernel", &["--speed", "101"], "'101' for '--speed <SPEED>'"),
        ("ping_pong", &["--generations", "x"], "'x' for '--generations <N>'"),
        ("tsp", &["--device"], "'--device <D>'"),
        ("tsp", &["--random", "-1"], "'-1'"),
        ("tsp_batch", &["-", "--random", "7"], "cannot be used with"),
        ("sssp", &["--format", "foo"], "[possible values: gr, mtx, metis, edges, json]"),
        ("held_karp_walk", &["0,x/1,0"], "\"x\" is no cost"),
        ("held_karp_walk", &["0,1.5/1,0"], "\"1.5\" is no cost"),
        ("held_karp_walk", &["0,1/1"], "row 1 of the cost matrix has 1 costs"),
        ("held_karp_walk", &["--levels", "Cargo.toml/x"], "Cargo.toml/x: "),
    ] {
        refused(example, args, fault);
    }
}

#[test]
fn a_device_that_is_not_there_is_named() {
    for example in ["map_kernel", "transfers", "tsp", "tsp_batch", "sssp"] {
        refused(example, &["--device", "no such"], "`no such` was asked for");
    }
}

/// More than any machine has, which nobody should begin to fill.
#[test]
fn memory_that_is_not_there_is_told() {
    for example in ["fast_math", "map_kernel", "primitives", "transfers"] {
        for elements in ["1_000_000_000_000_000", "18446744073709551615"] {
            let args = ["--elements", elements];
            let Some((code, _, stderr)) = run(example, &args, "") else { return };
            let told = error(&stderr).is_some_and(|it| it.contains(&elements.replace('_', "")));
            assert!(code == 1 && told, "{example}: {stderr}");
        }
    }
}

#[test]
fn a_reader_may_leave() {
    for (example, args) in [
        ("sssp", &["--help"][..]),
        ("sssp", &[]),
        ("tsp", &["--host"]),
        ("tsp_batch", &["--random", "50_000", "--cities", "3"]),
        ("held_karp_walk", &[]),
        ("ping_pong", &["--generations", "1"]),
        ("map_kernel", &["--elements", "100_000", "--output", "-"]),
    ] {
        let Some((code, stderr)) = pipe(example, args) else { return };
        assert_eq!(code, 0, "{example}: {stderr}");
        assert!(!stderr.contains("error") && !stderr.contains("panic"), "{example}: {stderr}");
    }
}

#[test]
fn json_comes_without_a_reader_of_the_rest() {
    for (example, args) in [
        ("tsp", &["--random", "7", "--compare", "--progress", "--json"][..]),
        ("tsp_batch", &["--random", "9", "--json"]),
        ("map_kernel", &["--elements", "1000", "--json"]),
        ("sssp", &["--compare", "--json"]),
    ] {
        let Some((code, stdout)) = alone(example, args) else { return };
        assert!(code == 0 && stdout.ends_with("}\n"), "{example}, {code}: {stdout}");
    }
}

#[test]
fn files_are_whole_though_the_reader_leaves() {
    for (example, args, lines) in
        [("map_kernel", &["--elements", "1000"][..], 1000), ("sssp", &[], 1 + 11 * 11)]
    {
        let path = env::temp_dir().join(format!("{example}-{}", process::id()));
        let args = [args, &["--output", path.to_str().unwrap()]].concat();
        let Some((code, stderr)) = pipe(example, &args) else { return };
        assert_eq!(code, 0, "{example}: {stderr}");
        let text = fs::read_to_string(&path).unwrap();
        fs::remove_file(&path).unwrap();
        assert_eq!(text.lines().count(), lines, "{example}");
    }
}
