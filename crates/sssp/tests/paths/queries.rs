//! Queries: several sources, targets, a cutoff; and certificates that are refused.

use sssp::{Error, Graph, Query, host};

use crate::brute::{Edges, check};
use crate::families::{numbers, shapes};

#[test]
fn of_several_sources_the_nearest_counts() {
    let mut number = numbers();
    for (what, (vertices, ends)) in shapes() {
        for below in [0, 4] {
            let edges: Edges<i32> = ends
                .iter()
                .map(|&(a, b)| (a, b, number(9) as i32 - if a < b { below } else { 0 }))
                .collect();
            let graph = Graph::from_edges(vertices, &edges).unwrap();
            let sources = [number(vertices), number(vertices), vertices - 1];
            let alone: Result<Vec<_>, _> =
                sources.iter().map(|s| host::solve(&graph, *s)).collect();
            let Ok(alone) = alone else { continue };
            let nearest = |v| alone.iter().filter_map(|paths| paths.distance(v)).min();
            let expected: Vec<_> = (0..vertices).map(nearest).collect();
            check(
                &graph,
                &host::solve(&graph, sources).unwrap(),
                &expected,
                &(what, sources, &edges),
            );
        }
    }
}

#[test]
fn targets_and_cutoffs_end_the_search_where_they_say() {
    let mut number = numbers();
    for (what, (vertices, ends)) in shapes() {
        let edges: Edges<u32> = ends.iter().map(|&(a, b)| (a, b, number(6))).collect();
        let graph = Graph::from_edges(vertices, &edges).unwrap();
        let whole = host::solve(&graph, 0).unwrap();
        let within = |limit: Option<u64>| -> Vec<_> {
            whole.distances().map(|d| d.filter(|d| limit.is_none_or(|limit| *d <= limit))).collect()
        };
        let targets = [number(vertices), number(vertices)];
        let farthest =
            whole.distance(targets[0]).and_then(|a| Some(a.max(whole.distance(targets[1])?)));
        let paths = host::solve(&graph, Query::from(0).to(&targets)).unwrap();
        check(&graph, &paths, &within(farthest), &(what, targets));
        assert_eq!(paths.limit(), farthest);
        for target in targets {
            assert_eq!(paths.path_to(target), whole.path_to(target));
        }
        for cutoff in [0, 3, 10, u64::MAX] {
            let paths = host::solve(&graph, Query::from(0).cutoff(cutoff)).unwrap();
            check(&graph, &paths, &within(Some(cutoff)), &(what, cutoff));
            let both = host::solve(&graph, Query::from(0).to(&targets).cutoff(cutoff)).unwrap();
            let limit = farthest.map_or(cutoff, |farthest| farthest.min(cutoff));
            check(&graph, &both, &within(Some(limit)), &(what, cutoff, targets));
        }
    }
}

#[test]
fn a_cutoff_leaves_paths_whole_that_come_back_from_beyond() {
    let graph = Graph::from_edges(3, &[(0, 1, 10i32), (1, 2, -9)]).unwrap();
    let paths = host::solve(&graph, Query::from(0).cutoff(5)).unwrap();
    assert_eq!((paths.distance(1), paths.predecessor(1)), (None, None));
    assert_eq!((paths.distance(2), paths.path_to(2)), (Some(1), Some(vec![0, 1, 2])));
    paths.verify(&graph).unwrap();
}

#[test]
fn wrong_questions_are_told() {
    let graph = Graph::from_edges(2, &[(0, 1, 1.0)]).unwrap();
    let told = |query| host::solve(&graph, query).unwrap_err().to_string();
    let rows: [(Query<f64>, &str); 5] = [
        (2.into(), "the source is vertex 2, and the graph has 2, counted from 0"),
        ([].into(), "wrong query: there is no source, and at least one is needed"),
        (Query::from(0).to(&[7]), "the target is vertex 7, and the graph has 2, counted from 0"),
        (Query::from(0).cutoff(-1.0), "wrong query: the cutoff is -1, and no distance is below 0"),
        (Query::from(0).cutoff(f64::NAN), "wrong query: the cutoff is NaN, which is no distance"),
    ];
    for (query, expected) in rows {
        assert_eq!(told(query), expected);
    }
}

#[test]
fn the_paths_of_another_graph_are_not_certified() {
    let solve = |edges: &[(u32, u32, i32)]| {
        let graph = Graph::from_edges(4, edges).unwrap();
        (host::solve(&graph, 0).unwrap(), graph)
    };
    let (paths, _) = solve(&[(0, 1, 2), (1, 2, 2), (0, 3, 9)]);
    let rows: [(&[_], &str); 6] = [
        (&[(0, 1, 2), (1, 2, 2), (0, 3, 8)], "the edge from 0 to 3 makes 3 nearer"),
        (&[(0, 1, 2), (1, 2, 2), (0, 3, 10)], "no path to vertex 3 is as short as is told"),
        (&[(0, 1, 2), (1, 2, 2)], "no path to vertex 3 is as short as is told"),
        (&[(0, 1, 2), (1, 2, 2), (1, 3, 7)], "vertex 3 has another predecessor by the rule"),
        (&[(0, 1, 2), (1, 2, 2), (0, 3, 9), (1, 2, -1)], "the edge from 1 to 2 makes 2 nearer"),
        (&[(0, 1, 2), (1, 2, 2), (0, 3, 9), (1, 0, -3)], "the edge from 1 to 0 makes 0 nearer"),
    ];
    for (edges, expected) in rows {
        let graph = Graph::from_edges(4, edges).unwrap();
        let Err(Error::NotCertified { what }) = paths.verify(&graph) else { panic!("{edges:?}") };
        assert_eq!(what, expected);
        let float: Edges<f32> = edges.iter().map(|&(a, b, w)| (a, b, w as f32)).collect();
        let with_negative = [&float[..], &[(0, 0, 1.0), (3, 3, 0.0)]].concat();
        let graph = Graph::from_edges(4, &with_negative).unwrap();
        let before: Edges<f32> = vec![(0, 1, 2.0), (1, 2, 2.0), (0, 3, 9.0), (2, 2, 0.0)];
        let paths = host::solve(&Graph::from_edges(4, &before).unwrap(), 0).unwrap();
        assert!(matches!(paths.verify(&graph), Err(Error::NotCertified { .. })), "{edges:?}");
    }
    let other = Graph::from_edges(3, &[(0, 1, 1)]).unwrap();
    assert!(matches!(paths.verify(&other), Err(Error::NotCertified { .. })));
}

#[test]
fn a_source_given_twice_is_one_target() {
    let graph = Graph::from_edges(3, &[(0, 1, 1u32), (1, 2, 1)]).unwrap();
    let paths = host::solve(&graph, Query::from([0, 0]).to(&[2, 0])).unwrap();
    assert_eq!((paths.limit(), paths.distance(2)), (Some(2), Some(2)));
}
