"""Which files are read, by their paths."""

from __future__ import annotations

import pytest

from quoin.engine.starter.texts import paths


@pytest.mark.parametrize(
    ("registry", "path", "wanted"),
    [
        ("pypi", "flask/app.py", True),
        ("pypi", "flask/py.typed", False),
        ("pypi", "pip/_vendor/rich/console.py", False),
        ("pypi", "pip/_internal/main.py", True),
        ("pypi", "setuptools/extern/__init__.py", False),
        ("pypi", "a/third_party/b.py", False),
        ("pypi", "a/build/b.py", True),
        ("pypi", "babel/localedata/x.py", False),
        ("pypi", "django/conf/locale/de/formats.py", False),
        ("pypi", "x/migrations/0001_initial.py", False),
        ("pypi", "x/service_pb2.py", False),
        ("pypi", "x/service_pb2_grpc.py", False),
        ("pypi", "x/_version.py", False),
        ("pypi", "x/versioning.py", True),
        ("pypi", "x/static/jquery-3.7.js", False),
        ("pypi", "x/static/app.js", False),
        ("pypi", "x/{{name}}/main.py", False),
        ("npm", "src/index.ts", True),
        ("npm", "dist/index.js", False),
        ("npm", "build/index.js", False),
        ("npm", "esm/index.mjs", False),
        ("npm", "lib/index.js", True),
        ("pypi", "a/js/index.js", False),
        ("pypi", "a/lib/index.py", True),
        ("npm", "src/lib/index.ts", True),
        ("npm", "index.js", True),
        ("npm", "node_modules/a/index.js", False),
        ("npm", "src/node_modules/a/index.ts", False),
        ("npm", "a.min.js", False),
        ("npm", "src/bootstrap.ts", True),
        ("npm", "package-lock.json", False),
        ("npm", "pnpm-lock.yaml", False),
        ("npm", "src/locales/de.ts", False),
        ("npm", "src/__snapshots__/a.ts", False),
        ("crates", "src/lib.rs", True),
        ("crates", "tests/ui/wrong.rs", False),
        ("crates", "src/ui/window.rs", True),
        ("crates", "vendor/zstd/lib/zstd.c", True),
        ("crates", "third_party/a/b.h", True),
        ("crates", "vendor/zstd/build.py", False),
        ("pypi", "vendor/zstd/lib/zstd.c", False),
        ("crates", "SPIRV-Cross/shaders-msl/a.frag", False),
        ("crates", "shaders/a.frag", True),
        ("pypi", "openai/types/a.py", False),
        ("pypi", "a/types/b.py", True),
        ("crates", "testdata/a.c", False),
        ("go", "vendor/example.org/a/b.go", False),
        ("go", "api/v1/types.pb.go", False),
        ("go", "api/v1/zz_generated.deepcopy.go", False),
        ("go", "api/v1/types.go", True),
        ("go", "build/build.go", True),
        ("go", "testdata/src/a.go", False),
        ("go", "ui/src/components/row.tsx", True),
        ("go", "ui/components/row.js", False),
        ("go", "ui/dist/row.ts", False),
        ("maven", "org/a/Main.java", True),
        ("maven", "module-info.java", False),
    ],
)
def test_wanted(registry: str, path: str, wanted: bool) -> None:
    assert (paths.refusal(registry, path) is None) == wanted


@pytest.mark.parametrize(
    ("path", "others", "made"),
    [
        ("a/b.js", {"a/b.d.ts"}, True),
        ("a/b.mjs", {"a/b.d.mts"}, True),
        ("a/b.js", {"a/b.js.map"}, True),
        ("a/b.js", {"b.d.ts", "a/c.d.ts", "a/b.ts"}, False),
        ("a/b.ts", {"a/b.d.ts"}, False),
    ],
)
def test_compiled_scripts(path: str, others: set[str], made: bool) -> None:
    assert paths.is_made_of(path, others) == made


@pytest.mark.parametrize(
    ("path", "test"),
    [
        ("a/tests/b.py", True),
        ("a/test_b.py", True),
        ("a/b_test.go", True),
        ("a/conftest.py", True),
        ("src/__tests__/a.ts", True),
        ("src/a.test.ts", True),
        ("src/a.spec.tsx", True),
        ("a/Tests/b.m", True),
        ("commonTest/a.kt", True),
        ("org/a/MainTest.java", True),
        ("org/a/MainTests.kt", True),
        ("a/testing.py", False),
        ("a/latest.py", False),
        ("a/protest/b.py", False),
        ("org/a/Contest.java", False),
    ],
)
def test_tests(path: str, test: bool) -> None:
    assert paths.is_test(path) == test


def test_some_of_the_tests() -> None:
    names = [f"tests/test_{number}.py" for number in range(1000)]
    left = [name for name in names if paths.is_left_out("pypi/a", name)]
    assert len(left) == pytest.approx(1000 * (1 - paths.TEST_SHARE), rel=0.05)
    assert left != [name for name in names if paths.is_left_out("pypi/b", name)]
    assert not any(paths.is_left_out("pypi/a", f"a/m{number}.py") for number in range(100))
