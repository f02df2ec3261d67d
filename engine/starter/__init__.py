"""The starter model: how it is trained, and the file that ships (`starter.gguf`).

`python -m quoin.engine.starter --out FILE` trains it from nothing but the running
interpreter's own library (needs the extra `train`); with `--from` and
`--packages` training goes on from such a file with the sources of published
packages. Nothing here is imported when completions are served; the server only
reads the file.

| module | subject |
| --- | --- |
| `markers` | the control tokens and the order of a prompt |
| `corpus` | which texts of the library, and which of them are held out |
| `packages` | which texts of published packages (`packages.txt`), likewise |
| `bpe` | the vocabulary |
| `samples` | cutting texts into left, middle and right, and rows of tokens |
| `net` | the network, by llama.cpp's tensor names |
| `loss` | the gradient of a vocabulary's worth of logits, in little memory |
| `optimiser` | Muon for matrices, AdamW for the rest |
| `train` | the plan and the loop |
| `evaluate` | bits a byte on what was held out |
| `spans` | how well a model's file fills held-out lines by itself |
| `export` | the GGUF file |
"""
