"""The models that can be had: known ones, those on this machine already, and servers; and downloading one.

Nothing here is imported while completions are served, and nothing is downloaded, nor a server asked, unless
the user has said so.

| module | subject |
| --- | --- |
| `catalogue` | the known models, from `known_models.json`, which names its sources |
| `stores` | model files that other programs keep on this machine |
| `ollama` | the files of Ollama's models, whose names are in manifests |
| `servers` | servers with models at the usual ports of this machine |
| `speed` | how fast this machine reads memory, and so how fast a model can write |
| `survey` | all of it as one object of JSON, for the command line and the editors |
| `fetch` | downloading a known model |

`python -m quoin.engine.supply` prints the survey; the server runs it as a process of its own.
"""
