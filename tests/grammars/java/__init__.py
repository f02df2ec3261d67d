"""Java, against javac's parser of the toolchain at hand."""
