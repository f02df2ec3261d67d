// The languages that the server completes, by the editor's identifiers.

export const LANGUAGES: readonly string[] = ["python"];
