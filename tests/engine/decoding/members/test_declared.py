"""Which members are known by the types that the open files declare, and whether there are others.

Each case has a language, a text, what is written at its cursor, and the members that are known there, apart
from those that all types have; `…` behind them says that there may be others.
"""

from __future__ import annotations

import pytest

from quoin.engine.decoding.members.declared import CustomProperties, DeclaredMembers
from quoin.engine.languages.loader import manifest_of

RUST = """\
pub enum Value {
    Null,
    /// A comment, and more.
    #[serde(rename = "b")]
    Bool(bool),
    Number { value: f64 },
}
impl fmt::Display for Value {
    fn fmt(&self) -> R { }
}
impl Value {
    pub fn new() -> Self { }
}
pub struct Error {
    pub line: usize,
    message: String,
}
fn f(error: &mut Error, other: Vec<Error>) {
    █
}
"""
GENERIC = """\
struct Entry<V> { value: V, expires: Instant }
struct Cache<V> { entries: HashMap<String, Entry<V>>, ttl: Duration }
impl<V: Clone> Cache<V> {
    fn put(&mut self) {
        █
    }
}
"""
TYPESCRIPT = """\
interface Base { base: number }
interface Job<T = unknown> extends Base {
  id: string;
  error?: { text: string };
}
type Options = { limit?: number; logger?: { warn(x: string): void } };
enum State { On = "on", Off }
class Queue<T> {
  private jobs = new Map<string, Job<T>>();
  constructor(private readonly options: Options) {
    super();
  }
  get size(): number { return 1; }
  async next(job: Job<T>, jobs: Job<T>[]): Promise<void> {
    █
  }
}
"""
LISTS = TYPESCRIPT + "class L { mine: Options[] = []; }\nconst [rows, setRows] = useState<Options[]>([]);\n"
MAKER = TYPESCRIPT + "function make(a?: { b: string }): Job<string> { }\n"
JAVA = """\
class Inbox {
    enum Kind { READ, SENT(1) { int x() { return 1; } }; private int number; }
    record Message(String id, Map<String, Long> counts) {
        Message marked() { return null; }
    }
    private final List<Message> messages = new ArrayList<>();
    void f(Message message, List<Message> all) {
        █
    }
}
"""
C = """\
struct ring {
    char **items;
    size_t head, tail;
    union { int whole; float part; };
    void (*done)(int code);
};
typedef struct { int x; } point;
struct ring *ring_new(size_t n)
{
    struct ring *ring = malloc(sizeof(*ring));
    point p;
    █
}
"""
CPP = """\
class Image {
public:
    Image(int w) : width_(w) {}
    Pixel& at(int x) { int inner = 1; return pixels_[x]; }
private:
    int width_;
    std::vector<Pixel> pixels_;
};
class Child : public Other { int more; };
enum class Mode { On, Off };
void f(const Image& image, Child* child) {
    █
}
"""
CSHARP = """\
enum Kind { Debit, Credit }
record Entry(string Account, Kind Kind = Kind.Debit);
class Ledger : ILedger
{
    private readonly List<Entry> _entries = new();
    public string Name { get; set; } = "";
    public async Task BookAsync(Entry entry)
    {
        █
    }
}
partial class Part { int a; }
"""
GO = """\
type Invoice struct {
	ID int64 `json:"id"`
	Customer, Name string
}

type Handler struct {
	repo *Repository
	last *Invoice
	*sync.Mutex
}

func (h *Handler) get(invoice Invoice) {
	█
}
"""
JAVASCRIPT = """\
class Cache {
  #map = new Map();
  constructor(limit) {
    this.limit = limit;
  }
  get(key) {
    █
  }
}
"""
CSS = ":root {\n  --brand: #fff;\n  --space: 8px;\n}\na {\n  gap: █\n}\nb { color: var(--brand) }\n"

