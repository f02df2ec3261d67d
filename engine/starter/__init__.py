"""The starter model: its training, and the file that ships (`starter.gguf`).

`README.md` has the commands, in this order: `texts` reads published packages, `vocabulary` learns
the vocabulary, `python -m quoin.engine.starter` trains on a GPU (the extra `train`), `measures.shares`
fits the shares of n-grams, and `finish` writes the file. Nothing here is imported when
completions are served; the server only reads the file.

| module | subject |
| --- | --- |
| `markers` | the control tokens and the order of a prompt |
| `texts` | the texts of published packages (`packages/`) for training, and those held out |
| `mixture` | how much of each language is learnt |
| `bpe`, `vocabulary` | the vocabulary, and learning it |
| `shards` | reading and tokenising the texts |
| `samples` | cutting texts into left, middle and right, and rows of tokens |
| `net` | the network, by llama.cpp's tensor names |
| `optimiser` | Muon for matrices, AdamW for the rest |
| `train` | the plan and the loop of a training run |
| `export`, `finish` | the GGUF file as trained, and as it ships |
| `measures` | bits per byte, the weights of n-grams, and lines filled without the engine |
"""
