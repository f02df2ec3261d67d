import assert from "node:assert/strict";
import { test } from "node:test";
import { confirmation, digestProblem, groups, type KnownModel, type Survey } from "../src/survey.ts";

const KNOWN: KnownModel = {
  name: "coder",
  title: "Coder 1B",
  maker: "Maker",
  licence: "Apache-2.0",
  licenceAddress: "https://example.org/LICENSE",
  licenceNote: "",
  quantisation: "Q8_0",
  context: 32768,
  sizeBytes: 1_600_000_000,
  memoryBytes: 2_100_000_000,
  address: "https://example.org/coder.gguf",
  page: "https://example.org/coder",
  sha256: "00",
  unverified: [],
  tokensPerSecond: 5.5,
  path: null,
  partialBytes: 0,
};
const SURVEY: Survey = { folder: "/data/models", freeBytes: 9e9, known: [KNOWN], found: [], servers: null };
const FOUND = { store: "Ollama", path: "/blob", sizeBytes: 9e8, problem: null, tokensPerSecond: 10 };

/** The rows of the picker, a line each: the group's title, then label, description and detail. */
function shown(survey: Survey | undefined): string[] {
  return groups(survey).flatMap(({ title, rows }) => [
    `- ${title}`,
    ...rows.map((row) => [row.label.replace(/^\$\([a-z-]+\) /, ""), row.description, row.detail].join("|")),
  ]);
}

const STARTER = [
  "- comes with quoin",
  "The starter model that comes with quoin|small, for common languages|",
];
const FILE = ["- others", "A file on this machine…||"];
const SERVERS =
  "Look for servers that run on this machine…|asks 127.0.0.1 at ports 8012, 8080, 11434 and 1234|";
const AWAY =
  "Coder 1B|1.6 GB · Apache-2.0 · about 5.5 tokens a second|needs 2.1 GB of memory · context of 32,768 tokens";

test("without a survey there are the starter model and files", () => {
  assert.deepEqual(shown(undefined), [...STARTER, ...FILE]);
});

const CASES: [string, Partial<Survey>, string[]][] = [
  ["a model that can be downloaded", {}, ["- can be downloaded", AWAY]],
  [
    "a model that writes one token a second",
    { known: [{ ...KNOWN, tokensPerSecond: 1 }] },
    ["- can be downloaded", AWAY.replace("5.5 tokens", "1 token")],
  ],
  [
    "a model of which a part has come",
    { known: [{ ...KNOWN, partialBytes: 4e8 }] },
    ["- can be downloaded", `${AWAY} · 400 MB have come`],
  ],
  [
    "what is not verified",
    { known: [{ ...KNOWN, unverified: ["bytes", "sha256"] }] },
    ["- can be downloaded", `${AWAY} · known from one source alone: size, digest`],
  ],
  [
    "a model without a digest",
    { known: [{ ...KNOWN, sha256: null, unverified: ["sha256"] }] },
    ["- can be downloaded", `${AWAY} · no digest is known`],
  ],
  [
    "a model that was downloaded",
    { known: [{ ...KNOWN, path: "/data/models/coder.gguf" }] },
    ["- found on this machine", "Coder 1B|downloaded · 1.6 GB · about 5.5 tokens a second|"],
  ],
  [
    "models of other programs, and what cannot be used",
    {
      known: [],
      found: [
        { ...FOUND, name: "coder:1b", fim: true },
        { ...FOUND, name: "chat:7b", fim: false, problem: "/blob has no fill-in-the-middle tokens" },
      ],
    },
    [
      "- found on this machine",
      "coder:1b|Ollama · 900 MB · about 10 tokens a second|",
      "chat:7b|Ollama · 900 MB|cannot be used: it has no fill-in-the-middle tokens",
    ],
  ],
];

for (const [title, survey, rows] of CASES) {
  test(title, () => {
    assert.deepEqual(shown({ ...SURVEY, ...survey }), [...STARTER, ...rows, ...FILE, SERVERS]);
  });
}

test("servers that were asked", () => {
  const llama = { program: "llama.cpp", address: "http://127.0.0.1:8012", models: ["coder.gguf"], fim: true };
  const servers = [
    { ...llama, usable: true },
    { ...llama, program: "Ollama", models: [], fim: null, usable: false },
  ];
  assert.deepEqual(shown({ ...SURVEY, known: [], servers }).slice(2, -2), [
    "- servers on this machine",
    "llama.cpp|http://127.0.0.1:8012|coder.gguf",
    "Ollama|http://127.0.0.1:8012|no model; use its model's file instead",
  ]);
  assert.deepEqual(shown({ ...SURVEY, known: [], servers: [] }).slice(2, -2), [
    "- servers on this machine",
    "None answers at the usual ports||",
  ]);
});

test("a download is confirmed by address, size and licence", () => {
  const text = confirmation({ ...KNOWN, licenceNote: "Some uses are forbidden.", partialBytes: 6e8 }, SURVEY);
  for (const part of [
    "Address: https://example.org/coder.gguf\n",
    "Size: 1.6 GB, of which 1.0 GB are missing\n",
    "Licence: Apache-2.0 (https://example.org/LICENSE)\nSome uses are forbidden.\n",
    "/data/models, where 9.0 GB are free",
  ]) {
    assert.ok(text.includes(part), `${part} in ${text}`);
  }
});

test("a digest", () => {
  for (const text of ["0".repeat(64), ` sha256:${"aF".repeat(32)}\n`]) {
    assert.equal(digestProblem(text), undefined);
  }
  for (const text of ["", "0".repeat(63), "g".repeat(64), `sha512:${"0".repeat(64)}`]) {
    assert.match(digestProblem(text) ?? "", /64 hexadecimal digits/);
  }
});