CASES = [
    ("rust", RUST, "Value::", "Bool Null Number new"),
    ("rust", RUST, "Value::N", "Bool Null Number new"),
    ("rust", RUST, "Value::n", "Bool Null Number new …"),
    ("rust", RUST, "let value = Value::new();\n    value.", "new"),
    ("rust", RUST, "error.", "line message"),
    ("rust", RUST, "other.", None),
    ("rust", RUST, "let other = Error { line: 1, message };\n    other.", "line message"),
    ("rust", RUST, "names.iter().map(|error| error.", None),
    ("rust", RUST + "impl Deref for Error { }", "error.", "line message …"),
    ("rust", GENERIC, "self.", "entries put ttl"),
    ("rust", GENERIC.replace("<V: Clone>", "<V>"), "self.", "entries put ttl"),
    ("rust", GENERIC.replace("<V: Clone>", "<V: Fn(u8) -> Vec<Entry<u8>>>"), "self.", "entries put ttl"),
    ("rust", GENERIC.replace("<V: Clone> Cache<V>", " Cache<u8>"), "self.", "entries put ttl"),
    # What a function gives.
    ("rust", RUST + "fn g(a: u8) -> Error { }", "let other = g(1);\n    other.", "line message"),
    ("rust", RUST + "fn g(a: u8) -> Error { }\nfn g(a: u8) -> B { }", "let other = g(1);\n    other.", None),
    ("rust", RUST + "fn g(a: u8) -> Error { }", "let other = g(1);\n    let other = h;\n    other.", None),
    ("rust", RUST + "fn g(a: u8) -> Error { }", "let other = g(1).b();\n    other.", None),
    ("typescript", MAKER, "const made = make();\n    made.", "base error id"),
    ("typescript", MAKER, "const made = await make();\n    made.", None),
    ("java", JAVA + "class B { Message g(int a) { } }", "var one = g(1);\n        one.", "counts id marked"),
    (
        "cpp",
        CPP + "Image load(const char *name) { }",
        "auto one = load(a);\n    one.",
        "Image at pixels_ width_",
    ),
    (
        "go",
        GO + "func load(a string) (*Invoice, error) { }",
        "one, err := load(a)\n\tone.",
        "Customer ID Name",
    ),
    ("go", GO + "func New() *Invoice { }", "one := New()\n\tone.", "Customer ID Name"),
    # Elements of collections.
    ("typescript", TYPESCRIPT, "for (const a of jobs) {\n      a.", None),
    ("typescript", LISTS, "for (const a of mine) {\n      a.", "limit logger"),
    ("typescript", LISTS, "return this.mine.map((a) => a.", "limit logger"),
    ("typescript", LISTS, "mine.filter(a => a.", "limit logger"),
    ("typescript", LISTS, "mine.reduce((a, b) => a.", None),
    ("typescript", LISTS, "mine.filter(f).map((a) => a.", None),
    ("typescript", LISTS, "rows.map((a) => a.", "limit logger"),
    ("typescript", LISTS, "for (const a of mine) { }\n    const a = b;\n    a.", None),
    ("typescript", LISTS + "let mine: State[];", "for (const a of mine) {\n      a.", None),
    ("rust", RUST + "fn g(all: &[Error]) { }", "for a in all {\n        a.", "line message"),
    ("rust", RUST + "struct L { all: Vec<Error> }", "for a in &self.all {\n        a.", "line message"),
    ("rust", RUST + "struct L { all: Vec<Error> }", "self.all.iter().map(|a| a.", "line message"),
    (
        "java",
        JAVA + "class B { List<Message> all; }",
        "for (var a : all) {\n            a.",
        "counts id marked",
    ),
    ("java", JAVA + "class B { List<Message> all; }", "all.forEach(a -> a.", "counts id marked"),
    ("csharp", CSHARP + "class B { List<Entry> all; }", "var b = all.Where(a => a.", "Account Kind"),
    ("cpp", CPP + "std::vector<Image> all;", "for (auto &a : all) {\n        a.", "Image at pixels_ width_"),
    (
        "go",
        GO + "type B struct {\n\tall []*Invoice\n}",
        "for _, a := range b.all {\n\t\ta.",
        "Customer ID Name",
    ),
    ("typescript", TYPESCRIPT, "job.", "base error id"),
    ("typescript", TYPESCRIPT, "job?.", "base error id"),
    ("typescript", TYPESCRIPT, "jobs.", None),
    ("typescript", TYPESCRIPT, "this.", "jobs next options size"),
    ("typescript", TYPESCRIPT, "this.options.", "limit logger"),
    ("typescript", TYPESCRIPT, "State.", "Off On"),
    ("typescript", TYPESCRIPT, "Job.", None),
    ("typescript", TYPESCRIPT, "for (const job of all) {\n      job.", None),
    # All that is read of it are members of the type after which it is called.
    ("typescript", TYPESCRIPT, "for (const job of all) {\n      f(job.id);\n      job.", "base error id"),
    ("typescript", TYPESCRIPT, "for (const job of all) {\n      f(job.code);\n      job.", None),
    ("typescript", TYPESCRIPT.replace("base: number", "[key: string]: number"), "job.", "error id …"),
    ("typescript", TYPESCRIPT.replace("interface Base ", "interface Other "), "job.", "error id …"),
    ("tsx", TYPESCRIPT, "job.", "base error id"),
    ("java", JAVA, "message.", "counts id marked"),
    ("java", JAVA, "this.", "Kind Message f messages"),
    ("java", JAVA, "Message::", "counts id marked"),
    ("java", JAVA, "Kind.", "READ SENT number"),
    ("java", JAVA, "all.", None),
    ("java", "@Data\nclass A {\n    int b;\n    void f() {\n        █", "this.", "b f …"),
    ("java", "class A extends B {\n    void f() {\n        █", "this.", "f …"),
    ("c", C, "ring->", "done head items part tail whole"),
    ("c", C, "p.", "x"),
    ("c", C, "ring->items.", None),
    ("cpp", CPP, "image.", "Image at pixels_ width_"),
    ("cpp", CPP, "child->", "more …"),
    ("cpp", CPP, "Mode::", "Off On"),
    ("cpp", CPP, "std::", None),
    ("cpp", CPP.replace("int width_;", "Q_OBJECT\n    int width_;"), "image.", "Image at pixels_ width_ …"),
    ("csharp", CSHARP, "entry.", "Account Kind"),
    ("csharp", CSHARP, "this.", "BookAsync Name _entries"),
    ("csharp", CSHARP, "Kind.", "Credit Debit"),
    ("csharp", CSHARP, "_entries.", None),
    ("csharp", CSHARP, "Part part = g();\n        part.", "a …"),
    ("go", GO, "invoice.", "Customer ID Name"),
    ("go", GO, "h.", "Mutex get last repo …"),
    ("go", GO, "h.last.", "Customer ID Name"),
    ("go", GO, "h.repo.", None),
    ("go", GO, "other := &Invoice{}\n\tother.", "Customer ID Name"),
    ("javascript", JAVASCRIPT, "return this.", "#map get limit"),
    ("javascript", JAVASCRIPT, "return this.#", "#map get limit"),
    ("javascript", JAVASCRIPT, "Object.assign(this, key);\n    return this.", "#map get limit …"),
    ("css", CSS, "var(", "--brand --space"),
    ("css", CSS, "var(--g", "--brand --space"),
    ("css", CSS.replace("var(--brand)", "var(--other)"), "var(", "--brand --other --space …"),
    ("css", f'@import "a.css";\n{CSS}', "var(", "--brand --space …"),
    ("css", "a {\n  gap: █\n}\n", "var(", " …"),
]


