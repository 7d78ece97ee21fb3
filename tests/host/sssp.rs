//! Sssp: the example `sssp` as a program: what goes in, what comes out, exit codes.

use std::{env, fs, process};

use serde_json::{Value, json};

use crate::programs::{json, run};

const TOWNS: &str = "# towns\na b 4\nb c 1\nd x 2\na c 9\nd a 2\n";
const CYCLE: &str = "1 2 4\n2 3 -2\n3 2 1\n3 4 5\n";

#[test]
fn paths_come_as_one_line_of_json() {
    let line = |args: &[&str]| json("sssp", &[&["-", "--json"], args].concat(), TOWNS);
    for device in [&["--host"][..], &["--device", "cpu"]] {
        let Some(found) = line(&[device, &["--source", "a", "--target", "c"]].concat()) else {
            return;
        };
        let keys: Vec<&str> = found.as_object().unwrap().keys().map(String::as_str).collect();
        let expected = "source vertices edges reached max_distance sum_distance method device \
                        load_ms solve_ms total_ms path";
        assert_eq!(keys.join(" "), expected);
        let counts = ["vertices", "edges", "reached", "max_distance", "sum_distance"];
        assert_eq!(counts.map(|key| found[key].clone()), [5, 5, 3, 5, 9].map(Value::from));
        assert_eq!(found["path"], json!(["a", "b", "c"]));
        assert_eq!(found["device"].is_null(), device == ["--host"], "{found}");
        let times = ["load_ms", "solve_ms", "total_ms"].map(|key| found[key].as_f64().unwrap());
        assert!(times.iter().all(|time| (0.0..600_000.0).contains(time)), "{found}");
    }
    // What is not reached has no number.
    let found = line(&["--source", "b", "--target", "d", "--stats"]).unwrap();
    assert_eq!((&found["path"], &found["reached"]), (&Value::Null, &2.into()));
    let stats = ["relaxations", "steps", "delta", "reason"].map(|key| found.get(key).is_some());
    assert_eq!(stats, [true; 4], "{found}");
    assert!(found["relaxations"].is_u64());
    // Nearest of several, each edge both ways.
    let found = line(&["--source", "d", "--source", "b", "--undirected"]).unwrap();
    assert_eq!((&found["reached"], &found["sum_distance"]), (&5.into(), &5.into()));
}

#[test]
fn the_notebook_is_solved_from_every_vertex() {
    for device in [&["--host"][..], &["--device", "cpu"]] {
        let Some((code, stdout, stderr)) = run("sssp", &[&["--json"], device].concat(), "") else {
            return;
        };
        assert_eq!((code, stderr.as_str()), (0, ""));
        let all: Value = serde_json::from_str(&stdout).unwrap();
        assert_eq!(stdout.lines().count(), 1);
        let lines = all["searches"].as_array().unwrap();
        let told: Vec<_> = lines.iter().map(|line| line["source"].as_str().unwrap()).collect();
        assert_eq!(told, ["A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K"]);
        // By hand: from A nothing, B and C reach each other, D also A, and so on.
        let reached: Vec<_> = lines.iter().map(|line| line["reached"].as_u64().unwrap()).collect();
        assert_eq!(reached, [1, 2, 2, 4, 6, 6, 7, 7, 7, 7, 7]);
        let sum: Vec<_> = lines.iter().map(|line| line["sum_distance"].as_u64().unwrap()).collect();
        assert_eq!(sum, [0, 1, 1, 4, 7, 9, 11, 11, 11, 13, 13]);
        assert_eq!((&all["vertices"], &all["reached"]), (&11.into(), &56.into()));
        assert_eq!((&all["max_distance"], &all["sum_distance"]), (&3.into(), &81.into()));
    }
    let (_, table, _) = run("sssp", &["--source", "D"], "").unwrap();
    let rows: Vec<Vec<&str>> =
        table.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(rows[..2], [vec!["from", "D"], vec!["target", "distance", "predecessor"]]);
    assert_eq!(
        rows[2..6],
        [vec!["A", "1", "D"], vec!["B", "1", "D"], vec!["C", "2", "B"], vec!["D", "0"]]
    );
    assert!(rows[6..].iter().all(|row| row.len() == 1), "{table}");
}

#[test]
fn a_negative_cycle_is_told_with_code_1() {
    for device in [&["--host"][..], &["--device", "cpu"]] {
        let Some((code, stdout, stderr)) = run("sssp", &[&["-"], device].concat(), CYCLE) else {
            return;
        };
        assert_eq!((code, stderr.as_str()), (1, ""));
        assert_eq!(stdout, "negative cycle: 2 -> 3 -> 2, total -1\n");
        let (code, stdout, stderr) =
            run("sssp", &[&["-", "--json"], device].concat(), CYCLE).unwrap();
        assert_eq!((code, stderr.as_str()), (1, ""));
        let told: Value = serde_json::from_str(&stdout).unwrap();
        let expected = json!({"error": "negative cycle", "vertices": ["2", "3"], "total": -1});
        assert_eq!(told, expected);
        assert_eq!(stdout.matches('\n').count(), 1);
        // One that is not reached is none.
        let (code, ..) = run("sssp", &[&["-", "--source", "4"], device].concat(), CYCLE).unwrap();
        assert_eq!(code, 0);
    }
}

