//! Tsp: the examples `tsp` and `tsp_batch` as programs: what goes in, what comes out, exit codes.

use std::path::PathBuf;
use std::{env, fs};

use serde_json::Value;

use crate::programs::{json, pipe, run};

const SQUARE: &str = "TYPE: TSP\nDIMENSION: 4\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n\
                      1 0 0\n2 10 10\n3 0 10\n4 10 0\nEOF\n";
const PAGE: &str = "0,170,186,114\n170,0,343,225\n186,343,0,134\n114,225,134,0\n";

#[test]
fn tours_come_as_one_line_of_json() {
    let rows: [(&[&str], &str, Value, &[u64]); 7] = [
        (&["-"], SQUARE, 40.into(), &[1, 3, 2, 4]),
        (&["-", "--start", "2"], SQUARE, 40.into(), &[2, 3, 1, 4]),
        (&["-", "--open", "--start", "2", "--end", "3"], SQUARE, 30.into(), &[2, 4, 1, 3]),
        (&["-", "--end", "4"], SQUARE, 30.into(), &[1, 3, 2, 4]),
        (&["-"], PAGE, 715.into(), &[0, 1, 3, 2]),
        (&["-", "--points"], "0,0\n0,1.5\n", 3.0.into(), &[0, 1]),
        (&["-", "--matrix"], "0,1\n2,0\n", 3.into(), &[0, 1]),
    ];
    for (args, stdin, cost, order) in rows {
        let args = [args, &["--host", "--json"]].concat();
        let Some(found) = json("tsp", &args, stdin) else { return };
        let keys: Vec<&str> = found.as_object().unwrap().keys().map(String::as_str).collect();
        let expected = "n cost order device method plan_bytes solve_ms total_ms";
        assert_eq!(keys.join(" "), expected);
        assert_eq!(found["n"], order.len(), "{args:?}");
        assert_eq!(found["cost"], cost, "{args:?}");
        let there: Vec<u64> =
            found["order"].as_array().unwrap().iter().filter_map(Value::as_u64).collect();
        // The other way round costs the same, as far as costs are symmetric and ends are free.
        let mut back = there.clone();
        back[1..].reverse();
        assert!(there == order || back == order || args[1] == "--end", "{args:?}: {there:?}");
    }
}

/// Few cities are solved by the host, whichever device was asked.
#[test]
fn who_solved_it_is_told() {
    for (cities, method, planned) in [("5", "host", false), ("6", "device", true)] {
        let args = ["--random", cities, "--device", "cpu", "--json"];
        let Some(found) = json("tsp", &args, "") else { return };
        assert_eq!(found["method"], method, "{cities} cities");
        assert_eq!(found["plan_bytes"].is_u64(), planned, "{cities} cities");
    }
}

#[test]
fn sixteen_towns_are_solved_without_a_file() {
    let Some(found) = json("tsp", &["--host", "--json"], "") else { return };
    assert_eq!((&found["n"], &found["cost"]), (&16.into(), &383.into()));
    let mut order: Vec<u64> =
        found["order"].as_array().unwrap().iter().filter_map(Value::as_u64).collect();
    order.sort_unstable();
    assert!(order.into_iter().eq(0..16));
}

#[test]
fn random_cities_are_the_same_for_a_seed() {
    let cost = |seed: &str, more: &[&str]| {
        let args = [&["--random", "9", "--host", "--json", "--seed", seed], more].concat();
        Some(json("tsp", &args, "")?["cost"].clone())
    };
    let Some(first) = cost("1", &[]) else { return };
    assert_eq!(cost("1", &[]), Some(first.clone()));
    assert_ne!(cost("2", &[]), Some(first.clone()));
    assert_ne!(cost("1", &["--matrix"]), Some(first));
}

#[test]
fn faults_go_to_stderr_with_code_1() {
    for (args, stdin, fault) in [
        (
            &["-"][..],
            "0,1\n2\n",
            "error: line 2 of stdin: expected 2 cells, as line 1 has, found 1",
        ),
        (&["no/such.tsp"], "", "error: cannot read no/such.tsp: "),
        (
            &["-", "--start", "5"],
            SQUARE,
            "error: --start 5: no city is called so; the first is 1, the last 4",
        ),
        (
            &["-", "--host"],
            "A,0,1,inf\nB,1,0,inf\nC,1,1,0\n",
            "error: there is no tour: no way leads to C",
        ),
        (&["--host", "--svg", "no/such/tour.svg"], "", "error: cannot write no/such/tour.svg: "),
        (&["-", "--end", "-7"], SQUARE, "error: --end -7: no city is called so"),
        (
            &["-", "--host"],
            "A,0,1e308,1\nB,1,0,1\nC,1,1,0\n",
            "error: the way from A to B costs 1e308, and here costs must be from -",
        ),
        (&["--host", "--random", "100"], "", "error: 100 cities are too many"),
        (
            &["-", "--host", "--start", "2", "--end", "2"],
            SQUARE,
            "error: 2 is both --start and --end: leave --end out to return",
        ),
    ] {
        let Some((code, stdout, stderr)) = run("tsp", args, stdin) else { return };
        assert_eq!(code, 1, "{args:?}");
        assert!(stderr.starts_with(fault), "{args:?}: {stderr}");
        assert!(stderr.lines().count() == 1 && stderr.len() < 300, "{stderr}");
        assert_eq!(stdout, "");
    }
}