def known(language: str, text: str, files: tuple[tuple[str, str], ...] = ()) -> str | None:
    """Return the members that are known at a cursor behind a sign, or behind the beginning of a member."""
    left, _, right = text.partition("█")
    types = manifest_of(language).types
    assert types is not None
    kind = CustomProperties if types.variables else DeclaredMembers
    members = kind(types, left.encode(), right.encode(), files)
    last = [found for found in members.access.finditer(left.encode()) if found.end() == len(left.encode())]
    found = members.of(*(part.decode() for part in last[-1].groups()))
    if found is None:
        return None
    names = sorted(found.names.difference(types.everywhere))
    return " ".join(names) + ("" if found.is_closed else " …")


@pytest.mark.parametrize(("language", "text", "written", "expected"), CASES)
def test_members(language: str, text: str, written: str, expected: str | None) -> None:
    assert known(language, text.replace("█", f"{written}█")) == expected


def test_types_of_open_files() -> None:
    text = "function f(job: Job) {\n  job.█\n}\n"
    assert known("typescript", text) is None
    assert known("typescript", text, (("/a/job.ts", "export interface Job {\n  id: string;\n}\n"),)) == "id"


def test_properties_of_open_files() -> None:
    files = (("/a/theme.css", ":root { --gap: 1px }\n"),)
    assert known("css", CSS.replace("█", "var(█"), files) == "--brand --gap --space"


@pytest.mark.parametrize(
    "unit", ["a, ", "a (", "a<", "x a<b>", "|a ", "{a, ", "a::b<a>", "if (a ) ", "struct a{"]
)
def test_long_lines_take_little_time(unit: str) -> None:
    assert known("cpp", unit * 5000 + "\na.█") is None
