"""The starter model: its training, and the file that ships (`starter.gguf`).

`python -m quoin.engine.starter --out FILE` trains it on the running
interpreter's own library alone (needs the extra `train`); with `--from` and
`--packages` the training continues from a trained file with the sources of
published packages. Nothing here is imported when completions are served; the
server only reads the file.

| module | subject |
| --- | --- |
| `markers` | the control tokens and the order of a prompt |
| `corpus` | the texts of the library for training, and those held out |
| `packages` | the texts of published packages (`packages.txt`) for training, and those held out |
| `bpe` | the vocabulary |
| `samples` | cutting texts into left, middle and right, and rows of tokens |
| `net` | the network, by llama.cpp's tensor names |
| `loss` | the loss of the output layer and its gradients, in little memory |
| `optimiser` | Muon for matrices, AdamW for the rest |
| `train` | the plan and the loop of a training run |
| `evaluate` | bits per byte on held-out texts |
| `shares` | the weights of n-grams next to a model |
| `spans` | how well a model fills held-out lines without the engine |
| `export` | the GGUF file |
"""
