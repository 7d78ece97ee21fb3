// engine/sort_sums: sums over the invocations of a workgroup that come before this one.
//
// Engine provides: const<u32> THREADS; workgroup<vec2<u32>> running.
// Twin: none; the host adds in a loop.

// Each step doubles how far back the sums reach; in the end the last one is that of all.
fn sort_sums(value: vec2<u32>, me: u32) -> vec2<u32> {
    var sum = value;
    running[me] = sum;
    for (var reach = 1u; reach < THREADS; reach <<= 1u) {
        workgroupBarrier();
        var before = vec2<u32>();
        if me >= reach {
            before = running[me - reach];
        }
        workgroupBarrier();
        sum += before;
        running[me] = sum;
    }
    workgroupBarrier();
    return sum - value;
}
