// heldkarp/level: the least cost of a path from the start through a set of cities to one of them.
//
// Engine provides: array<u32> previous, costs, binomials; param<u32> m, k.
// Twin: heldkarp::reference::level

// How many subsets of j there are among c cities.
fn choose(c: u32, j: u32) -> u32 {
    return binomials(c * (m + 1u) + j);
}

// The cost of going from a city to the next; city 0 is the start.
fn cost(city: u32, next: u32) -> u32 {
    return costs(city * (m + 1u) + next);
}

// The set of k cities that has this rank in colex order, which is the order of the sets as
// binary numbers: bit s stands for city s + 1.
fn subset(rank: u32) -> u32 {
    var cities = 0u;
    var rest = rank;
    var left = k;
    for (var s = m; s > 0u; s--) {
        let below = choose(s - 1u, left);
        if left > 0u && below <= rest {
            cities |= 1u << (s - 1u);
            rest -= below;
            left--;
        }
    }
    return cities;
}

// Entry i of level k: row i / C(m, k) is the end's place in the set, column i % C(m, k) the
// set's rank.
fn level(i: u32) -> u32 {
    let columns = choose(m, k);
    let place = i / columns;
    let cities = subset(i % columns);

    // Without the end, the cities above it move down by one place: hence the rank of what is left.
    var end = 0u;
    var rank = 0u;
    var rest = cities;
    for (var j = 0u; j < k; j++) {
        let s = countTrailingZeros(rest);
        rest &= rest - 1u;
        if j == place {
            end = s;
        } else {
            rank += choose(s, select(j, j + 1u, j < place));
        }
    }

    var least = 0xffffffffu;
    rest = cities & ~(1u << end);
    for (var j = 0u; j + 1u < k; j++) {
        let before = countTrailingZeros(rest);
        rest &= rest - 1u;
        let path = previous(j * choose(m, k - 1u) + rank) + cost(before + 1u, end + 1u);
        least = min(least, path);
    }
    return least;
}
