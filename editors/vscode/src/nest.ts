// Settings by dotted names as nested objects, which is how they go to the server.

export type Nested = { [name: string]: unknown };

/** `{"model.path": 1, "stop": 2}` becomes `{model: {path: 1}, stop: 2}`. */
export function nest(flat: Readonly<Record<string, unknown>>): Nested {
  const root: Nested = {};
  for (const [name, value] of Object.entries(flat)) {
    const parts = name.split(".");
    let group = root;
    for (const part of parts.slice(0, -1)) {
      group[part] ??= {};
      group = group[part] as Nested;
    }
    group[parts[parts.length - 1] as string] = value;
  }
  return root;
}
