"""Downloading a known model: from listed hosts alone, to be continued later, and checked by its digest.

| module | subject |
| --- | --- |
| `stop` | ending a download from another thread |
| `http` | one request for the rest of a file, with its redirects |
| `digest` | the digest of what has come |
| `download` | the whole: space, lock, attempts, digest, the file's place |
"""
