"""Architectures of models that llama.cpp can complete texts with.

These are the names that llama-cpp-python 0.3.36 knows (llama.cpp, src/llama-arch.cpp), without those of
models that only read (for embeddings), translate from another text, write in no order (diffusion),
speak, or only draft for another model.
"""

from __future__ import annotations

_NAMES = """
afmoe apertus arcee arctic arwkv7 baichuan bailingmoe bailingmoe2 bailingmoe3 bitnet bloom chameleon
chatglm codeshell cogvlm cohere2 cohere2moe command-r dbrx deci deepseek deepseek2 deepseek2-ocr
deepseek32 deepseek4 dots1 dots3note ernie4_5 ernie4_5-moe exaone exaone-moe exaone4 falcon
falcon-h1 gemma gemma2 gemma3 gemma3n gemma4 glm-dsa glm4 glm4moe glm5-next gpt-oss gpt2 gptj
gptneox granite granite_swa granitehybrid granitemoe graniteswitch grok grovemoe hrm_text
hunyuan-dense hunyuan-moe hunyuan_vl hy_v3 hy_v4 internlm2 jais jais2 jamba kimi-k3 kimi-linear
laguna lfm2 lfm2moe llama llama4 maincoder mamba mamba2 maple mellum mimo2 minicpm minicpm3
minimax-01 minimax-m2 minimax-m3 mistral3 mistral4 mpt muse-glimmer nanbeige nemotron nemotron_h
nemotron_h_moe olmo olmo2 olmoe openelm orion paddleocr pangu-embedded phi2 phi3 phimoe plamo plamo2
plamo3 plm qwen qwen2 qwen2moe qwen2vl qwen3 qwen35 qwen35moe qwen3moe qwen3next qwen3vl qwen3vlmoe
qwen4exp refact rwkv6 rwkv6qwen2 rwkv7 seed_oss smallthinker smollm3 spark2_5 stablelm starcoder
starcoder2 step35 talkie xverse
"""

ARCHITECTURES = frozenset(_NAMES.split())