#[test]
fn contestants_agree_side_by_side() {
    let start = ["--compare", "--device", "cpu", "--random", "7"];
    for (more, contestants) in [
        (&[][..], &["method of 2017", "host", "device"][..]),
        (&["--matrix"], &["method of 2017", "host", "device"]),
        (&["--open"], &["host", "device"]),
    ] {
        let Some((code, stdout, stderr)) = run("tsp", &[&start, more].concat(), "") else { return };
        assert_eq!(code, 0, "{stderr}");
        let rows = stdout.lines().filter(|line| line.ends_with('x'));
        let names: Vec<&str> = rows.map(|row| row.get(..16).unwrap_or(row).trim_end()).collect();
        assert_eq!(names, contestants, "{stdout}");
        assert_eq!(stdout.contains("takes closed tours"), contestants.len() < 3, "{stdout}");
    }
}

#[test]
fn the_picture_shows_every_city_and_leg() {
    let path: PathBuf = env::temp_dir().join(format!("tour-{}.svg", std::process::id()));
    let svg = path.to_str().unwrap();
    let points = "\"<A&B>\",0,0\nB,5,0\n\"C \"\"3\"\"\",5,5\n";
    let same = "1,1\n1,1\n1,1\n";
    let matrix = "0,1,2\n3,0,4\n5,6,0\n";
    for (stdin, n, is_open, texts) in [
        (points, 3, false, &[">&lt;A&amp;B&gt;<", ">B<", ">C &quot;3&quot;<"][..]),
        (points, 3, true, &[">B<"]),
        (same, 3, false, &[">0<", ">1<", ">2<"]),
        (matrix, 3, false, &[">1<", ">4<", ">5<"]),
        ("7", 1, false, &[">0<"]),
    ] {
        let args = [&["-", "--host", "--svg", svg][..], if is_open { &["--open"] } else { &[] }];
        let Some((code, _, stderr)) = run("tsp", &args.concat(), stdin) else { return };
        assert_eq!(code, 0, "{stderr}");
        let picture = fs::read_to_string(&path).unwrap();
        fs::remove_file(&path).unwrap();
        for text in texts {
            assert!(picture.contains(text), "{text} in\n{picture}");
        }
        // One more for the start.
        assert_eq!(picture.matches("<circle ").count(), n + 1);
        assert_eq!(
            picture.contains(" Z\"/>\n<path class=\"arrow\""),
            !is_open && stdin != same && n > 1
        );
        assert!(!picture.contains("NaN") && !picture.contains("inf"), "{picture}");
        assert!(picture.starts_with("<svg ") && picture.ends_with("</svg>\n"));
    }
}

#[test]
fn a_reader_who_leaves_costs_no_picture() {
    let path: PathBuf = env::temp_dir().join(format!("left-{}.svg", std::process::id()));
    let args = ["--host", "--svg", path.to_str().unwrap()];
    let Some((code, stderr)) = pipe("tsp", &args) else { return };
    assert_eq!((code, stderr.as_str()), (0, ""));
    assert!(fs::read_to_string(&path).unwrap().ends_with("</svg>\n"));
    fs::remove_file(&path).unwrap();
}

#[test]
fn a_batch_answers_line_by_line() {
    let run = |args: &[&str], stdin: &str| {
        run("tsp_batch", &[&["-", "--device", "cpu"], args].concat(), stdin)
    };
    let points = "0,0,3,4,0,4\n# none\n\n5 5\n0;0;1.5;0\n";
    let Some((code, stdout, _)) = run(&[], points) else { return };
    assert_eq!((code, stdout.as_str()), (0, "12,0,1,2\n0,0\n3,0,1\n"));
    let matrix = format!("{}\n0,inf,1,0\n", PAGE.trim().replace('\n', ","));
    let (code, stdout, _) = run(&["--matrix"], &matrix).unwrap();
    assert_eq!((code, stdout.as_str()), (0, "715,0,1,3,2\ninf\n"));
    for (args, stdin, fault) in [
        (
            &[][..],
            "1,2,3\n",
            "error: line 1 of stdin: expected pairs of at most 32 cities, found 3 numbers",
        ),
        (
            &["--matrix"],
            "0\n1,2\n",
            "error: line 2 of stdin: expected a square of at most 32 cities, found 2 numbers",
        ),
        (&[], "0,0\n1,x\n", "error: line 2 of stdin: expected a number, found \"x\""),
        (&[], "0,0\n1,nan\n", "error: line 2 of stdin: expected a number, found \"nan\""),
        (&[], "0,0,,1\n", "error: line 1 of stdin: expected a number, found \"\""),
        (&[], "0,0,inf,1\n", "error: line 1 of stdin: expected points with finite distances"),
        (
            &["--matrix"],
            "0,1e999,1,0\n",
            "error: line 1 of stdin: expected a number, found \"1e999\"",
        ),
        (
            &["--matrix"],
            "0,9007199254740993,1,0\n",
            "error: line 1 of stdin: expected a number of at most 2^53 in size, which is exact, \
             found \"9007199254740993\"",
        ),
        (&[], "# none\n\n", "error: stdin holds no instance: write one a line"),
    ] {
        let (code, _, stderr) = run(args, stdin).unwrap();
        assert_eq!((code, stderr.trim_end()), (1, fault));
    }
    let (_, stdout, _) = run(&["--json"], points).unwrap();
    let summary: Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!((&summary["instances"], &summary["no_tour"]), (&3.into(), &0.into()));
}
