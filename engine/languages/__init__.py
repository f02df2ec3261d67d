"""Languages: folders with a grammar and a manifest, read into the form that the core takes."""
