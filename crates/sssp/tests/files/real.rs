//! Real graphs with known answers, by the host and by every device; read from a folder beside the
//! project, and skipped where it is not.

use std::path::PathBuf;

use sssp::files::{self, Network, Options};
use sssp::{Error, Graph};

use crate::{answer, solve};

/// Where the graphs are.
fn folder() -> Option<PathBuf> {
    let beside = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/graphs"));
    if !beside.is_dir() {
        println!("skipped: there is no folder {}", beside.display());
        return None;
    }
    Some(beside)
}

fn read(name: &str, undirected: bool) -> Option<Network> {
    let options = Options { undirected, ..Options::default() };
    Some(files::read(folder()?.join(name), &options).unwrap())
}

#[test]
fn known_answers() {
    // File, vertices, edges, and from a source: reached, the largest distance, their sum.
    #[rustfmt::skip]
    let rows = [
        ("rome99.gr", 3_353, 8_870, "41", 3_353, 64_516.0, 100_020_116.0),
        ("luxembourg_osm.mtx", 114_599, 239_332, "6398", 114_599, 951.0, 38_308_257.0),
        ("wiki-Vote.txt", 7_115, 103_689, "2565", 2_316, 4.0, 4_050.0),
        ("netscience.csv", 1_461, 5_484, "33", 379, 5.816665, 953.473617),
        ("netscience.csv", 1_461, 5_484, "43", 2, 1.0, 1.0),
        ("PGPgiantcompo.graph", 10_680, 48_632, "1", 10_680, 21.0, 121_101.0),
        ("lesmis.graph", 77, 508, "1", 77, 12.0, 540.0),
        ("gap_4.gr", 14, 256, "1", 13, 56.0, 214.0),
        ("gap_4w.mtx", 14, 256, "1", 13, 56.0, 214.0),
        ("gap_4w.graph", 14, 53, "1", 13, 56.0, 214.0),
        // An edge list does not tell of the vertex without edges.
        ("gap_4.wel", 13, 256, "0", 13, 56.0, 214.0),
    ];
    for (name, vertices, edges, source, reached, farthest, sum) in rows {
        let Some(network) = read(name, false) else { return };
        let summary = network.graph.summary();
        assert_eq!((summary.vertices, summary.edges), (vertices, edges), "{name}");
        let found = answer(&network, source).unwrap();
        assert_eq!(found.0, reached, "{name}");
        assert!(
            (found.1 - farthest).abs() < 1e-6 && (found.2 - sum).abs() < 1e-6,
            "{name} {found:?}"
        );
    }
}

#[test]
fn what_files_leave_out_is_told() {
    let Some(luxembourg) = read("luxembourg_osm.mtx", true) else { return };
    assert_eq!(luxembourg.warnings.len(), 2, "{:?}", luxembourg.warnings);
    assert_eq!(luxembourg.graph.summary().edges, 239_332, "both ways once");
    assert_eq!(read("gap_4w.graph", false).unwrap().warnings.len(), 1);
    assert!(read("gap_4w.mtx", false).unwrap().warnings.is_empty());
}

#[test]
fn negative_cycles_of_real_trust() {
    let Some(network) = read("soc-sign-bitcoinotc.csv", false) else { return };
    let summary = network.graph.summary();
    assert_eq!((summary.vertices, summary.edges), (5_881, 35_592));
    match answer(&network, "35") {
        Err(Error::NegativeCycle { total, .. }) => assert!(total < 0.0),
        other => panic!("{other:?}"),
    }
}

#[test]
fn negative_edges_without_a_cycle() {
    let Some(network) = read("lagraph_test_BF.mtx", false) else { return };
    for source in ["1", "4", "7"] {
        assert!(answer(&network, source).is_ok(), "{source}");
    }
    let Some(karate) = read("karate_multi_edge.csv", true) else { return };
    assert_eq!(karate.graph.summary().vertices, 34);
    assert!(karate.graph.summary().parallels > 0);
    assert_eq!(answer(&karate, "0").unwrap().0, 34);
}

#[test]
fn arrays_of_the_older_code() {
    let Some(folder) = folder() else { return };
    let array = |name: &str| -> Vec<i32> {
        let text = std::fs::read_to_string(folder.join(name)).unwrap();
        text.split(',').map(|number| number.trim().parse().unwrap()).collect()
    };
    let graph = |stem: &str| {
        let row = array(&format!("{stem}_I.csv")).iter().map(|offset| *offset as u32).collect();
        let column =
            array(&format!("{stem}_E.csv")).iter().map(|vertex| *vertex as u32 - 1).collect();
        Graph::from_csr(row, column, array(&format!("{stem}_W.csv"))).unwrap()
    };
    let simple = graph("simple.gr");
    let paths = solve(&simple, 0).unwrap();
    assert_eq!(paths.distances().flatten().collect::<Vec<_>>(), [0, 2, 4, 7, -2]);

    let random = graph("rand_1000.gr");
    assert_eq!((random.vertices(), random.edges()), (1_000, 5_000));
    let ends = |name| array(name).iter().map(|vertex| *vertex as u32 - 1).collect::<Vec<_>>();
    let (tail, head) = (ends("rand_1000.gr_FROM.csv"), ends("rand_1000.gr_TO.csv"));
    let same = Graph::from_coo(1_000, &tail, &head, &array("rand_1000.gr_W.csv")).unwrap();
    assert_eq!(random, same);
    solve(&random, 0).unwrap();
}
