//! The rules of the source itself: folders depend on one another in one direction, the files of a folder form
//! no cycle, only `layout` names a language, and folders and files stay small.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The modules of the crate from low to high; each uses only modules of earlier lines.
const LAYERS: [&[&str]; 15] = [
    &["limits"],
    &["base"],
    &["lexer", "rules", "vocab", "logits"],
    &["ngrams"],
    &["layout"],
    &["grammar"],
    &["charts"],
    &["names"],
    &["language"],
    &["context"],
    &["quotient"],
    &["complete", "mask"],
    &["session"],
    &["matcher"],
    &["guard"],
];

/// The names of languages, which only `layout` may know.
const LANGUAGES: [&str; 7] = ["Python", "Go", "Java", "Json", "Lua", "Sqlite", "Sql"];

const MAX_FILES: usize = 14;
const MAX_LINES: usize = 600;

struct File {
    /// The path from `src` without `.rs` or `/mod.rs`, its parts separated by `::`.
    module: String,
    /// The text without comments and without the tests at its end.
    code: String,
    lines: usize,
    folder: PathBuf,
}

fn files() -> Vec<File> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let (mut folders, mut found) = (vec![source.clone()], Vec::new());
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap().map(Result::unwrap) {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let text = fs::read_to_string(&path).unwrap();
            let parts = path.strip_prefix(&source).unwrap().with_extension("");
            let parts: Vec<&str> = parts.iter().map(|part| part.to_str().unwrap()).collect();
            let module = parts.join("::");
            let module = module.strip_suffix("::mod").unwrap_or(&module).to_owned();
            let own = text.split("\n#[cfg(test)]").next().unwrap();
            let code = own.lines().map(without_comment).collect::<Vec<_>>().join("\n");
            found.push(File { module, code, lines: text.lines().count(), folder: folder.clone() });
        }
    }
    assert!(found.len() > 50, "the source was not found");
    found.retain(|file| file.module != "lib");
    found
}

fn without_comment(line: &str) -> &str {
    line.split("//").next().unwrap()
}

fn top(module: &str) -> &str {
    module.split("::").next().unwrap()
}

fn layer(module: &str) -> usize {
    let at = LAYERS.iter().position(|names| names.contains(&top(module)));
    at.unwrap_or_else(|| panic!("`{module}` is in no layer"))
}

/// Returns the paths that a file names with `crate::` or `super::`, from the crate's root.
fn uses(file: &File) -> Vec<String> {
    let mut found = Vec::new();
    let parent = file.module.rsplit_once("::").map_or("", |(parent, _)| parent);
    for (mark, base) in [("crate::", ""), ("super::", parent)] {
        for (at, _) in file.code.match_indices(mark) {
            let path = &file.code[at + mark.len()..];
            assert!(!path.starts_with('{'), "{}: one line for one module, not `{mark}{{`", file.module);
            let end = path.find(|c: char| !c.is_alphanumeric() && c != '_' && c != ':').unwrap_or(path.len());
            let path = path[..end].trim_end_matches(':');
            found.push(if base.is_empty() { path.to_owned() } else { format!("{base}::{path}") });
        }
    }
    found.extend(children(file));
    found
}

/// Returns the paths that begin with one of a file's own modules, from the crate's root.
fn children(file: &File) -> Vec<String> {
    let declared = file.code.lines().filter_map(|line| line.trim_start_matches("pub ").strip_prefix("mod "));
    let mut found = Vec::new();
    for child in declared.map(|rest| rest.trim_end_matches(';')) {
        let uses = file
            .code
            .match_indices(&format!("{child}::"))
            .any(|(at, _)| !file.code[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == ':'));
        found.extend(uses.then(|| format!("{}::{child}", file.module)));
    }
    found
}

/// Returns the longest module that is a beginning of a path.
fn module_of<'a>(path: &'a str, modules: &BTreeSet<&str>) -> Option<&'a str> {
    let mut path = path;
    while !modules.contains(path) {
        path = path.rsplit_once("::")?.0;
    }
    Some(path)
}

#[test]
fn every_module_is_in_one_layer() {
    let files = files();
    let found: BTreeSet<&str> = files.iter().map(|file| top(&file.module)).collect();
    let named: Vec<&str> = LAYERS.concat();
    assert_eq!(found, named.iter().copied().collect(), "modules, and those that layers name");
    assert_eq!(found.len(), named.len(), "a module stands in two layers");
}

#[test]
fn modules_use_lower_layers_alone() {
    let mut wrong = BTreeSet::new();
    for file in files() {
        for path in uses(&file) {
            let is_lower = top(&path) == top(&file.module) || layer(&path) < layer(&file.module);
            if !is_lower {
                wrong.insert(format!("{} -> {path}", file.module));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.into_iter().collect::<Vec<_>>().join("\n"));
}

#[test]
fn files_form_no_circle() {
    let files = files();
    let modules: BTreeSet<&str> = files.iter().map(|file| file.module.as_str()).collect();
    let mut graph: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for file in &files {
        for path in uses(file) {
            let used = module_of(&path, &modules).and_then(|used| modules.get(used));
            graph.entry(&file.module).or_default().extend(used.filter(|&&used| used != file.module));
        }
    }
    let mut rest: BTreeSet<&str> = modules.clone();
    loop {
        let ends: Vec<&str> = rest
            .iter()
            .copied()
            .filter(|module| graph.get(module).is_none_or(|used| used.is_disjoint(&rest)))
            .collect();
        if ends.is_empty() {
            break;
        }
        rest.retain(|module| !ends.contains(module));
    }
    let known = |module: &&str| {
        let used = graph[module].intersection(&rest).copied().collect::<Vec<_>>();
        format!("{module} -> {}", used.join(", "))
    };
    assert!(rest.is_empty(), "circles:\n{}", rest.iter().map(known).collect::<Vec<_>>().join("\n"));
}

#[test]
fn only_layout_names_languages() {
    let mut wrong = BTreeSet::new();
    for file in files().iter().filter(|file| top(&file.module) != "layout") {
        let words = file.code.split(|c: char| !c.is_alphanumeric() && c != '_');
        for word in words.filter(|word| is_language(word)) {
            wrong.insert(format!("{}: {word}", file.module));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.into_iter().collect::<Vec<_>>().join("\n"));
}

/// Returns whether an identifier is or begins with a language's name, for instance `PythonTerminals` or
/// `java`.
fn is_language(word: &str) -> bool {
    LANGUAGES.iter().any(|name| {
        let rest = word.strip_prefix(name);
        rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_lowercase()))
            || word == name.to_lowercase()
    })
}

#[test]
fn folders_and_files_stay_small() {
    let files = files();
    let mut folders: BTreeMap<&Path, usize> = BTreeMap::new();
    for file in &files {
        *folders.entry(&file.folder).or_default() += 1;
        assert!(file.lines <= MAX_LINES, "{} has {} lines", file.module, file.lines);
    }
    for (folder, count) in folders {
        assert!(count <= MAX_FILES, "{} has {count} files", folder.display());
    }
}
