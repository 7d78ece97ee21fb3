//! The README shows the example of the crate's documentation, which is compiled.

#[test]
fn the_readme_shows_what_compiles() {
    let documented: Vec<&str> = include_str!("../src/lib.rs")
        .lines()
        .filter_map(|line| line.strip_prefix("//! "))
        .collect();
    let readme = include_str!("../README.md");
    let shown = readme.lines().skip_while(|line| *line != "```rust").skip(1);
    let shown: Vec<&str> = shown.take_while(|line| *line != "```").collect();
    assert!(!shown.is_empty());
    assert!(
        documented.windows(shown.len()).any(|lines| lines == shown),
        "the README's example is not the one of src/lib.rs"
    );
}