#[test]
fn distances_are_written_to_a_file() {
    let path = env::temp_dir().join(format!("paths-{}.csv", process::id()));
    let out = path.to_str().unwrap();
    let text = "from,to,cost\n\"x, y\",b,1.5\nb,c,0.25\nd,b,1\n";
    let args = ["-", "--host", "--json", "--output", out];
    let Some((code, stdout, stderr)) = run("sssp", &args, text) else { return };
    assert_eq!(code, 0, "{stderr}");
    assert_eq!(stdout.matches('\n').count(), 1, "{stdout}");
    let written = fs::read_to_string(&path).unwrap();
    let rows = "target,distance,predecessor\n\"x, y\",0,\nb,1.5,\"x, y\"\nc,1.75,b\nd,,\n";
    assert_eq!(written, rows);
    // What is there already stays where no answer is found.
    fs::write(&path, "kept").unwrap();
    for (more, text) in [(&["--source", "z"][..], text), (&[], CYCLE)] {
        let (code, ..) = run("sssp", &[&args[..], more].concat(), text).unwrap();
        assert_eq!((code, fs::read_to_string(&path).unwrap().as_str()), (1, "kept"));
    }
    fs::remove_file(&path).unwrap();
}

#[test]
fn warnings_leave_stdout_alone() {
    let args = ["-", "--format", "mtx", "--host", "--json"];
    let Some((code, stdout, stderr)) = run("sssp", &args, "1 2\n2 3\n") else { return };
    assert_eq!(code, 0, "{stderr}");
    assert_eq!(stdout.matches('\n').count(), 1, "{stdout}");
    let told: Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!((&told["edges"], &told["reached"]), (&2.into(), &3.into()));
    assert!(stderr.lines().count() > 0, "{stderr}");
    assert!(stderr.lines().all(|line| line.starts_with("warning: stdin: ")), "{stderr}");
}

#[test]
fn faults_go_to_stderr_with_code_1() {
    for (args, stdin, fault) in [
        (&["no/such.gr"][..], "", "error: no/such.gr: "),
        (
            &["-", "--source", "z"],
            TOWNS,
            "error: --source z: the graph has no such vertex; its 5 are called a to x",
        ),
        (&["-", "--target", "z"], TOWNS, "error: --target z: the graph has no such vertex"),
        (&["-", "--format", "gr"], "p sp 2 1\na 1 3 4\n", "error: stdin:2: expected "),
        (&["-"], "# nothing\n", "error: - has no vertices, so there is no source"),
        (&["-", "--output", "no/such/rows.csv"], TOWNS, "error: cannot write no/such/rows.csv: "),
        (
            &["-", "--host"],
            "a b 1e308\nb c 1e308\n",
            "error: vertex c can be reached, and its distance is above 1.7976931348623157e308: ",
        ),
        (&["-", "--picture", "no/such/tree.svg"], TOWNS, "error: cannot write no/such/tree.svg: "),
        (&["-", "--host", "--source", "-7"], TOWNS, "error: --source -7: the graph has no such"),
        #[cfg(target_os = "linux")]
        (&["--host", "--output", "/dev/full"], "", "error: cannot write /dev/full: "),
    ] {
        let Some((code, stdout, stderr)) = run("sssp", args, stdin) else { return };
        assert_eq!(code, 1, "{args:?}");
        assert!(stdout.is_empty() || fault.contains("/dev/full"), "{args:?}: {stdout}");
        assert!(stderr.starts_with(fault), "{args:?}: {stderr}");
        assert_eq!(stderr.lines().count(), 1, "{stderr}");
    }
    // A name may look like an option.
    let (code, stdout, _) =
        run("sssp", &["-", "--source", "-1", "--target", "-2"], "-1 -2 3\n").unwrap();
    assert!(code == 0 && stdout.contains("-2 is 3 far: -1 -> -2"), "{stdout}");
}

#[test]
fn methods_agree_side_by_side() {
    let args = ["-", "--compare", "--device", "cpu"];
    let Some((code, stdout, stderr)) = run("sssp", &args, TOWNS) else { return };
    assert_eq!(code, 0, "{stderr}");
    let rows: Vec<&str> = stdout.lines().filter(|line| line.contains(" ms  ")).collect();
    assert_eq!(rows.len(), 4, "{stdout}");
    for (row, what) in
        rows.iter().zip(["the answer", "rounds over all edges", "near-far", "Dijkstra"])
    {
        assert!(row.contains(what), "{row}");
    }
    // What the rounds have no room for, and what no device is asked.
    let large = "a b 3000000000\nb c 3000000000\n";
    let (code, _, stderr) = run("sssp", &args, large).unwrap();
    assert_eq!(code, 1);
    assert!(
        stderr.starts_with("error: --compare: ") && stderr.ends_with(" vertex c\n"),
        "{stderr}"
    );
    let args = ["-", "--format", "gr", "--compare", "--device", "cpu"];
    let (code, stdout, stderr) = run("sssp", &args, "p sp 2 0\n").unwrap();
    assert_eq!(code, 0, "{stderr}");
    assert!(stdout.contains(" ms  Dijkstra on the host, as there are no edges\n"), "{stdout}");
}
