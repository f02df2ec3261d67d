"""Go, against go/parser of the toolchain at hand."""
