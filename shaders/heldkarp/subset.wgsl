// heldkarp/subset: the set of k cities that has a rank in colexicographic order.
//
// Engine provides: param<u32> m; workgroup<u32> choose.
// Twin: heldkarp::device::subset

// The set as bits. City 32, the last that there can be, has none: a set with fewer than k bits
// has it, and counting trailing zeros beyond the last bit gives 32.
//
// C(c, j) is choose[34 j + c]. Sets in colex order are numbers in ascending order, so the largest
// city is the largest c with C(c, k) <= rank, and so on with what is left.
fn subset(rank: u32, k: u32) -> u32 {
    var rest = rank;
    var left = k;
    var c = m;
    if c == 33u {
        c = 32u;
        let below = choose[34u * left + 32u];
        if below <= rest {
            rest -= below;
            left--;
        }
    }
    var cities = 0u;
    while left > 0u && c > 0u {
        c--;
        let below = choose[34u * left + c];
        if below <= rest {
            rest -= below;
            left--;
            cities |= 1u << c;
        }
    }
    return cities;
}
