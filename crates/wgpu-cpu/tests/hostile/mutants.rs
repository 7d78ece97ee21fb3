//! Valid kernels with tokens changed by chance. Most are refused; what is not must end.

use crate::common::{Bench, End, kernel};

/// Kernels to start from, which between them use most of the language.
const SEEDS: [&str; 6] = [
    "var<workgroup> w : array < atomic < u32 > , 16 > ;
     fn f ( a : u32 , b : i32 ) -> u32 { if a > 3u { return a % 7u ; } return u32 ( b ) + 1u ; }
     @ compute @ workgroup_size ( 32 ) fn main ( @ builtin ( local_invocation_index ) i : u32 ) {
     atomicAdd ( & w [ i % 16u ] , f ( i , 5 ) ) ; workgroupBarrier ( ) ;
     data [ i ] = atomicLoad ( & w [ i / 2u ] ) ; }",
    "struct S { a : vec3 < u32 > , b : array < f32 , 5 > , c : mat2x3 < f32 > }
     var<private> p : array < S , 3 > ;
     @ compute @ workgroup_size ( 8 , 2 ) fn main ( @ builtin ( global_invocation_id ) id : vec3 < u32 > ) {
     let i = id . x ; p [ i % 3u ] . a . y = i ; p [ 1 ] . b [ i ] = f32 ( i ) * 2.5 ;
     p [ 2 ] . c [ 1 ] = vec3 ( 1.0 , f32 ( i ) , 3.0 ) ; let q = & p [ i % 3u ] ;
     data [ i ] = ( * q ) . a . y + u32 ( p [ 1 ] . b [ 4 ] ) + u32 ( ( * q ) . c [ 1 ] . y ) ; }",
    "@ compute @ workgroup_size ( 64 ) fn main ( @ builtin ( local_invocation_index ) i : u32 ) {
     var sum = 0u ; for ( var k = 0u ; k < i ; k ++ ) { if k == 9u { continue ; }
     switch k % 4u { case 0u : { sum += data [ k ] ; } case 1u , 2u : { break ; }
     default : { sum ^= 3u ; } } loop { sum += 1u ; if sum > 40u { break ; }
     continuing { sum += 2u ; } } } data [ i ] = sum ; }",
    "fn g ( p : ptr < function , array < u32 , 4 > > , k : u32 ) { ( * p ) [ k ] = k ; }
     @ compute @ workgroup_size ( 33 ) fn main ( @ builtin ( local_invocation_index ) i : u32 ) {
     var a = array ( 1u , 2u , 3u , 4u ) ; g ( & a , i % 4u ) ; let v = vec4 ( a [ 0 ] , a [ 1 ] , i , 7u ) ;
     let m = max ( v . xyzw , v . wzyx ) ; if any ( m > vec4 ( 5u ) ) { data [ i ] = dot ( m , v ) ; }
     else { data [ i ] = bitcast < u32 > ( - 1.5 * f32 ( i ) ) ; } }",
    "enable f16 ; @ compute @ workgroup_size ( 64 ) fn main ( @ builtin ( local_invocation_index ) i : u32 ) {
     let h = f16 ( i ) / 3.0h ; let d = f64 ( i ) * 1.5lf ; let w = u64 ( i ) << 33u ;
     let s = i64 ( - 5 ) * i64 ( i ) ; data [ i ] = u32 ( h ) + u32 ( d ) + u32 ( w >> 32u ) + u32 ( s ) ;
     data [ i ] ^= pack4x8unorm ( vec4 ( f32 ( i ) / 64.0 ) ) | countOneBits ( data [ 63u - i ] ) ; }",
    "@ compute @ workgroup_size ( 64 ) fn main ( @ builtin ( local_invocation_index ) i : u32 ,
     @ builtin ( num_workgroups ) n : vec3 < u32 > , @ builtin ( workgroup_id ) group : vec3 < u32 > ) {
     let t = subgroupAdd ( i ) ; let s = subgroupShuffleXor ( i , 1u ) ; let b = subgroupBallot ( i > 3u ) ;
     if group . x < n . x { data [ i ] = t + s + b . x + arrayLength ( & data ) ; }
     let e = subgroupExclusiveAdd ( i ) ; data [ e % 64u ] = select ( e , t , subgroupAny ( i == 5u ) ) ; }",
];

/// Tokens to put in, besides those of the kernels.
const TOKENS: &str = "0 0u 1u 64u 4294967295u -1 1e38 0.0 true ( ) { } [ ] ; , . < > = == + - * / % << >> & | ! ~ ? : \
    @ i data uni u32 i32 f32 f64 u64 vec2 vec3 vec4 array mat4x4 atomic ptr if else loop for while switch \
    break continue return let var const fn workgroupBarrier ( ) atomicAdd select bitcast min max abs";

struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n.max(1) as u64) as usize
    }
}

/// A kernel with a few of its tokens changed.
fn mutant(random: &mut Random) -> String {
    let mut tokens: Vec<&str> = SEEDS[random.below(SEEDS.len())].split_whitespace().collect();
    let other: Vec<&str> = SEEDS[random.below(SEEDS.len())].split_whitespace().collect();
    let new: Vec<&str> = TOKENS.split_whitespace().collect();
    for _ in 0..=random.below(2) {
        let at = random.below(tokens.len());
        match random.below(12) {
            0 => drop(tokens.remove(at)),
            1 => tokens.insert(at, tokens[random.below(tokens.len())]),
            2 => tokens[at] = new[random.below(new.len())],
            3 => tokens[at] = other[random.below(other.len())],
            4 => tokens[at] = tokens[random.below(tokens.len())],
            5 => {
                let to = random.below(tokens.len());
                tokens.swap(at, to);
            }
            // A number for a number is most likely to pass.
            _ => {
                let numbers = |t: &&&str| t.starts_with(|c: char| c.is_ascii_digit());
                let count = tokens.iter().filter(numbers).count();
                let which = random.below(count);
                let other = ["0u", "3u", "64u", "4294967295u", "0", "2147483647", "1000000u"];
                let new = other[random.below(other.len())];
                if let Some(old) = tokens.iter_mut().filter(|t| numbers(&&**t)).nth(which) {
                    *old = new;
                }
            }
        }
    }
    tokens.join(" ")
}

#[test]
fn seeds_run() {
    for seed in SEEDS {
        let end = Bench::new().end(&kernel(seed, ""), [2, 1, 1]);
        assert!(matches!(end, End::Ran(_)), "{end:?}\n{seed}");
    }
}

#[test]
fn mutants_end() {
    let rounds = std::env::var("MUTANTS").ok().and_then(|n| n.parse().ok()).unwrap_or(1500);
    let seed = std::env::var("MUTANT_SEED").ok().and_then(|n| n.parse().ok()).unwrap_or(1);
    let mut random = Random(0x9E37_79B9_7F4A_7C15 ^ seed);
    let (mut refused, mut lost, mut ran) = (0, 0, 0);
    let mut bench = Bench::new();
    for _ in 0..rounds {
        let source = kernel(&mutant(&mut random), "");
        match bench.end(&source, [2, 1, 1]) {
            End::Refused(said) => {
                assert!(!said.contains("invalid module"), "{said}\n{source}");
                assert!(!said.contains("panic"), "{said}\n{source}");
                refused += 1;
            }
            End::Lost(_) => {
                lost += 1;
                bench = Bench::new();
            }
            End::Ran(_) => ran += 1,
        }
    }
    assert!(ran > rounds / 20, "{refused} refused, {lost} lost, {ran} ran");
}
