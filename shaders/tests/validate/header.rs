//! The comment that opens every file.

pub(crate) struct Header<'a> {
    /// What stands behind `Engine provides:`, without the full stop, on one line.
    pub(crate) provides: String,
    pub(crate) twin: &'a str,
    /// The file after the header.
    pub(crate) body: &'a str,
}

impl<'a> Header<'a> {
    /// Reads the header of the file `path`, and fails where it departs from the form.
    pub(crate) fn of(path: &str, text: &'a str) -> Self {
        let mut lines = text.lines();
        let title = format!("// {path}: ");
        let first = lines.next().unwrap_or_default();
        assert!(first.starts_with(&title), "{path} should open with `{title}`");
        let comment: Vec<&str> = text.lines().take_while(|line| line.starts_with("//")).collect();
        let blank = comment.iter().position(|line| *line == "//");
        let blank = blank.unwrap_or_else(|| panic!("{path} has no line `//` after its title"));
        let rest: Vec<&str> =
            comment[blank + 1..].iter().map(|line| line.trim_start_matches("//").trim()).collect();
        let twin = rest.iter().find_map(|line| line.strip_prefix("Twin: "));
        let twin = twin.unwrap_or_else(|| panic!("{path} names no twin: `// Twin: ..`"));
        let provides: Vec<&str> =
            rest.iter().take_while(|line| !line.starts_with("Twin: ")).copied().collect();
        let provides = provides.join(" ");
        let provides = provides.strip_prefix("Engine provides: ");
        let provides = provides.and_then(|items| items.strip_suffix('.'));
        let provides = provides.unwrap_or_else(|| {
            panic!("{path} should say `// Engine provides: ..` and a full stop")
        });
        let length: usize = comment.iter().map(|line| line.len() + 1).sum();
        Self {
            provides: provides.to_owned(),
            twin: twin.trim_end_matches('.'),
            body: &text[length..],
        }
    }

    /// What is provided: its kind, as in `array<u32>`, and its name. A file of the engine's own
    /// has names without a kind.
    pub(crate) fn items(&self) -> Vec<(&str, &str)> {
        let mut items = Vec::new();
        for group in self.provides.split("; ").filter(|group| *group != "nothing") {
            let (kind, names) = match group.split_once("> ") {
                Some((kind, names)) => (kind, names),
                None => ("", group),
            };
            items.extend(names.split(", ").map(|name| (kind, name)));
        }
        items
    }

    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.items().into_iter().map(|(_, name)| name)
    }
}
