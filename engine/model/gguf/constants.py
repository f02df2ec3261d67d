"""These tables list the sizes of llama.cpp's tensor types and the architectures that it knows."""

from __future__ import annotations

BLOCKS: dict[int, tuple[int, int]] = {
    0: (1, 4),  # F32
    1: (1, 2),  # F16
    2: (32, 18),  # Q4_0
    3: (32, 20),  # Q4_1
    6: (32, 22),  # Q5_0
    7: (32, 24),  # Q5_1
    8: (32, 34),  # Q8_0
    9: (32, 40),  # Q8_1
    10: (256, 84),  # Q2_K
    11: (256, 110),  # Q3_K
    12: (256, 144),  # Q4_K
    13: (256, 176),  # Q5_K
    14: (256, 210),  # Q6_K
    15: (256, 292),  # Q8_K
    16: (256, 66),  # IQ2_XXS
    17: (256, 74),  # IQ2_XS
    18: (256, 98),  # IQ3_XXS
    19: (256, 50),  # IQ1_S
    20: (32, 18),  # IQ4_NL
    21: (256, 110),  # IQ3_S
    22: (256, 82),  # IQ2_S
    23: (256, 136),  # IQ4_XS
    24: (1, 1),  # I8
    25: (1, 2),  # I16
    26: (1, 4),  # I32
    27: (1, 8),  # I64
    28: (1, 8),  # F64
    29: (256, 56),  # IQ1_M
    30: (1, 2),  # BF16
    34: (256, 54),  # TQ1_0
    35: (256, 66),  # TQ2_0
    39: (32, 17),  # MXFP4
    40: (64, 36),  # NVFP4
    41: (128, 18),  # Q1_0
}
"""The size of each of llama.cpp's tensor types: the elements in a block, and the bytes of a block.

The key is the number of the type in a model file (ggml.h, `enum ggml_type`; the sizes are those of its
block structures). A type that is not listed is assumed to have no size, so that llama.cpp judges newer types.
"""

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
"""The architectures of models with which llama.cpp can complete texts.

These are the names that llama-cpp-python 0.3.36 knows (llama.cpp, src/llama-arch.cpp), except for models that
only read (for embeddings), translate from another text, write in no order (diffusion), speak, or only draft
for another model.
"""
